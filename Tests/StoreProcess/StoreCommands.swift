import Foundation
import ICalendar
import ICalendarStore

/// The second process's ``EventStore`` commands.
struct StoreCommands {
    let path: String
    let arguments: [String]

    /// Runs a command.
    ///
    /// Returns false if it is unknown.
    func run(_ command: String) async throws -> Bool {
        switch command {
        case "commits": try commits()
        case "saves": try saves()
        case "changes": try await changes()
        case "readers": try await readers()
        case "events": try events()
        case "new": try new()
        case "set", "delete": try edit(command)
        default: return false
        }
        return true
    }

    private func open(polling: Bool = false) throws -> EventStore {
        var options = EventStore.Options()
        options.access = .allow
        if polling { options.watching = .polling }
        options.timeZone = .utc
        options.access = .allow
        return try EventStore(directory: path, options: options)
    }

    private func argument(_ index: Int) throws -> String {
        guard index < arguments.count else { throw CocoaError(.keyValueValidation) }
        return arguments[index]
    }

    /// Endlessly commits batches in several calendars and prints each completed one: `[quietly]`.
    ///
    /// A caller that does not read the output must pass `quietly`. Otherwise the process blocks on the pipe.
    private func commits() throws {
        // Runs until it is killed. Its low priority leaves the processor to the tests.
        _ = nice(10)
        let store = try open()
        let isQuiet = arguments.first == "quietly"
        var turn = try EventTurns.current(in: store) ?? -1
        say("at \(turn)")
        while true {
            turn += 1
            try EventTurns.prepare(turn, in: store)
            if !isQuiet { say("commits \(turn)") }
            try store.commit()
            if !isQuiet { say("did \(turn)") }
        }
    }

    /// Saves a number of events with a given name in a calendar, each in its own commit: `NAME COUNT [SIZE]`.
    private func saves() throws {
        let store = try open()
        let calendar = try store.calendar(withIdentifier: "a")
        for number in 0..<(Int(try argument(1)) ?? 0) {
            let summary = "\(try argument(0))-\(number)"
            var new = try Event(
                summary,
                start: EventTime("2026-04-02 10:00", in: "UTC"),
                duration: .hours(1),
                uid: summary
            )
            if arguments.count > 2, let size = Int(arguments[2]) {
                new.location = String(repeating: "x", count: size)
            }
            var event = CalendarEvent(new, calendar: calendar)
            try store.save(&event, span: .thisEvent)
        }
    }

    /// Prints each change until the process is killed: `[polling]`.
    private func changes() async throws {
        let store = try open(polling: arguments.first == "polling")
        var changes = store.changes.makeAsyncIterator()
        say("watching")
        while let change = await changes.next() {
            func names(_ items: Set<ItemIdentifier>) -> String {
                items.map(\.description).sorted().joined(separator: ",")
            }
            let calendars = change.insertedCalendars.sorted() + change.updatedCalendars.sorted()
            let parts = [
                "\(change.origin)", "+\(names(change.inserted))", "~\(names(change.updated))",
                "-\(names(change.deleted))", "\(calendars.joined(separator: ","))", "\(FileStamp.now)",
            ]
            say(parts.joined(separator: " "))
        }
    }

    /// Repeatedly starts and stops reading changes, and prints the number of threads and file descriptors
    /// before and after: `[polling]`.
    private func readers() async throws {
        func count(_ what: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(what)"))?.count ?? 0
        }
        func round() async throws {
            let store = try open(polling: arguments.first == "polling")
            let tasks = (0..<3).map { _ in
                Task { for await _ in store.changes {} }
            }
            try await Task.sleep(for: .milliseconds(5))
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
            // An iterator that is released without being canceled.
            var dropped = store.changes.makeAsyncIterator()
            var event = CalendarEvent(try Event("x", start: EventTime("2026-04-02 10:00", in: "UTC")))
            try store.save(&event, span: .thisEvent)
            _ = await dropped.next()
        }
        for _ in 0..<5 { try await round() }
        let before = (count("task"), count("fd"))
        for _ in 0..<30 { try await round() }
        var after = (count("task"), count("fd"))
        // Threads end by themselves a moment later.
        for _ in 0..<100 where after.0 > before.0 || after.1 > before.1 {
            try await Task.sleep(for: .milliseconds(20))
            after = (count("task"), count("fd"))
        }
        say("threads \(before.0) \(after.0) descriptors \(before.1) \(after.1)")
    }

    private func occurrences(from start: String, to end: String) throws -> (EventStore, [CalendarEvent]) {
        let store = try open()
        let predicate = try store.predicateForEvents(
            withStart: Zone.utc.instant(of: EventTime(start).civil).date,
            end: Zone.utc.instant(of: EventTime(end).civil).date
        )
        return (store, try store.events(matching: predicate))
    }

    /// Lists the occurrences between two days: `FROM TO`.
    private func events() throws {
        let (_, events) = try occurrences(from: argument(0), to: argument(1))
        for event in events {
            let start = event.startDate.map { Instant($0).description } ?? ""
            let calendar = event.calendar?.calendarIdentifier ?? ""
            say(
                "\(start)\t\(calendar)\t\(event.calendarItemExternalIdentifier)\t\(event.event.summary ?? "")"
            )
        }
    }

    /// Adds a one-hour event: `CALENDAR UID SUMMARY START ZONE [WEEKS]`.
    private func new() throws {
        let store = try open()
        let weeks = arguments.count > 5 ? Int(arguments[5]) : nil
        let new = try Event(
            argument(2),
            start: EventTime(argument(3), in: argument(4)),
            duration: .hours(1),
            recurring: weeks.map { RecurrenceRule(.weekly, count: $0) },
            uid: argument(1)
        )
        var event = CalendarEvent(new, calendar: try store.calendar(withIdentifier: argument(0)))
        try store.save(&event, span: .thisEvent)
        say(event.eventIdentifier ?? "-")
    }

    /// Changes the summary of an occurrence, or removes the occurrence: `CALENDAR UID DAY SPAN [SUMMARY]`.
    private func edit(_ command: String) throws {
        let day = try EventTime(argument(2))
        let next = EventTime.date(day.civil.date.adding(days: 1))
        let (store, events) = try occurrences(from: argument(2), to: next.civil.date.description)
        let (calendar, uid) = (try argument(0), try argument(1))
        let span: EventSpan = try ["this": .thisEvent, "future": .futureEvents][argument(3)] ?? .allEvents
        guard
            var event = events.first(where: {
                $0.calendar?.calendarIdentifier == calendar && $0.calendarItemExternalIdentifier == uid
            })
        else { throw StoreError(.internalFailure, uid, "there is no such occurrence") }
        if command == "delete" { return try store.remove(event, span: span) }
        event.event.summary = try argument(4)
        try store.save(&event, span: span)
        say(event.occurrenceIdentifier ?? "-")
    }
}
