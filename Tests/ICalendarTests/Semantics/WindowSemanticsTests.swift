import ICalendar
import Testing

/// Tests which occurrences a window contains, how wide it can be, and how it orders them.
struct WindowSemanticsTests {
    private func window(_ from: String, _ to: String, in name: String = "UTC") throws -> OccurrenceWindow {
        let zone = try Zone(identifier: name)
        return try OccurrenceWindow(from: instant(from, in: zone), to: instant(to, in: zone), in: zone)
    }

    @Test func `an event that ends exactly when the window starts is excluded`() throws {
        let ics = calendar("DTSTART:20260110T090000Z\nDTEND:20260110T100000Z")
        #expect(try expand(ics, from: "2026-01-10T10:00:00", to: "2026-01-11").lines == [])
        let found = try expand(ics, from: "2026-01-10T09:59:59", to: "2026-01-11")
        #expect(found.lines == ["2026-01-10T09:00:00Z 2026-01-10T10:00:00Z a"])
    }

    @Test func `an event that starts exactly when the window ends is excluded`() throws {
        let ics = calendar("DTSTART:20260110T090000Z\nDTEND:20260110T100000Z")
        #expect(try expand(ics, from: "2026-01-10", to: "2026-01-10T09:00:00").lines == [])
        #expect(try expand(ics, from: "2026-01-10", to: "2026-01-10T09:00:01").starts.count == 1)
    }

    @Test func `a zero-length event exactly at the start of the window is included`() throws {
        let ics = calendar("DTSTART:20260110T090000Z")
        let found = try expand(ics, from: "2026-01-10T09:00:00", to: "2026-01-11")
        #expect(found.lines == ["2026-01-10T09:00:00Z 2026-01-10T09:00:00Z a"])
        #expect(found.diagnostics == [])
        #expect(try expand(ics, from: "2026-01-09", to: "2026-01-10T09:00:00").lines == [])
    }

    @Test func `an event that covers the whole window is included`() throws {
        let ics = calendar("DTSTART:20251201T000000Z\nDTEND:20260301T000000Z")
        #expect(try expand(ics, from: "2026-01-10", to: "2026-01-11").starts == ["2025-12-01T00:00:00Z"])
    }

    @Test func `an all-day event starts and ends at midnight in the display time zone`() throws {
        let ics = calendar("DTSTART;VALUE=DATE:20260110")
        let after = try expand(ics, from: "2026-01-10T23:00:00Z", to: "2026-01-12", in: "Europe/Berlin")
        #expect(after.lines == [])
        let last = try expand(ics, from: "2026-01-10T22:59:59Z", to: "2026-01-12", in: "Europe/Berlin")
        #expect(last.lines == ["2026-01-10 2026-01-11 a"])
    }

    @Test func `a four-year window is searched completely`() throws {
        let window = try window("2020-01-01", "2024-01-01")
        #expect(!window.isShortened)
        #expect(window.searchedRange == window.requestedRange)
        #expect(window.diagnostic == nil)
    }

    @Test func `a wider window is shortened to 1461 days and reported`() throws {
        let window = try window("2020-01-01", "2030-01-01")
        #expect(window.isShortened)
        #expect(window.requestedRange.upperBound.description == "2030-01-01T00:00:00Z")
        #expect(window.searchedRange.lowerBound.description == "2020-01-01T00:00:00Z")
        #expect(window.searchedRange.upperBound.description == "2024-01-01T00:00:00Z")
        let ics = calendar("DTSTART;VALUE=DATE:20231231", "UID:b\nDTSTART;VALUE=DATE:20240101")
        let found = try expand(ics, from: "2020-01-01", to: "2030-01-01")
        #expect(found.starts == ["2023-12-31"])
        #expect(window.diagnostic?.code == .window)
        #expect(window.diagnostic?.message.contains("2024-01-01") == true)
    }

