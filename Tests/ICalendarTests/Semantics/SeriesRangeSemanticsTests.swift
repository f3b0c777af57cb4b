import ICalendar
import Testing

/// Tests several components with the same UID: RANGE=THISANDFUTURE, several calendars, and different
/// component types.
struct SeriesRangeSemanticsTests {
    private let daily = """
        SUMMARY:Old
        DTSTART;TZID=Europe/Berlin:20260110T100000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=5
        """
    private let later = """
        SUMMARY:New
        RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260112T100000
        DTSTART;TZID=Europe/Berlin:20260112T140000
        DTEND;TZID=Europe/Berlin:20260112T160000
        """

    @Test func `THISANDFUTURE shifts later instances and replaces their duration and properties`() throws {
        let found = try expand(calendar(daily, later), from: "2026-01-01", to: "2026-02-01")
        #expect(
            found.spans == [
                "2026-01-10T10:00:00+01:00 2026-01-10T11:00:00+01:00",
                "2026-01-11T10:00:00+01:00 2026-01-11T11:00:00+01:00",
                "2026-01-12T14:00:00+01:00 2026-01-12T16:00:00+01:00",
                "2026-01-13T14:00:00+01:00 2026-01-13T16:00:00+01:00",
                "2026-01-14T14:00:00+01:00 2026-01-14T16:00:00+01:00",
            ]
        )
        #expect(found.occurrences.map(\.summary) == ["Old", "Old", "New", "New", "New"])
        #expect(found.occurrences.map(\.isDetached) == [false, false, true, true, true])
        #expect(
            found.occurrences.suffix(3).compactMap { $0.recurrenceID?.description } == [
                "2026-01-12T10:00:00+01:00", "2026-01-13T10:00:00+01:00", "2026-01-14T10:00:00+01:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `a THISANDFUTURE override applies in a window that starts after it`() throws {
        let found = try expand(calendar(daily, later), from: "2026-01-14", to: "2026-02-01")
        #expect(found.spans == ["2026-01-14T14:00:00+01:00 2026-01-14T16:00:00+01:00"])
    }

