import ICalendar
import Testing

/// Overrides whose series is missing: single ones, and whole series as exported by Lotus Notes.
struct LoneOverrideSemanticsTests {
    private func expandMarch(_ events: String...) throws -> Expanded {
        try expand(calendar(events: events), from: "2026-03-01", to: "2026-04-01")
    }

    private let range = """
        RECURRENCE-ID;RANGE=THISANDFUTURE:20260302T090000Z
        DTSTART:20260302T090000Z
        DURATION:PT1H
        """

    @Test(arguments: [
        "RDATE:20260302T090000Z,20260303T090000Z,20260309T090000Z",
        "RDATE;VALUE=PERIOD:20260302T090000Z/20260302T100000Z,20260303T090000Z/PT1H,20260309T090000Z/PT1H",
        "rdate:20260303t090000z\nRDATE:20260309T09\n 0000Z",
        "RRULE:FREQ=DAILY;COUNT=2\nRDATE:20260309T090000Z",
        "RRULE:FREQ=DAILY;COUNT=9\nEXDATE:20260304T090000Z,20260305T090000Z,20260306T090000Z,20260307T090000Z,"
            + "20260308T090000Z,20260310T090000Z",
    ])
    func `an override with RANGE generates instances from its own rules and dates`(recurrence: String) throws
    {
        let found = try expandMarch("\(range)\n\(recurrence)")
        #expect(found.starts == ["2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z", "2026-03-09T09:00:00Z"])
        #expect(found.spans.allSatisfy { $0.hasSuffix("T10:00:00Z") })
        #expect(found.occurrences.allSatisfy { $0.recurrenceID == $0.start && !$0.isDetached })
        #expect(found.diagnostics.count == 1)
        #expect(found.warns(at: "RECURRENCE-ID", saying: "its series is missing; using the R"))
    }

    @Test func `other overrides modify instances of such a series`() throws {
        let dates = "RDATE:20260303T090000Z,20260304T090000Z"
        let moved = "RECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T150000Z\nDURATION:PT2H"
        for events in [["\(range)\n\(dates)", moved], [moved, "\(range)\n\(dates)"]] {
            let found = try expand(calendar(events: events), from: "2026-03-01", to: "2026-04-01")
            #expect(found.starts == ["2026-03-02T09:00:00Z", "2026-03-03T15:00:00Z", "2026-03-04T09:00:00Z"])
            #expect(found.occurrences.map(\.isDetached) == [false, true, false])
        }
    }

    @Test func `the later of two revisions of such a series wins`() throws {
        let older = "SEQUENCE:1\n\(range)\nRDATE:20260305T090000Z"
        let newer = "SEQUENCE:2\n\(range)\nRDATE:20260306T090000Z"
        for events in [[older, newer], [newer, older]] {
            let found = try expand(calendar(events: events), from: "2026-03-01", to: "2026-04-01")
            #expect(found.starts == ["2026-03-02T09:00:00Z", "2026-03-06T09:00:00Z"])
        }
    }

    @Test func `a later revision of the first instance does not affect the others`() throws {
        let one = "SEQUENCE:9\nRECURRENCE-ID:20260302T090000Z\nDTSTART:20260302T110000Z\nDURATION:PT1H"
        let found = try expandMarch("\(range)\nRDATE:20260305T090000Z", one)
        #expect(found.starts == ["2026-03-02T11:00:00Z", "2026-03-05T09:00:00Z"])
    }

    @Test(arguments: ["RRULE:FREQ=DAILY;COUNT=3", "RDATE:20260305T090000Z", "rrule:freq=daily"])
    func `rules and dates are ignored without RANGE`(recurrence: String) throws {
        let found = try expandMarch("RECURRENCE-ID:20260302T090000Z\nDTSTART:20260302T100000Z\n\(recurrence)")
        #expect(found.starts == ["2026-03-02T10:00:00Z"])
        #expect(found.occurrences.map(\.isDetached) == [true])
        #expect(found.warns(at: "RRULE", "RDATE", "rrule", saying: "ignored"))
    }

    @Test func `RANGE without rules and dates is ignored`() throws {
        let found = try expandMarch(range)
        #expect(found.starts == ["2026-03-02T09:00:00Z"])
        #expect(found.occurrences.map(\.isDetached) == [true])
        #expect(found.warns(at: "RECURRENCE-ID", saying: "RANGE ignored"))
    }

    @Test func `an override's rule is ignored if its series is present`() throws {
        let master = "DTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"
        let found = try expandMarch(master, "\(range)\nRRULE:FREQ=DAILY;COUNT=9")
        #expect(found.starts.count == 3)
        #expect(found.warns(at: "RRULE", saying: "ignored"))
    }

    @Test func `a series that ended before the window still counts as present`() throws {
        let master = "DTSTART:20200302T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"
        let text = calendar(
            master,
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20200303T090000Z\nDTSTART:20200303T100000Z\nDURATION:PT1H\n"
                + "RRULE:FREQ=DAILY;UNTIL=20260305T100000Z"
        )
        let bytes = Array(text.utf8)
        let window = try window("2026-03-01", "2026-04-01")
        var search = OccurrenceSearch(in: window)
        try search.read(bytes: bytes)
        #expect(Array(search.occurrences()).isEmpty)
        #expect(try expand(text, from: "2026-03-01", to: "2026-04-01").lines.isEmpty)
    }

    @Test func `RANGE is ignored in an override without a matching instance`() throws {
        let master = "DTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"
        let found = try expandMarch(
            master,
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T110000Z\nDTSTART:20260303T120000Z"
        )
        #expect(found.starts.count == 4)
        #expect(found.warns(at: "RECURRENCE-ID", saying: "RANGE ignored"))
    }
}
