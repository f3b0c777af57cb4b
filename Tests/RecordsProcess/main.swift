#if Records
    import Foundation
    import ICalendarRecords
    import ICalendarStore

    // The program that the tests start as a second process.

    let arguments = CommandLine.arguments
    switch (arguments.count, arguments.dropFirst().first) {
    case (4, "turns"):
        try turns(database: arguments[2], folder: arguments[3])
    case (3, "measure"):
        try measure(in: arguments[2])
    default: exit(64)
    }

    /// Opens a store without requesting access.
    func opened(_ folder: String) throws -> EventStore {
        var options = EventStore.Options()
        options.access = .allow
        options.stateDirectory = folder + "-state"
        return try EventStore(directory: folder, options: options)
    }

    /// Repeatedly renames every item in a store, syncs, and reports the sync, until the process is killed.
    func turns(database: String, folder: String) throws {
        let file = folder + "/a/all.ics"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let records = try EventRecords(path: database)
        var turn = 0
        while true {
            turn += 1
            let edited = text.replacingOccurrences(of: "SUMMARY:turn 0\r\n", with: "SUMMARY:turn \(turn)\r\n")
            try Data(edited.utf8).write(to: URL(filePath: file), options: .atomic)
            let store = try opened(folder)
            try records.sync(
                with: store,
                from: Date(timeIntervalSince1970: 0),
                to: Date(timeIntervalSince1970: 4e9)
            )
            FileHandle.standardOutput.write(Data("did \(turn)\n".utf8))
        }
    }

    /// Creates a folder with 100,000 occurrences, half of them in series, and prints how long it takes to
    /// sync them.
    func measure(in folder: String) throws {
        let calendar = folder + "/store/a"
        try FileManager.default.createDirectory(atPath: calendar, withIntermediateDirectories: true)
        func event(_ number: Int, _ title: String, _ more: String = "") -> String {
            // One event per minute in 2026.
            let start = Date(timeIntervalSince1970: 1_767_225_600 + Double(number % 500_000) * 60)
            let time = start.formatted(
                .verbatim(
                    "\(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)T\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)00",
                    timeZone: .gmt,
                    calendar: .init(identifier: .gregorian)
                )
            )
            let lines = [
                "BEGIN:VEVENT", "UID:\(number)@studio.example", "DTSTAMP:20260101T000000Z",
                "SUMMARY:\(title)",
                "DTSTART;TZID=Europe/Berlin:\(time)", "DURATION:PT30M", "LOCATION:Room \(number % 40)",
                "DESCRIPTION:What we did\\, and what we do\\, and what we will do until the next time",
                "ATTENDEE;CN=Nora Lind;PARTSTAT=ACCEPTED:mailto:nora@studio.example",
                "ATTENDEE;CN=Sam;PARTSTAT=TENTATIVE:mailto:sam\(number % 300)@client.example", more,
                "END:VEVENT",
            ]
            return lines.filter { !$0.isEmpty }.map { $0 + "\r\n" }.joined()
        }
        func write(_ number: Int, _ event: String) throws {
            let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n\(event)END:VCALENDAR\r\n"
            try Data(text.utf8).write(to: URL(filePath: "\(calendar)/\(number).ics"))
        }
        for number in 0..<50_000 { try write(number, event(number, "Event \(number)")) }
        for number in 50_000..<51_000 {
            try write(number, event(number, "Series \(number)", "RRULE:FREQ=DAILY;COUNT=50"))
        }
        func timed(_ what: String, _ body: () throws -> String) rethrows {
            var result = ""
            let time = try ContinuousClock().measure { result = try body() }
            FileHandle.standardOutput.write(Data("\(what): \(time), \(result)\n".utf8))
        }
        let (from, to) = (
            Date(timeIntervalSince1970: 1_700_000_000), Date(timeIntervalSince1970: 1_900_000_000)
        )
        let records = try EventRecords(path: folder + "/records.sqlite")
        let store = try opened(folder + "/store")
        func sync(_ what: String, _ store: EventStore) throws {
            try timed(what) { "\(try records.sync(with: store, from: from, to: to))" }
        }
        let search = try store.predicateForEvents(
            withStart: from,
            end: from.addingTimeInterval(1461 * 86_400)
        )
        try timed("the store alone") { "\(try store.events(matching: search).count) occurrences" }
        try sync("first sync", store)
        try sync("second sync", store)
        for number in 0..<100 { try write(number, event(number, "Changed \(number)")) }
        let changed = try opened(folder + "/store")
        try timed("the items that changed") {
            let items = (0..<50).map { ItemIdentifier(calendarIdentifier: "a", uid: "\($0)@studio.example") }
            return "\(try records.sync(Set(items), with: changed, from: from, to: to))"
        }
        try sync("after 100 edits", changed)
        try timed("a month of records") {
            "\(try records.events(from: from, to: Date(timeIntervalSince1970: 1_769_904_000)).count) records"
        }
        try timed("all changes") { "\(try records.changes(after: 0, limit: 1_000_000).count) changes" }
        try FileManager.default.removeItem(atPath: folder + "/store/a")
        try FileManager.default.createDirectory(atPath: calendar, withIntermediateDirectories: true)
        try sync("all removed", try opened(folder + "/store"))
    }
#endif
