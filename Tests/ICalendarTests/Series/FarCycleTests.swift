import ICalendar
import Testing
import TestTraits

@testable import ICalendarCore

/// Tests zones with endless rules, queried centuries after the first 400-year cycle.
///
/// Outlook's VTIMEZONEs start in 1601, so their second cycle starts around 2002.
@Suite struct FarCycleTests {
    /// Returns a zone in Outlook's format that starts in a given year.
    private static func zone(since year: Int) -> String {
        """
        BEGIN:VTIMEZONE
        TZID:W. Europe Standard Time
        BEGIN:STANDARD
        DTSTART:\(year)0101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:\(year)0101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        """
    }

    @Test(arguments: [
        "FREQ=HOURLY;COUNT=8", "FREQ=MINUTELY;INTERVAL=30;COUNT=10", "FREQ=DAILY;BYHOUR=9,15;COUNT=20",
        "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,15;COUNT=10", "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9,15;COUNT=24",
        "FREQ=SECONDLY;INTERVAL=3000;COUNT=4000",
    ])
    func `COUNT produces the same instances in every cycle of a zone`(rule: String) throws {
        func found(_ year: Int) throws -> Expanded {
            let event = "DTSTART;TZID=W. Europe Standard Time:20260105T090000\nRRULE:\(rule)"
            let text = calendar(event, zones: Self.zone(since: year))
            return try expand(text, from: "2026-01-01", to: "2029-01-01")
        }
        let (outlook, later) = (try found(1601), try found(1801))
        #expect(outlook.starts == later.starts && outlook.remarks == [])
        let count = try #require(Int(rule.split(separator: "=").last ?? ""))
        #expect(outlook.starts.count == count)
    }

    @Test func `COUNT is evaluated correctly in a system zone in the year 2500`() throws {
        let text = calendar("DTSTART;TZID=Europe/Berlin:25000105T090000\nRRULE:FREQ=HOURLY;COUNT=8")
        let found = try expand(text, from: "2500-01-01", to: "2501-01-01")
        #expect(found.starts.count == 8 && found.remarks == [])
    }

    @Test(arguments: [1601, 1801, 1999])
    func `clock changes are counted the same in every cycle`(year: Int) throws {
        let text = calendar(
            "DTSTART;TZID=W. Europe Standard Time:20260105T090000\nRRULE:FREQ=DAILY",
            zones: Self.zone(since: year)
        )
        let file = try CalendarFile(text: text)
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_767_225_600),
            to: Instant(secondsSince1970: 1_798_761_600),
            in: .utc
        )
        let table = try #require(file.occurrences(in: window).segments.first?.base.clock.zone.table)
        let start = try #require(table.cycleStart)
        var numbers = SeededGenerator(seed: 1601)
        for _ in 0..<200 {
            let points = (0..<3).map { _ in
                start + Int.random(in: 0..<3 * TransitionTable.cycle, using: &numbers)
            }.sorted()
            let whole = table.changes(from: points[0], to: points[2])
            #expect(
                whole == table.changes(from: points[0], to: points[1])
                    + table.changes(from: points[1], to: points[2])
            )
            let moved = points.map { $0 + TransitionTable.cycle }
            #expect(whole == table.changes(from: moved[0], to: moved[2]))
            // Two clock changes per year.
            let years = Double(points[2] - points[0]) / (365.2425 * 86_400)
            #expect(abs(Double(whole) - 2 * years) < 2.5)
        }
    }

    @Test
    func `evaluation of COUNT stops in an expensive gap and is reported`()
        throws
    {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Odd
            BEGIN:STANDARD
            DTSTART:18010101T000000
            TZOFFSETFROM:+130001
            TZOFFSETTO:-120000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:18010301T000000
            TZOFFSETFROM:-120000
            TZOFFSETTO:+130001
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let seconds = (0..<60).map(String.init).joined(separator: ",")
        let rule = "RRULE:FREQ=MINUTELY;COUNT=1700000000;BYSECOND=\(seconds)"
        let text = calendar("DTSTART;TZID=Odd:19700101T000000\n\(rule)", zones: zone)
        let found = try expand(text, from: "2025-01-01", to: "2025-01-02")
        #expect(found.starts == [])
        #expect(
            found.remarks.contains { $0.message.contains("COUNT too expensive to evaluate") },
            "\(found.remarks)"
        )
    }
}
