import ICalendar
import Testing

/// Tests several components with the same UID: overrides, revisions, and inconsistent components.
struct SeriesSemanticsTests {
    private let january = (from: "2026-01-01", to: "2026-02-01")
    private let daily = "DTSTART;TZID=Europe/Berlin:20260110T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"

    private func expandJanuary(_ events: String..., options: ExpansionOptions = .init()) throws -> Expanded {
        try expand(calendar(events: events), from: january.from, to: january.to, options: options)
    }

    @Test(arguments: [
        "RECURRENCE-ID:20260111T090000Z", "RECURRENCE-ID;TZID=America/New_York:20260111T040000",
    ])
    func `a RECURRENCE-ID in another zone is matched by instant`(place: String) throws {
        let found = try expandJanuary(
            daily,
            "\(place)\nDTSTART;TZID=Europe/Berlin:20260111T150000\nDURATION:PT2H"
        )
        #expect(
            found.spans == [
                "2026-01-10T10:00:00+01:00 2026-01-10T11:00:00+01:00",
                "2026-01-11T15:00:00+01:00 2026-01-11T17:00:00+01:00",
                "2026-01-12T10:00:00+01:00 2026-01-12T11:00:00+01:00",
            ]
        )
        #expect(found.occurrences.map(\.isDetached) == [false, true, false])
        #expect(found.diagnostics == [])
    }

    @Test func `a RECURRENCE-ID with a DATE replaces all instances on that local day with one override`()
        throws
    {
        let found = try expandJanuary(
            "DTSTART:20260110T000000Z\nRRULE:FREQ=HOURLY;INTERVAL=6;COUNT=12",
            "RECURRENCE-ID;VALUE=DATE:20260111\nDTSTART:20260111T090000Z"
        )
        #expect(
            found.starts == [
                "2026-01-10T00:00:00Z", "2026-01-10T06:00:00Z", "2026-01-10T12:00:00Z",
                "2026-01-10T18:00:00Z",
                "2026-01-11T09:00:00Z", "2026-01-12T00:00:00Z", "2026-01-12T06:00:00Z",
                "2026-01-12T12:00:00Z",
                "2026-01-12T18:00:00Z",
            ]
        )
        #expect(found.warns(at: "RECURRENCE-ID", saying: "RECURRENCE-ID"))
    }

    @Test func `a RECURRENCE-ID with a DATE-TIME in an all-day series is matched by day`() throws {
        let found = try expandJanuary(
            "DTSTART;VALUE=DATE:20260110\nRRULE:FREQ=DAILY;COUNT=3",
            "RECURRENCE-ID:20260111T000000Z\nDTSTART;VALUE=DATE:20260120"
        )
        #expect(found.starts == ["2026-01-10", "2026-01-12", "2026-01-20"])
        #expect(found.warns(at: "RECURRENCE-ID", saying: "RECURRENCE-ID"))
    }

    @Test func `a moved override appears only at its new time`() throws {
        let ics = calendar(
            daily,
            "RECURRENCE-ID;TZID=Europe/Berlin:20260111T100000\nDTSTART;TZID=Europe/Berlin:20260301T100000"
        )
        #expect(try expand(ics, from: "2026-01-11", to: "2026-01-12").lines == [])
        let moved = try expand(ics, from: "2026-03-01", to: "2026-03-02")
        #expect(
            moved.lines == [
                "2026-03-01T10:00:00+01:00 2026-03-01T10:00:00+01:00 a @2026-01-11T10:00:00+01:00 detached"
            ]
        )
        #expect(moved.diagnostics == [])
    }

    @Test
    func
        `of several overrides for an instance, the highest SEQUENCE, then DTSTAMP, then the last one is current`()
        throws
    {
        let place = "RECURRENCE-ID:20260110T100000Z\n"
        let series = "DTSTART:20260109T100000Z\nRRULE:FREQ=DAILY;COUNT=2"
        let sequence = try expandJanuary(
            series,
            place + "SEQUENCE:3\nDTSTART:20260110T110000Z",
            place + "SEQUENCE:2\nDTSTAMP:20260102T000000Z\nDTSTART:20260110T120000Z"
        )
        #expect(sequence.starts == ["2026-01-09T10:00:00Z", "2026-01-10T11:00:00Z"])
        let stamp = try expandJanuary(
            series,
            place + "DTSTAMP:20260103T000000Z\nDTSTART:20260110T110000Z",
            place + "DTSTAMP:20260102T000000Z\nDTSTART:20260110T120000Z"
        )
        #expect(stamp.starts == ["2026-01-09T10:00:00Z", "2026-01-10T11:00:00Z"])
        let last = try expandJanuary(
            series,
            place + "DTSTART:20260110T110000Z",
            place + "DTSTART:20260110T120000Z"
        )
        #expect(last.starts == ["2026-01-09T10:00:00Z", "2026-01-10T12:00:00Z"])
    }

    @Test func `of several events with one UID, the highest SEQUENCE is current`() throws {
        let found = try expandJanuary(
            "SEQUENCE:2\nDTSTART:20260110T100000Z",
            "SEQUENCE:1\nDTSTAMP:20260105T000000Z\nDTSTART:20260112T100000Z\nRRULE:FREQ=DAILY;COUNT=3"
        )
        #expect(found.starts == ["2026-01-10T10:00:00Z"])
    }

    @Test func `events with equal SEQUENCE but different times are kept`() throws {
        let starts = try expandJanuary("DTSTART:20260110T100000Z", "DTSTART:20260112T100000Z")
        #expect(starts.lines.count == 2)
        #expect(starts.warns(at: "BEGIN:VEVENT", "UID", "DTSTART", saying: "UID", " a"))
        let ends = try expandJanuary(
            "DTSTART:20260110T100000Z\nDURATION:PT1H",
            "DTSTART:20260110T100000Z\nDURATION:PT2H"
        )
        #expect(
            ends.spans == [
                "2026-01-10T10:00:00Z 2026-01-10T11:00:00Z", "2026-01-10T10:00:00Z 2026-01-10T12:00:00Z",
            ]
        )
        #expect(!ends.diagnostics.isEmpty)
    }

    @Test func `of otherwise equal events, the latest DTSTAMP, then the last one is current`()
        throws
    {
        let stamp = try expandJanuary(
            "SUMMARY:new\nDTSTAMP:20260103T000000Z\nDTSTART:20260110T100000Z",
            "SUMMARY:old\nDTSTAMP:20260102T000000Z\nDTSTART:20260110T100000Z"
        )
        #expect(stamp.occurrences.map(\.summary) == ["new"])
        let last = try expandJanuary(
            "SUMMARY:first\nDTSTART:20260110T100000Z",
            "SUMMARY:last\nDTSTART:20260110T100000Z"
        )
        #expect(last.occurrences.map(\.summary) == ["last"])
    }

    @Test func `an override without its master appears once and is marked detached`() throws {
        let found = try expandJanuary(
            "RECURRENCE-ID:20260110T100000Z\nDTSTART:20260111T100000Z\nDURATION:PT1H"
        )
        #expect(
            found.lines == ["2026-01-11T10:00:00Z 2026-01-11T11:00:00Z a @2026-01-10T10:00:00Z detached"]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `an override without a matching instance appears once and is marked detached`() throws {
        let found = try expandJanuary(
            "DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=2",
            "RECURRENCE-ID:20260110T113000Z\nDTSTART:20260115T100000Z"
        )
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-11T10:00:00Z", "2026-01-15T10:00:00Z"])
        #expect(found.occurrences.map(\.isDetached) == [false, false, true])
        #expect(found.warns(at: "RECURRENCE-ID", "BEGIN:VEVENT", saying: "RECURRENCE-ID", "no instance"))
    }

    @Test func `the SEQUENCE of an override is never compared with its master's`() throws {
        let found = try expandJanuary(
            "SEQUENCE:7\nDTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=2",
            "SEQUENCE:1\nRECURRENCE-ID:20260111T100000Z\nDTSTART:20260111T150000Z"
        )
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-11T15:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `canceled and declined events are returned with their status`() throws {
        let found = try expandJanuary(
            "DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=2",
            "RECURRENCE-ID:20260111T100000Z\nDTSTART:20260111T100000Z\nSTATUS:CANCELLED",
            "UID:b\nDTSTART:20260112T100000Z\nATTENDEE;PARTSTAT=DECLINED:mailto:me@example.com"
        )
        #expect(found.occurrences.map(\.event.status) == [nil, .cancelled, nil])
        #expect(found.occurrences.last?.event.attendees.first?.status == .declined)
        #expect(found.diagnostics == [])
    }

    @Test func `canceled occurrences can be hidden by an option`() throws {
        var options = ExpansionOptions()
        options.hidesCancelled = true
        let found = try expandJanuary(
            "DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=3",
            "RECURRENCE-ID:20260111T100000Z\nDTSTART:20260111T100000Z\nSTATUS:CANCELLED",
            "UID:b\nDTSTART:20260112T090000Z\nSTATUS:CANCELLED",
            options: options
        )
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-12T10:00:00Z"])
    }

    @Test func `an override remains even if an EXDATE removes its instance`() throws {
        let found = try expandJanuary(
            "DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260111T100000Z",
            "RECURRENCE-ID:20260111T100000Z\nDTSTART:20260111T150000Z"
        )
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-11T15:00:00Z", "2026-01-12T10:00:00Z"])
        #expect(found.warns(at: "EXDATE", "RECURRENCE-ID", "BEGIN:VEVENT", saying: "EXDATE"))
    }

    @Test func `an event without DTSTART is skipped`() throws {
        let found = try expandJanuary("SUMMARY:When?", "UID:b\nDTSTART:20260110T100000Z")
        #expect(found.occurrences.map(\.uid) == ["b"])
        #expect(found.warns(at: "BEGIN:VEVENT", saying: "DTSTART"))
    }

    @Test func `a missing UID is derived from the content, and is stable and distinct`() throws {
        let one = "BEGIN:VEVENT\nDTSTART:20260110T100000Z\nSUMMARY:One\nEND:VEVENT\n"
        let two = "BEGIN:VEVENT\nDTSTART:20260110T110000Z\nSUMMARY:Two\nEND:VEVENT\n"
        func read(_ events: String) throws -> Expanded {
            let ics = crlf("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(events)END:VCALENDAR\n")
            return try expand(ics, from: january.from, to: january.to)
        }
        let found = try read(one + two)
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-10T11:00:00Z"])
        #expect(Set(found.occurrences.map(\.uid)).count == 2)
        #expect(found.occurrences.allSatisfy { !$0.uid.isEmpty })
        #expect(found.warns(at: "BEGIN:VEVENT", saying: "UID"))
        #expect(try read(two + one).occurrences.map(\.uid) == found.occurrences.map(\.uid))
    }
}
