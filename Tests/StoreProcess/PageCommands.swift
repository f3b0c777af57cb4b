import ICalendar
import ICalendarStore
import ICalendarUI

/// The commands that show pages in a browser: `store-process pages STORE STATE WHAT…`.
enum PageCommands {
    /// Runs the commands in order and prints their results.
    static func run(_ directory: String, _ arguments: ArraySlice<String>) async throws {
        let program = PageProgram(directory: directory)
        var options = EventStore.Options()
        options.stateDirectory = arguments.first
        options.applicationName = "diary"
        options.access = .page(using: program)
        options.usageDescriptions = [
            .writeOnlyAccessToEvents: "Adds the lessons that you book.",
            .fullAccessToEvents: "Finds free evenings.",
        ]
        let store = try EventStore(directory: directory, options: options)
        for word in arguments.dropFirst() {
            switch word {
            case "request write-only":
                say("write-only: \(try await store.requestWriteOnlyAccessToEvents())")
            case "request full":
                say("full: \(try await store.requestFullAccessToEvents())")
            case "status":
                say("status: \(store.authorizationStatus(for: .event))")
            case "save":
                let start = try EventTime("2026-04-03 10:00", in: "Europe/Berlin")
                var event = CalendarEvent(try Event("Booked", start: start))
                try store.save(&event, span: .thisEvent)
                say("saved")
            case "choose one", "choose any", "choose writable":
                let chosen = try await CalendarChooser.present(
                    display: word == "choose writable" ? .writableCalendarsOnly : .allCalendars,
                    style: word == "choose one" ? .single : .multiple,
                    for: store,
                    using: program
                )
                say("chosen: \(chosen.map { $0.map(\.title).sorted().joined(separator: ", ") } ?? "nothing")")
            default: say("nothing to do")
            }
        }
    }
}