    @Test func `a wider range can be searched in steps without duplicates`() throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:20200101\nRRULE:FREQ=YEARLY",
            "UID:seam\nDTSTART:20231231T120000Z\nDTEND:20240102T120000Z"
        )
        let file = try CalendarFile(text: ics, name: "test.ics")
        let steps = try OccurrenceWindow.steps(
            from: instant("2020-01-01", in: .utc),
            to: instant("2030-01-01", in: .utc),
            in: .utc
        )
        #expect(steps.count == 3)
        #expect(steps.allSatisfy { !$0.isShortened })
        #expect(
            zip(steps, steps.dropFirst()).allSatisfy {
                $0.searchedRange.upperBound == $1.searchedRange.lowerBound
            }
        )
        let starts = steps.flatMap { Array(file.occurrences(in: $0)) }.map { $0.start.description }
        #expect(starts.filter { $0.hasSuffix("Z") } == ["2023-12-31T12:00:00Z"])
        #expect(starts.filter { !$0.hasSuffix("Z") } == (2020...2029).map { "\($0)-01-01" })
    }

    @Test func `four years are counted in calendar days if that reaches further than in hours`() throws {
        // From daylight saving time to standard time: the last local day ends one hour after 1461 × 24 hours.
        let allowed = try window("2022-10-26", "2026-10-26", in: "Europe/Berlin")
        #expect(!allowed.isShortened)
        let wider = try window("2022-10-26", "2027-01-01", in: "Europe/Berlin")
        #expect(wider.searchedRange.upperBound.description == "2026-10-25T23:00:00Z")
    }

    @Test func `four years are counted as 1461 × 24 hours if that reaches further than in calendar days`()
        throws
    {
        // From standard time to daylight saving time: 1461 × 24 hours end one hour after local midnight.
        let allowed = try window("2019-03-26T23:00:00Z", "2023-03-26T23:00:00Z", in: "Europe/Berlin")
        #expect(!allowed.isShortened)
        let wider = try window("2019-03-27", "2024-01-01", in: "Europe/Berlin")
        #expect(wider.searchedRange.upperBound.description == "2023-03-26T23:00:00Z")
    }

    @Test(arguments: [("2026-01-02", "2026-01-02"), ("2026-01-03", "2026-01-02")])
    func `an empty or reversed window is an error that names both bounds`(from: String, to: String) throws {
        let error = #expect(throws: CalendarError.self) { try window(from, to) }
        #expect(error?.code == .invalidWindow)
        #expect(error?.detail.contains(from) == true)
        #expect(error?.detail.contains(to) == true)
    }

    @Test func `occurrences are sorted by start, then end, then UID`() throws {
        let ics = calendar(
            "UID:d\nDTSTART:20260110T090000Z\nDTEND:20260110T100000Z",
            "UID:c\nDTSTART:20260110T090000Z\nDTEND:20260110T093000Z",
            "UID:B\nDTSTART:20260110T090000Z\nDTEND:20260110T100000Z",
            "UID:a\nDTSTART:20260110T091500Z\nDTEND:20260110T092000Z",
            "UID:e\nDTSTART:20260110T083000Z\nDTEND:20260110T110000Z"
        )
        let found = try expand(ics, from: "2026-01-10", to: "2026-01-11")
        #expect(found.occurrences.map(\.uid) == ["e", "c", "B", "d", "a"])
    }

    @Test func `occurrences with equal start, end and UID are sorted by RECURRENCE-ID`() throws {
        let ics = calendar(
            "DTSTART:20260110T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3",
            "RECURRENCE-ID:20260112T090000Z\nDTSTART:20260115T090000Z\nDURATION:PT1H",
            "RECURRENCE-ID:20260111T090000Z\nDTSTART:20260115T090000Z\nDURATION:PT1H"
        )
        let found = try expand(ics, from: "2026-01-15", to: "2026-01-16")
        #expect(
            found.occurrences.compactMap { $0.recurrenceID?.description }
                == ["2026-01-11T09:00:00Z", "2026-01-12T09:00:00Z"]
        )
    }

    @Test func `all-day and floating times are sorted in the display time zone`() throws {
        let ics = calendar(
            "UID:floating\nDTSTART:20260110T003000",
            "UID:late\nDTSTART:20260109T231500Z",
            "UID:day\nDTSTART;VALUE=DATE:20260110",
            "UID:early\nDTSTART:20260109T223000Z"
        )
        let berlin = try expand(ics, from: "2026-01-09", to: "2026-01-12", in: "Europe/Berlin")
        #expect(berlin.occurrences.map(\.uid) == ["early", "day", "late", "floating"])
        let utc = try expand(ics, from: "2026-01-09", to: "2026-01-12")
        #expect(utc.occurrences.map(\.uid) == ["early", "late", "day", "floating"])
    }

    @Test func `the same input always produces the same output lines`() throws {
        let ics = calendar(
            "DTSTART:20260110T090000Z\nRRULE:FREQ=HOURLY;COUNT=50\nRDATE:20260112T000000Z",
            "UID:b\nDTSTART:20260110T090000Z\nRRULE:FREQ=HOURLY;INTERVAL=2;COUNT=50"
        )
        let first = try expand(ics, from: "2026-01-10", to: "2026-01-20")
        let second = try expand(ics, from: "2026-01-10", to: "2026-01-20")
        #expect(first.lines.count == 100)
        #expect(first.lines == second.lines)
        #expect(first.diagnostics == second.diagnostics)
    }
}
