import ICalendar
import ICalendarStore

/// The second process's commands for a whole store: `store-process store STORE STATE allow|terminal WHAT…`.
enum OpenStore {
    /// Runs the commands in order and prints their results, including store errors.
    static func run(_ directory: String, _ arguments: ArraySlice<String>) async throws {
        var options = EventStore.Options()
        options.stateDirectory = arguments.first
        let words = arguments.dropFirst()
        options.access = words.first == "allow" ? .allow : .terminal
        let store = try EventStore(directory: directory, options: options)
        for word in words.dropFirst() {
            do {
                say(try await done(word, store))
            } catch let error as StoreError where error.code == .eventStoreNotAuthorized && word != "request"
            {
                say("\(word): not authorized")
            }
        }
    }

    private static func done(_ word: String, _ store: EventStore) async throws -> String {
        switch word {
        case "status": return "status: \(store.authorizationStatus(for: .event))"
        case "request": return "request: \(try await store.requestFullAccessToEvents())"
        case "calendars":
            return "calendars: \(try store.calendars(for: .event).map(\.title).joined(separator: ", "))"
        case "read":
            return "read: \(try count(store))"
        case "read b":
            let named = try store.calendars(for: .event).filter { $0.title == "b" }
            return "read b: \(try count(store, named))"
        case "remarks":
            return "remarks: \(try store.diagnostics(for: .event).map(\.message).joined(separator: ", "))"
        case "save":
            let start = try EventTime("2026-04-03 10:00", in: "Europe/Berlin")
            var event = CalendarEvent(try Event("Dentist", start: start))
            try store.save(&event, span: .thisEvent)
            return "saved"
        case "immutable":
            let calendars = try store.calendars(for: .event)
            return "immutable: \(calendars.map { "\($0.title) \($0.isImmutable)" }.joined(separator: ", "))"
        case "remove":
            do throws(StoreError) {
                for calendar in try store.calendars(for: .event) { try store.removeCalendar(calendar) }
            } catch {
                return "remove: \(error.code)"
            }
            return "removed"
        default: return "nothing to do"
        }
    }

    /// Returns the number of events in April 2026.
    private static func count(_ store: EventStore, _ calendars: [EventCalendar]? = nil) throws -> Int {
        let start = Instant(secondsSince1970: 1_775_001_600)
        let end = start.adding(seconds: 30 * 86_400)
        let predicate = try store.predicateForEvents(
            withStart: start.date,
            end: end.date,
            calendars: calendars
        )
        return try store.events(matching: predicate).count
    }
}
