import EventKit
import ICalendar
import ICalendarStore

/// Searches a month of 1,000 occurrences repeatedly, through the `EventKit` module or directly through the store.
///
/// Usage: `eventkit-speed --write FOLDER`, then `eventkit-speed FOLDER store|eventkit ROUNDS [--read]`.
///
/// With `--read`, it also reads the title, start and end of each occurrence. `Benchmarks/eventkit.py` counts the
/// instructions in both cases.
@main struct Program {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isReading = arguments.contains("--read")
        arguments.removeAll { $0 == "--read" }
        guard arguments.count >= 2 else {
            return print("eventkit-speed FOLDER store|eventkit ROUNDS [--read]")
        }
        if arguments[0] == "--write" { return try MonthCorpus.write(to: arguments[1]) }
        let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1
        let counted =
            arguments[1] == "eventkit"
            ? eventKit(arguments[0], rounds, isReading) : try store(arguments[0], rounds, isReading)
        print(counted)
    }

    private static func eventKit(_ folder: String, _ rounds: Int, _ isReading: Bool) -> Int {
        var configuration = EKEventStore.Configuration(directory: folder)
        configuration.access = .allow
        configuration.stateDirectory = folder + ".state"
        let eventStore = EKEventStore(configuration: configuration)
        let predicate = eventStore.predicateForEvents(
            withStart: MonthCorpus.start,
            end: MonthCorpus.end,
            calendars: nil
        )
        var counted = 0
        for _ in 0..<rounds {
            let events = eventStore.events(matching: predicate)
            counted += events.count
            guard isReading else { continue }
            for event in events { counted += event.title.utf8.count + length(event.startDate, event.endDate) }
        }
        return counted
    }

    private static func store(_ folder: String, _ rounds: Int, _ isReading: Bool) throws -> Int {
        var options = EventStore.Options()
        options.access = .allow
        options.stateDirectory = folder + ".state"
        let store = try EventStore(directory: folder, options: options)
        let predicate = try store.predicateForEvents(withStart: MonthCorpus.start, end: MonthCorpus.end)
        var counted = 0
        for _ in 0..<rounds {
            let events = try store.events(matching: predicate)
            counted += events.count
            guard isReading else { continue }
            for event in events { counted += event.title.utf8.count + length(event.startDate, event.endDate) }
        }
        return counted
    }

    private static func length(_ start: Date?, _ end: Date?) -> Int {
        guard let start, let end else { return 0 }
        return Int(end.timeIntervalSince(start))
    }
}

/// A folder with 1,000 occurrences in April 2026: 25 daily series and 250 single events.
enum MonthCorpus {
    static let start = Date(timeIntervalSince1970: 1_775_001_600)
    static let end = Date(timeIntervalSince1970: 1_777_593_600)

    static func write(to folder: String) throws {
        for number in 0..<275 {
            let calendar = "\(folder)/calendar\(number % 5)"
            try FileManager.default.createDirectory(atPath: calendar, withIntermediateDirectories: true)
            try Data(text(number).utf8).write(to: URL(fileURLWithPath: "\(calendar)/\(number).ics"))
        }
    }

    private static func text(_ number: Int) -> String {
        let isSeries = number < 25
        let day = isSeries ? "20260101" : "202604\(number % 30 < 9 ? "0" : "")\(number % 30 + 1)"
        let hour = "\(10 + number % 8)"
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-icalendar//benchmark//EN", "BEGIN:VEVENT"]
            + ["UID:\(number)@studio.example", "DTSTAMP:20260101T000000Z"]
            + ["DTSTART;TZID=Europe/Berlin:\(day)T\(hour)0000", "DURATION:PT1H"]
            + (isSeries ? ["RRULE:FREQ=DAILY"] : [])
            + ["SUMMARY:Lesson \(number)", "LOCATION:Room \(number % 17)"]
            + ["DESCRIPTION:What to bring and whom to ask.", "END:VEVENT", "END:VCALENDAR"]
        return lines.map { $0 + "\r\n" }.joined()
    }
}
