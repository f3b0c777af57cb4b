import Foundation
import TestTraits
import Testing

/// Tests importing messages about occurrences of a stored series.
@Suite struct ImportedOccurrenceTests {
    private static let zoned = """
        DTSTART;TZID=Europe/Berlin:20260302T090000
        DTEND;TZID=Europe/Berlin:20260302T103000
        """

    private func store(_ times: String = zoned, _ more: String = "", _ others: String...) throws
        -> StoreProgram
    {
        let store = try StoreProgram()
        let series =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\n\(times)\nSUMMARY:O\nRRULE:FREQ=DAILY;COUNT=4\n"
            + "\(more)END:VEVENT"
        try store.write(
            calendarText(([series] + others).joined(separator: "\n")),
            to: "calendars/home/u.ics"
        )
        return store
    }

    private func imported(_ lines: String..., method: String? = nil, to store: StoreProgram) throws
        -> StoreProgram.Result
    {
        let events = lines.map { "BEGIN:VEVENT\nUID:u\n\($0)\nEND:VEVENT" }.joined(separator: "\n")
        let head = method.map { "METHOD:\($0)\n" } ?? ""
        let file = try store.write(calendarText(head + events), to: "in.ics")
        return try store.run("import", file, "--to", "home")
    }

    @Test(arguments: ["", "EXDATE;TZID=Europe/Berlin:20260303T090000\n"])
    func `a canceled occurrence without a start gets the length of the series`(excluded: String) throws {
        let store = try store(Self.zoned, excluded)
        let result = try imported(
            "DTSTAMP:20260201T000000Z\nRECURRENCE-ID;TZID=Europe/Berlin:20260303T090000\nSTATUS:CANCELLED",
            to: store
        )
        #expect(result.output.hasPrefix("updated u: one occurrence\n"), "\(result)")
        let event = try #require(try store.events().first { $0["status"] as? String == "cancelled" })
        #expect(event["start"] as? String == "2026-03-03T09:00:00+01:00")
        #expect(event["end"] as? String == "2026-03-03T10:30:00+01:00")
    }

    @Test func `a canceled occurrence of an unknown series starts at its RECURRENCE-ID`() throws {
        let store = try StoreProgram()
        let result = try imported(
            "DTSTAMP:20260201T000000Z\nRECURRENCE-ID:20260303T080000Z\nSTATUS:CANCELLED",
            to: store
        )
        #expect(result.output.hasPrefix("added 1"), "\(result)")
        let text = String(decoding: try store.contents()["home/u.ics"] ?? Data(), as: UTF8.self)
        #expect(text.contains("DTSTART:20260303T080000Z"), "\(text)")
    }

    @Test func `an occurrence is named as in the series, and a guess is reported`() throws {
        let days = try store("DTSTART;VALUE=DATE:20260302")
        let cancel = "DTSTAMP:20260201T000000Z\nRECURRENCE-ID:20260302T230000Z\nSTATUS:CANCELLED"
        let result = try imported(cancel, method: "CANCEL", to: days)
        #expect(result.output.hasPrefix("canceled u: 2026-03-03\n"), "\(result)")
        let guess =
            "warning: u: RECURRENCE-ID: '20260302T230000Z' is a UTC time in an all-day series; read as 20260303"
        #expect(result.errors.contains(guess), "\(result.errors)")

        let zoned = try store()
        let there = "DTSTAMP:20260201T000000Z\nRECURRENCE-ID;TZID=America/New_York:20260303T030000"
        let named = try imported(there, method: "CANCEL", to: zoned)
        #expect(named.output.hasPrefix("canceled u: 2026-03-03 09:00\n"), "\(named)")
        #expect(!named.errors.contains("warning"), "\(named.errors)")

        let far = try store("DTSTART;TZID=Asia/Tokyo:20260302T170000")
        let shown = try imported(there, method: "CANCEL", to: far)
        #expect(shown.output.hasPrefix("canceled u: 2026-03-03 17:00 (Asia/Tokyo)\n"), "\(shown)")
    }

    @Test func `an older occurrence in a newer message is reported as skipped`() throws {
        let stored =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSEQUENCE:5\nRECURRENCE-ID;TZID=Europe/Berlin:20260303T090000\n"
            + "DTSTART;TZID=Europe/Berlin:20260303T110000\nSUMMARY:O\nEND:VEVENT"
        let store = try store(Self.zoned, "SEQUENCE:1\n", stored)
        let result = try imported(
            "DTSTAMP:20260201T000000Z\nSEQUENCE:2\n\(Self.zoned)\nSUMMARY:New\nRRULE:FREQ=DAILY;COUNT=4",
            "DTSTAMP:20260201T000000Z\nSEQUENCE:1\nRECURRENCE-ID;TZID=Europe/Berlin:20260303T090000\n"
                + "DTSTART;TZID=Europe/Berlin:20260303T120000\nSUMMARY:New",
            to: store
        )
        let words =
            "updated \"New\" (u): SEQUENCE 1 to SEQUENCE 2; "
            + "skipped 2026-03-03 09:00 (SEQUENCE 1 is older than the stored SEQUENCE 5)\n"
        #expect(result.output.hasPrefix(words), "\(result)")
    }
}