    @Test func `THISANDFUTURE does not affect instances with their own override`() throws {
        let own = """
            SUMMARY:Own
            RECURRENCE-ID;TZID=Europe/Berlin:20260113T100000
            DTSTART;TZID=Europe/Berlin:20260113T080000
            DURATION:PT15M
            """
        let found = try expand(calendar(own, daily, later), from: "2026-01-12", to: "2026-02-01")
        #expect(
            found.spans == [
                "2026-01-12T14:00:00+01:00 2026-01-12T16:00:00+01:00",
                "2026-01-13T08:00:00+01:00 2026-01-13T08:15:00+01:00",
                "2026-01-14T14:00:00+01:00 2026-01-14T16:00:00+01:00",
            ]
        )
        #expect(found.occurrences.map(\.summary) == ["New", "Own", "New"])
        #expect(found.diagnostics == [])
    }

    @Test func `the shift is calculated in local time in the master's zone`() throws {
        // 14:00 in Berlin, written in UTC, on the day before daylight saving time begins.
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20260327T100000\nRRULE:FREQ=DAILY;COUNT=3",
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260328T090000Z\nDTSTART:20260328T130000Z"
        )
        let found = try expand(ics, from: "2026-03-27", to: "2026-04-05")
        let instants = found.occurrences.map { $0.start.instant(in: .utc).description }
        #expect(instants == ["2026-03-27T09:00:00Z", "2026-03-28T13:00:00Z", "2026-03-29T12:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `the shift is calculated before times in a gap are moved`() throws {
        // One hour later is 02:30, which becomes 03:30 on the 29th, but later days are still shifted by one
        // hour.
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20260327T013000\nRRULE:FREQ=DAILY;COUNT=5",
            """
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260329T013000
            DTSTART;TZID=Europe/Berlin:20260329T023000
            """
        )
        let found = try expand(ics, from: "2026-03-28", to: "2026-04-05")
        #expect(
            found.starts == [
                "2026-03-28T01:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00",
                "2026-03-31T02:30:00+02:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `a later instance shifted into a gap moves forward`() throws {
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20260327T013000\nRRULE:FREQ=DAILY;COUNT=4",
            """
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T013000
            DTSTART;TZID=Europe/Berlin:20260328T023000
            """
        )
        let found = try expand(ics, from: "2026-03-28", to: "2026-04-05")
        #expect(
            found.starts == [
                "2026-03-28T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00",
            ]
        )
    }

    @Test func `the later of two THISANDFUTURE overrides applies from its own instance onward`() throws {
        let last = """
            SUMMARY:Last
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260114T100000
            DTSTART;TZID=Europe/Berlin:20260114T180000
            """
        let found = try expand(calendar(last, later, daily), from: "2026-01-11", to: "2026-02-01")
        #expect(
            found.starts == [
                "2026-01-11T10:00:00+01:00", "2026-01-12T14:00:00+01:00", "2026-01-13T14:00:00+01:00",
                "2026-01-14T18:00:00+01:00",
            ]
        )
    }

    @Test func `an RRULE in a THISANDFUTURE override is ignored`() throws {
        let found = try expand(
            calendar(daily, later + "\nRRULE:FREQ=WEEKLY;COUNT=9"),
            from: "2026-01-12",
            to: "2026-03-01"
        )
        #expect(
            found.starts == [
                "2026-01-12T14:00:00+01:00", "2026-01-13T14:00:00+01:00", "2026-01-14T14:00:00+01:00",
            ]
        )
        #expect(found.warns(at: "RRULE:FREQ=WEEKLY", saying: "RRULE"))
    }

    @Test func `one UID in two VCALENDARs produces two series and one warning`() throws {
        let ics =
            calendar(
                "UID:shared@example.com\nDTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=2",
                "UID:shared@example.com\nRECURRENCE-ID:20260111T100000Z\nDTSTART:20260111T120000Z"
            )
            + calendar(
                "UID:shared@example.com\nSEQUENCE:4\nDTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=2"
            )
        let found = try expand(ics, from: "2026-01-01", to: "2026-02-01")
        #expect(
            found.starts == [
                "2026-01-10T10:00:00Z", "2026-01-10T10:00:00Z", "2026-01-11T10:00:00Z",
                "2026-01-11T12:00:00Z",
            ]
        )
        #expect(found.remarks.map(\.code) == [.series])
        #expect(found.diagnostics.first?.contains("shared@example.com") == true)
    }

    @Test func `one UID in two files produces two series and one warning`() throws {
        let body = "UID:shared@example.com\nDTSTART:20260110T100000Z"
        let files = try [
            CalendarFile(text: calendar(body), name: "one.ics"),
            CalendarFile(text: calendar(body + "\nSEQUENCE:2"), name: "two.ics"),
        ]
        let found = try expand(files, from: "2026-01-01", to: "2026-02-01")
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-10T10:00:00Z"])
        #expect(found.occurrences.compactMap(\.file).sorted() == ["one.ics", "two.ics"])
        #expect(found.remarks.map(\.code) == [.series])
        #expect(found.diagnostics.first?.contains("shared@example.com") == true)
    }

    @Test(arguments: ["VTODO", "VJOURNAL"])
    func `a component of another type does not affect the event with its UID`(name: String) throws {
        let other = crlf(
            """
            BEGIN:\(name)
            UID:a
            DTSTAMP:20260105T000000Z
            SEQUENCE:9
            RECURRENCE-ID:20260111T100000Z
            DTSTART:20260115T100000Z
            END:\(name)
            END:VCALENDAR
            """
        )
        let ics = calendar("DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;COUNT=2")
            .replacing("END:VCALENDAR", with: other)
        let found = try expand(ics, from: "2026-01-01", to: "2026-02-01")
        #expect(found.starts == ["2026-01-10T10:00:00Z", "2026-01-11T10:00:00Z"])
        #expect(found.diagnostics == [])
    }
}
