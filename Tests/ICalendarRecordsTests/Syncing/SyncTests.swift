#if Records
    import Foundation
    import GRDB
    import ICalendar
    import ICalendarStore
    import TestTraits
    import Testing

    @testable import ICalendarRecords

    /// Tests of syncs after a single change.
    struct SyncTests {
        private static let standUp = [
            "UID:1@x", "SUMMARY:Stand-up", "DTSTART;TZID=Europe/Berlin:20260107T093000",
            "DTEND;TZID=Europe/Berlin:20260107T094500", "LOCATION:Room 4", "STATUS:CONFIRMED",
            "DESCRIPTION:What we do", "URL:https://studio.example/",
            "ORGANIZER;CN=Nora:mailto:nora@studio.example",
            "ATTENDEE;CN=Sam;PARTSTAT=ACCEPTED:MAILTO:sam@Client.example",
            "ATTENDEE:mailto:lee@studio.example",
        ]
        private let folder: RecordedStore
        private let records: EventRecords

        init() throws {
            folder = try RecordedStore()
            records = try EventRecords(try DatabaseQueue(), clock: { Date(timeIntervalSince1970: 1000) })
        }

        private func sync(_ from: Int = 0, _ to: Int = 14, calendars: [String]? = nil) throws -> SyncReport {
            let store = try folder.opened()
            return try records.sync(
                with: store,
                from: day(from),
                to: day(to),
                calendars: calendars?.compactMap { try store.calendar(withIdentifier: $0) }
            )
        }

        @Test func `an unchanged file is not read again`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            // Wait until a later change is certain to change the file's stamp.
            SystemFiles.sleep(.milliseconds(100))
            #expect(try sync().inserted.count == 1)
            // A row that differs from its file is not detected until the file is read.
            try records.database.write {
                try $0.execute(sql: "UPDATE eventRecord SET contentHash = 'other', title = 'other'")
            }
            let report = try sync()
            #expect(report.isEmpty && report.unchanged == 1)
            let path = folder.folder + "/a/1.ics"
            let date = Date(timeIntervalSince1970: 1_600_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            SystemFiles.sleep(.milliseconds(100))
            #expect(try sync().updated == ["a:1%40x"])
            #expect(try records.record(withIdentifier: "a:1%40x")?.title == "Stand-up")
        }

        @Test func `a row contains every field`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            #expect(try sync().inserted == ["a:1%40x"])
            let record = try #require(try records.record(withIdentifier: "a:1%40x"))
            #expect(record.title == "Stand-up")
            #expect(record.startText == "2026-01-07T09:30:00+01:00")
            #expect(record.endText == "2026-01-07T09:45:00+01:00")
            #expect(record.startDate == day(2).addingTimeInterval(8.5 * 3600))
            #expect(record.occurrenceDate == record.startDate)
            #expect(record.timeZone == "Europe/Berlin")
            #expect(record.location == "Room 4")
            #expect(record.status == "confirmed")
            #expect(record.notes == "What we do")
            #expect(record.url == "https://studio.example/")
            #expect(record.organizer == RecordedPerson(name: "Nora", email: "nora@studio.example"))
            #expect(
                record.attendees == [
                    RecordedPerson(name: "Sam", email: "sam@client.example", status: "accepted"),
                    RecordedPerson(email: "lee@studio.example", status: "pending"),
                ]
            )
            #expect(!record.isAllDay && !record.isDetached && !record.isRemoved)
            #expect(record.firstSeen == Date(timeIntervalSince1970: 1000))
            // The hash is the same on every machine, and changes only with the hash version.
            #expect(record.contentHash == "d978d2e9eb6ff10e544470f81f92bccc")
        }

        @Test func `an attendee's reply is a change`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            _ = try sync()
            let answered = RecordedStore.calendar(Self.standUp).replacingOccurrences(
                of: "ACCEPTED",
                with: "DECLINED"
            )
            try folder.write(["a/1.ics": answered])
            #expect(try sync().updated == ["a:1%40x"])
            #expect(try records.record(withIdentifier: "a:1%40x")?.attendees.first?.status == "declined")
        }

        @Test(arguments: [
            "SUMMARY:Other", "LOCATION:Room 5", "STATUS:TENTATIVE", "DESCRIPTION:Other",
            "URL:https://other.example/",
            "DTSTART;TZID=Europe/Berlin:20260107T091500", "DTEND;TZID=Europe/Berlin:20260107T100000",
            "ORGANIZER;CN=Nora:mailto:kim@studio.example",
        ])
        func `a change to any hashed field updates the row`(line: String) throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            _ = try sync()
            let hash = try records.record(withIdentifier: "a:1%40x")?.contentHash
            let name = line.prefix { $0 != ":" && $0 != ";" }
            let lines = Self.standUp.map { $0.hasPrefix(name) ? line : $0 }
            #expect(lines != Self.standUp)
            try folder.write(["a/1.ics": RecordedStore.calendar(lines)])
            #expect(try sync().updated == ["a:1%40x"])
            #expect(try records.record(withIdentifier: "a:1%40x")?.contentHash != hash)
            // Changes to other fields do not update the row.
            try folder.write(["a/1.ics": RecordedStore.calendar(lines + ["SEQUENCE:3", "X-OTHER:1"])])
            #expect(try sync().isEmpty)
        }

        @Test func `a removed occurrence is flagged and kept, and returns with the same row number`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            _ = try sync()
            let first = try #require(try records.record(withIdentifier: "a:1%40x"))
            try folder.write(["a/1.ics": nil])
            #expect(try sync().removed == ["a:1%40x"])
            let gone = try #require(try records.record(withIdentifier: "a:1%40x"))
            #expect(gone.isRemoved && gone.title == "Stand-up" && gone.id == first.id)
            #expect(try records.events(from: day(0), to: day(14)).isEmpty)
            #expect(try records.events(from: day(0), to: day(14), includingRemoved: true) == [gone])
            #expect(try sync().isEmpty)
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            #expect(try sync().returned == ["a:1%40x"])
            let back = try #require(try records.record(withIdentifier: "a:1%40x"))
            #expect(back.id == first.id && !back.isRemoved && back.firstSeen == first.firstSeen)
            #expect(back.said == first.said)
            #expect(try sync().isEmpty)
        }

        @Test func `rows outside the window are kept, even if their events are gone`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp + ["RRULE:FREQ=WEEKLY;COUNT=4"])]
            )
            #expect(try sync(0, 30).inserted.count == 4)
            try folder.write(["a/1.ics": nil])
            #expect(try sync(7, 14).removed == ["a:1%40x/RID=20260114T083000Z"])
            #expect(try records.events(from: day(0), to: day(30)).count == 3)
            #expect(try sync(0, 30).removed.count == 3)
        }

        @Test func `an occurrence that moves out of the window is updated, not removed`() throws {
            let master = Self.standUp + ["RRULE:FREQ=WEEKLY;COUNT=4"]
            try folder.write(["a/1.ics": RecordedStore.calendar(master)])
            _ = try sync(0, 14)
            let moved = [
                "UID:1@x", "SUMMARY:Stand-up", "RECURRENCE-ID;TZID=Europe/Berlin:20260114T093000",
                "DTSTART;TZID=Europe/Berlin:20280114T093000",
            ]
            try folder.write(["a/1.ics": RecordedStore.calendar(master, moved)])
            let report = try sync(0, 14)
            #expect(report.updated == ["a:1%40x/RID=20260114T083000Z"])
            #expect(report.removed.isEmpty)
            let record = try #require(try records.record(withIdentifier: report.updated[0]))
            #expect(record.startText == "2028-01-14T09:30:00+01:00")
            #expect(record.occurrenceDate == day(9).addingTimeInterval(8.5 * 3600) && record.isDetached)
            #expect(try sync(0, 14).isEmpty)
            // Add a later override for all following occurrences, and a separate event.
            let later = [
                "UID:1@x", "SUMMARY:Stand-up",
                "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260114T093000",
                "DTSTART;TZID=Europe/Berlin:20270114T093000", "DTEND;TZID=Europe/Berlin:20270114T094500",
            ]
            _ = try sync(0, 28)
            try folder.write(["a/1.ics": RecordedStore.calendar(master, later)])
            let shifted = try sync(0, 28)
            #expect(shifted.removed.isEmpty)
            #expect(shifted.updated.count == 2)
            try folder.write(["a/1.ics": nil])
            #expect(try sync(0, 14).removed.count == 1)
        }

        @Test(.long) func `a window of many years produces no duplicates`() throws {
            // Each occurrence lasts three days, so some cross step boundaries.
            let long = [
                "UID:1@x", "DTSTART:20100101T000000Z", "DTEND:20100104T000000Z",
                "RRULE:FREQ=DAILY;UNTIL=20291231T000000Z",
            ]
            try folder.write(["a/1.ics": RecordedStore.calendar(long)])
            let report = try sync(-8000, 8000)
            #expect(report.inserted.count == 7305)
            #expect(Set(report.inserted).count == 7305)
            #expect(try sync(-8000, 8000).isEmpty)
            #expect(
                try records.sync(with: folder.opened(), from: .distantPast, to: .distantFuture).unchanged
                    == 7305
            )
        }

        @Test func `only the requested calendars are read`() throws {
            try folder.write([
                "a/1.ics": RecordedStore.calendar(Self.standUp),
                "b/1.ics": RecordedStore.calendar(Self.standUp),
            ])
            #expect(try sync(calendars: ["a"]).inserted == ["a:1%40x"])
            #expect(try sync(calendars: ["b"]).inserted == ["b:1%40x"])
            try folder.write(["a/1.ics": nil, "b/1.ics": nil])
            #expect(try sync(calendars: ["b"]).removed == ["b:1%40x"])
            #expect(try records.events(from: day(0), to: day(14), calendars: ["b"]).isEmpty)
            #expect(try records.events(from: day(0), to: day(14)).map(\.identifier) == ["a:1%40x"])
            #expect(try sync().removed == ["a:1%40x"])
        }

        @Test func `the same event in two calendars has the same hash`() throws {
            try folder.write([
                "a/1.ics": RecordedStore.calendar(Self.standUp),
                "b/2.ics": RecordedStore.calendar(Self.standUp),
            ])
            _ = try sync()
            let found = try records.events(from: day(0), to: day(14))
            #expect(found.count == 2)
            #expect(Set(found.map(\.contentHash)).count == 1)
        }

        @Test func `two files with the same UID share a row, and no sync updates it twice`() throws {
            let other = Self.standUp.map { $0.replacingOccurrences(of: "20260107T", with: "20260109T") }
            try folder.write([
                "a/1.ics": RecordedStore.calendar(Self.standUp), "a/2.ics": RecordedStore.calendar(other),
            ])
            #expect(try sync().inserted == ["a:1%40x"])
            #expect(try sync().isEmpty)
        }

        @Test func `all-day events follow the store's time zone, but their hash does not`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(["UID:1", "DTSTART;VALUE=DATE:20260107"])])
            try records.sync(with: folder.opened(), from: day(0), to: day(14))
            let there = try #require(try records.record(withIdentifier: "a:1"))
            #expect(there.isAllDay && there.startText == "2026-01-07" && there.endText == "2026-01-08")
            let report = try records.sync(with: folder.opened(zone: "Asia/Tokyo"), from: day(0), to: day(14))
            #expect(report.updated == ["a:1"])
            let moved = try #require(try records.record(withIdentifier: "a:1"))
            #expect(moved.startDate == there.startDate.addingTimeInterval(-8 * 3600))
            #expect(moved.contentHash == there.contentHash)
        }

        @Test func `an empty or inverted window is rejected`() throws {
            let store = try folder.opened()
            #expect(throws: StoreError.self) { try records.sync(with: store, from: day(1), to: day(1)) }
            #expect(throws: StoreError.self) { try records.events(from: day(2), to: day(1)) }
        }

        @Test func `a sync without access fails and removes no rows`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            _ = try sync()
            let store = try folder.opened(access: .deny)
            #expect {
                try records.sync(with: store, from: day(0), to: day(14))
            } throws: {
                ($0 as? StoreError)?.code == .eventStoreNotAuthorized
            }
            let item = ItemIdentifier(calendarIdentifier: "a", uid: "1@x")
            #expect(throws: StoreError.self) {
                try records.sync([item], with: store, from: day(0), to: day(14))
            }
            #expect(try records.events(from: day(0), to: day(14)).count == 1)
        }

        @Test func `another store is rejected until it is adopted`() throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.standUp)])
            _ = try sync()
            let other = try RecordedStore()
            let store = try other.opened()
            #expect {
                try records.sync(with: store, from: day(0), to: day(14))
            } throws: { ($0 as? RecordsError)?.code == .otherStore }
            #expect(try records.events(from: day(0), to: day(14)).count == 1)
            try records.adopt(store)
            #expect(try records.sync(with: store, from: day(0), to: day(14)).removed == ["a:1%40x"])
        }
    }
#endif
