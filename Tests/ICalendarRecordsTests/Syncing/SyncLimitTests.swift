#if Records
    import Foundation
    import GRDB
    import ICalendar
    import ICalendarStore
    import Testing

    @testable import ICalendarRecords

    /// Tests of the limit on occurrences in a sync.
    struct SyncLimitTests {
        private let folder: RecordedStore
        private let records: EventRecords

        init() throws {
            folder = try RecordedStore()
            records = try EventRecords(try DatabaseQueue())
        }

        private static func daily(_ uid: String, _ rule: String = "FREQ=DAILY") -> String {
            RecordedStore.calendar(["UID:\(uid)", "DTSTART:20260105T090000Z", "RRULE:\(rule)"])
        }

        /// Returns the error code of a rejected sync, and checks that nothing was written.
        private func refusal(_ work: () throws -> Void) throws -> RecordsError.Code? {
            do {
                try work()
                return nil
            } catch let error as RecordsError {
                #expect(try records.contents().isEmpty)
                return error.code
            }
        }

        @Test func `a sync accepts exactly the maximum number of occurrences`() throws {
            try folder.write(["a/1.ics": Self.daily("1"), "b/2.ics": Self.daily("2")])
            let store = try folder.opened()
            let refused = try refusal {
                try records.sync(with: store, from: day(0), to: day(10), limit: 19)
            }
            #expect(refused == .tooManyOccurrences)
            #expect(throws: RecordsError.self) {
                try EventRecords.checkSize(of: store, from: day(0), to: day(10), limit: 19)
            }
            try EventRecords.checkSize(of: store, from: day(0), to: day(10), limit: 20)
            #expect(
                try records.sync(with: store, from: day(0), to: day(10), limit: 20).inserted.count == 20
            )
        }

        @Test func `calendars outside the sync do not count toward the limit`() throws {
            try folder.write(["a/1.ics": Self.daily("1"), "b/2.ics": Self.daily("2")])
            let store = try folder.opened()
            let calendar = try #require(try store.calendar(withIdentifier: "a"))
            let report = try records.sync(
                with: store,
                from: day(0),
                to: day(10),
                calendars: [calendar],
                limit: 10
            )
            #expect(report.inserted.count == 10)
        }

        @Test func `an occurrence across the boundary of two steps counts once`() throws {
            // A twenty-year window with an event that spans all of it.
            let long = RecordedStore.calendar(["UID:1", "DTSTART:20260105T090000Z", "DURATION:P7000D"])
            try folder.write(["a/1.ics": long])
            let report = try records.sync(with: folder.opened(), from: day(0), to: day(7000), limit: 1)
            #expect(report.inserted.count == 1)
        }

        @Test(
            .timeLimit(.minutes(30)),
            arguments: ["FREQ=SECONDLY", "FREQ=SECONDLY;BYDAY=MO,TU,WE,TH,FR,SA"]
        )
        func `too many occurrences are rejected without enumerating them`(rule: String) throws {
            try folder.write(["a/1.ics": Self.daily("1", rule)])
            let store = try folder.opened()
            let refused = try refusal { try records.sync(with: store, from: day(0), to: day(1400)) }
            #expect(refused == .tooManyOccurrences)
            let far = Date(timeIntervalSince1970: 1e15)
            #expect(try refusal { try records.sync(with: store, from: .distantPast, to: far) } != nil)
        }

        @Test(.timeLimit(.minutes(30))) func `too many occurrences of a single item are rejected`() throws {
            try folder.write(["a/1.ics": Self.daily("1", "FREQ=SECONDLY")])
            let item = ItemIdentifier(calendarIdentifier: "a", uid: "1")
            let store = try folder.opened()
            let refused = try refusal {
                try records.sync([item], with: store, from: day(0), to: day(1400), limit: 1000)
            }
            #expect(refused == .tooManyOccurrences)
            let start = day(0).addingTimeInterval(9 * 3600)
            let end = start.addingTimeInterval(1000)
            #expect(
                try records.sync([item], with: store, from: start, to: end, limit: 1000).inserted.count
                    == 1000
            )
        }
    }
#endif
