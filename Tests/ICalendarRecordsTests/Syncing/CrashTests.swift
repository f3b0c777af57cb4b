#if Records
    import Foundation
    import SystemIO
    import GRDB
    import ICalendar
    import ICalendarStore
    import Synchronization
    import TestTraits
    import Testing

    @testable import ICalendarRecords

    /// Tests of syncs that fail or are interrupted.
    struct CrashTests {
        @Test(.long) func `a sync that fails at any point changes nothing`() throws {
            let folder = try RecordedStore()
            var calendar = RandomCalendar(seed: 5, items: 20)
            try folder.write(calendar.files)
            let records = try EventRecords(path: folder.database)
            try records.sync(with: folder.opened(), from: day(0), to: day(400))
            _ = calendar.edit(times: 20)
            try folder.write(calendar.files)
            let store = try folder.opened()
            let before = try Self.everything(records)
            var calls = 0
            while true {
                let source = FailingSource(StoreRecordSource(store: store), after: calls)
                let window = try EventRecords.window(day(0), day(400))
                do {
                    let report = try records.sync(.window(window), with: source)
                    #expect(!report.isEmpty)
                    break
                } catch is FailingSource.Failure {
                    #expect(try Self.everything(records) == before)
                }
                calls += 7
            }
            #expect(calls > 30)
            #expect(try records.sync(with: store, from: day(0), to: day(400)).isEmpty)
        }

        @Test func `unreadable files are not treated as removed`() throws {
            let folder = try RecordedStore()
            try folder.write(["a/1.ics": RecordedStore.calendar(["UID:1", "DTSTART:20260107T090000Z"])])
            let records = try EventRecords(try DatabaseQueue())
            let window = try EventRecords.window(day(0), day(14))
            _ = try records.sync(.window(window), with: StoreRecordSource(store: folder.opened()))
            try folder.write(["a/1.ics": nil])
            let source = FailingSource(StoreRecordSource(store: try folder.opened()), unread: ["a"])
            #expect(try records.sync(.window(window), with: source).isEmpty)
            #expect(try records.sync(with: folder.opened(), from: day(0), to: day(14)).removed == ["a:1"])
        }

        @Test(.long)
        func `a killed process leaves the rows of one complete sync, and a follower can catch up`()
            async throws
        {
            let folder = try RecordedStore()
            let events = (0..<2000).map { number in
                ["UID:\(number)", "SUMMARY:turn 0", "DTSTART:20260107T090000Z"]
            }
            var text = ""
            for event in events {
                text += (["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z"] + event + ["END:VEVENT"]).map {
                    $0 + "\r\n"
                }
                .joined()
            }
            let whole = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n\(text)END:VCALENDAR\r\n"
            let times = ProcessInfo.processInfo.environment["ICALENDAR_KILLS"].flatMap(Int.init) ?? 25
            var random = SeededGenerator(seed: 1)
            var turns: Set<String> = []
            var known: [String: String] = [:]
            for time in 0..<times {
                try folder.write(["a/all.ics": whole])
                let process = try RecordsProcess(folder)
                // Every fourth process is killed while it starts, the others after one to three syncs.
                await process.synced(times: time % 4)
                try await Task.sleep(for: .milliseconds(20 + random.next(500)))
                process.kill()
                let result = await process.finished()
                #expect(result.wasKilled, "\(time): \(result.errors)")
                let records = try EventRecords(path: folder.database)
                let (problems, titles, count) = try await records.database.read { db in
                    (
                        try String.fetchAll(db, sql: "PRAGMA integrity_check"),
                        try String.fetchAll(db, sql: "SELECT DISTINCT title FROM eventRecord"),
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM eventRecord") ?? 0
                    )
                }
                #expect(problems == ["ok"])
                // Each sync gives all rows the same title.
                #expect(titles.count <= 1 && (count == 0 || count == 2000), "\(time): \(titles) \(count)")
                turns.formUnion(titles)
                // A follower sees every row, even after several kills.
                while case let changes = try records.pending(for: "copy"), let last = changes.last {
                    for change in changes { known[change.record.identifier] = change.record.title }
                    try records.acknowledge(last, for: "copy")
                }
                #expect(Set(known.values) == Set(titles) && known.count == count)
            }
            #expect(turns.count > 1)
        }

        private static func everything(_ records: EventRecords) throws -> [Row] {
            try records.database.read { db in
                try ["eventRecord", "eventRecordStore", "eventRecordWindow"].flatMap {
                    try Row.fetchAll(db, sql: "SELECT * FROM \($0)")
                }
            }
        }
    }

    /// A source that fails after a given number of calls and occurrences.
    private final class FailingSource: RecordSource {
        struct Failure: Error {}

        private let source: StoreRecordSource
        private let calls: Lock<Int>
        private let unread: Set<String>

        init(_ source: StoreRecordSource, after calls: Int = .max, unread: Set<String> = []) {
            self.source = source
            self.calls = Lock(calls)
            self.unread = unread
        }

        var place: String { source.place }
        var unreadCalendars: Set<String> { source.unreadCalendars.union(unread) }

        private func count() throws {
            try calls.withLock { calls in
                if calls == 0 { throw Failure() }
                calls -= 1
            }
        }

        func forEachOccurrence(
            in range: Range<Instant>,
            calendars: Set<String>?,
            _ body: (FoundOccurrence) throws -> Void
        ) throws {
            try source.forEachOccurrence(in: range, calendars: calendars) { found in
                try count()
                try body(found)
            }
        }

        func occurrenceCount(in range: Range<Instant>, calendars: Set<String>?, most: Int) throws -> Int? {
            try source.occurrenceCount(in: range, calendars: calendars, most: most)
        }

        func forEachOccurrence(
            ofUID uid: String,
            inCalendar calendar: String,
            in range: Range<Instant>,
            _ body: (FoundOccurrence) throws -> Void
        ) throws {
            try count()
            try source.forEachOccurrence(ofUID: uid, inCalendar: calendar, in: range, body)
        }

        func occurrence(withIdentifier identifier: String) throws -> FoundOccurrence? {
            try count()
            return try source.occurrence(withIdentifier: identifier)
        }
    }
#endif
