import ICalendar
import Testing

@testable import ICalendarCore

/// Compares series in non-Gregorian calendars (RFC 7529) with dates from almanacs.
struct ScaleSkipTests {
    /// Returns the starts of an all-day series between two days.
    private func starts(_ rule: String, on start: String, from: String, to: String) throws -> [String] {
        let found = try expand(
            calendar("DTSTART;VALUE=DATE:\(start)\nRRULE:RSCALE=\(rule)"),
            from: from,
            to: to
        )
        #expect(found.diagnostics == [], "\(rule)")
        return found.starts
    }

    @Test(arguments: [
        // Adar I of 5784 and 5787, and the month that replaces it in common years.
        ("HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=1", "20240210", ["2024-02-10", "2027-02-08"]),
        (
            "HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=1;SKIP=BACKWARD", "20240210",
            ["2024-02-10", "2025-01-30", "2026-01-19", "2027-02-08"]
        ),
        (
            "HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=1;SKIP=FORWARD", "20240210",
            ["2024-02-10", "2025-03-01", "2026-02-18", "2027-02-08"]
        ),
        // The sixth day of the thirteenth month exists only in leap years.
        ("ETHIOPIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=6", "20230911", ["2027-09-11"]),
        (
            "ETHIOPIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=6;SKIP=BACKWARD", "20230911",
            ["2024-09-10", "2025-09-10", "2026-09-10", "2027-09-11"]
        ),
        (
            "ETHIOPIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=6;SKIP=FORWARD", "20230911",
            ["2024-09-11", "2025-09-11", "2026-09-11", "2027-09-11"]
        ),
        (
            "COPTIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=-1", "20230911",
            ["2024-09-10", "2025-09-10", "2026-09-10", "2027-09-11"]
        ),
        // 31 Chaitra, which exists only in leap years.
        ("INDIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31", "20240420", ["2024-04-20"]),
        (
            "INDIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31;SKIP=BACKWARD", "20240420",
            ["2024-04-20", "2025-04-20", "2026-04-20", "2027-04-20"]
        ),
        (
            "INDIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31;SKIP=FORWARD", "20240420",
            ["2024-04-20", "2025-04-21", "2026-04-21", "2027-04-21"]
        ),
        // Nowruz, and the last day of a leap year.
        (
            "PERSIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", "20240320",
            ["2024-03-20", "2025-03-21", "2026-03-21", "2027-03-21"]
        ),
        ("PERSIAN;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30", "20210320", ["2025-03-20"]),
    ])
    func `nonexistent days and months are omitted, or moved by SKIP`(
        rule: String,
        start: String,
        expected: [String]
    ) throws {
        #expect(try starts(rule, on: start, from: "2024-01-01", to: "2027-12-01") == expected)
    }

    #if Libical
        @Test func `Ramadan begins on the dates published in Mecca`() throws {
            let rule = "ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1"
            let found = try starts(rule, on: "20230323", from: "2024-01-01", to: "2027-12-01")
            #expect(found == ["2024-03-11", "2025-03-01", "2026-02-18", "2027-02-08"])
        }
    #endif

    @Test(arguments: [
        (";SKIP=OMIT", []), (";SKIP=BACKWARD", ["2026-06-15", "2027-06-05"]),
        (";SKIP=FORWARD", ["2026-07-14", "2027-07-04"]),
    ])
    func `the Chinese calendar has a fifth leap month in 2009 and 2028`(skip: String, between: [String])
        throws
    {
        let rule = "CHINESE;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=1" + skip
        #expect(try starts(rule, on: "20090623", from: "2026-01-01", to: "2028-01-01") == between)
        #expect(try starts(rule, on: "20090623", from: "2028-06-01", to: "2028-12-01") == ["2028-06-23"])
    }

    @Test func `BYSETPOS selects the last day of a Chinese year`() throws {
        let rule = "CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=29,30;BYSETPOS=-1"
        #expect(
            try starts(rule, on: "20250128", from: "2025-01-01", to: "2029-01-01")
                == ["2025-01-28", "2026-02-16", "2027-02-05", "2028-01-25"]
        )
        let sundays = "CHINESE;FREQ=MONTHLY;BYDAY=SU;BYSETPOS=1;COUNT=4"
        #expect(
            try starts(sundays, on: "20250202", from: "2025-01-01", to: "2026-01-01")
                == ["2025-02-02", "2025-03-02", "2025-03-30", "2025-05-04"]
        )
    }

    @Test func `an override moves one instance of a Chinese series, or all later ones`() throws {
        let master = "DTSTART;VALUE=DATE:20250129\nRRULE:RSCALE=CHINESE;FREQ=YEARLY"
        let moved = "RECURRENCE-ID;VALUE=DATE:20260217\nDTSTART;VALUE=DATE:20260220"
        let alone = try expand(calendar(master, moved), from: "2025-01-01", to: "2028-01-01")
        #expect(alone.starts == ["2025-01-29", "2026-02-20", "2027-02-06"])
        #expect(alone.diagnostics == [])
        let ranged = "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20270206\nDTSTART;VALUE=DATE:20270207"
        let following = try expand(calendar(master, ranged), from: "2026-01-01", to: "2029-01-01")
        #expect(following.starts == ["2026-02-17", "2027-02-07", "2028-01-27"])
    }

    @Test func `the Chinese and Korean calendars are independent`() throws {
        let names = ["DANGI", "CHINESE", "DANGI", "CHINESE"]
        let expected = [
            "CHINESE": ["2026-02-17", "2027-02-06", "2028-01-26", "2029-02-13"],
            "DANGI": ["2026-02-17", "2027-02-07", "2028-01-27", "2029-02-13"],
        ]
        let events = names.enumerated().map { index, name in
            "UID:\(index)-\(name)\nDTSTART;VALUE=DATE:20260217\nRRULE:RSCALE=\(name);FREQ=YEARLY"
        }
        let found = try expand(calendar(events: events), from: "2026-01-01", to: "2029-12-31")
        for (index, name) in names.enumerated() {
            let own = found.occurrences.filter { $0.uid == "\(index)-\(name)" }
            #expect(own.map(\.start.description) == expected[name])
        }
    }
}
