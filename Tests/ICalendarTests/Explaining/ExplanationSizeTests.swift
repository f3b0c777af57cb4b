import ICalendar
import Testing

@testable import ICalendarCore

/// Tests the size limits of explanations.
///
/// A file can hold thousands of calendars, and a series hundreds of rules.
@Suite struct ExplanationSizeTests {
    private func explain(_ text: String) throws -> Explanation {
        let window = try OccurrenceWindow(
            from: instant("2026-01-01", in: .utc),
            to: instant("2027-01-01", in: .utc),
            in: .utc
        )
        let file = try CalendarFile(text: text)
        return try #require(Explanation(of: "a", in: [file], window: window))
    }

    /// Returns a calendar with a zone that changes its clocks every day.
    private func restless(hours: Int) -> String {
        let east = "+\(hours < 10 ? "0" : "")\(hours)00"
        func observance(_ name: String, _ day: Int, _ before: String, _ after: String) -> String {
            """
            BEGIN:\(name)
            DTSTART:2026010\(day)T000000
            TZOFFSETFROM:\(before)
            TZOFFSETTO:\(after)
            RRULE:FREQ=DAILY;INTERVAL=2
            END:\(name)
            """
        }
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Own
            \(observance("STANDARD", 1, east, "+0000"))
            \(observance("DAYLIGHT", 2, "+0000", east))
            END:VTIMEZONE
            """
        return calendar("DTSTART;TZID=Own:20260101T000000\nRRULE:FREQ=MINUTELY;INTERVAL=30", zones: zone)
    }

    @Test(arguments: [(1, 300...1000), (12, 10...90)])
    func `all calendars share the limit for clock changes in proportion to their hours`(
        hours: Int,
        expected: ClosedRange<Int>
    ) throws {
        let series = try explain(String(repeating: restless(hours: hours), count: 9)).series
        #expect(series.count == 9)
        let changes = series.map(\.clockChanges.count)
        #expect(expected.contains(changes.reduce(0, +)), "\(changes)")
        #expect(changes.reduce(0, +) * hours <= 1000 + hours)
        #expect(changes.last == 0)
        #expect(series.last?.diagnostics.contains { $0.message.contains("change too often") } == true)
    }

    @Test func `an explanation lists only the first rules of an instance`() throws {
        let rules = (1..<12).map { "RRULE:FREQ=YEARLY;INTERVAL=\($0);COUNT=1" }.joined(separator: "\n")
        let explanation = try explain(
            calendar("DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;COUNT=3\n\(rules)")
        )
        let instances = explanation.series[0].instances
        #expect(instances.map(\.sources.count) == [13, 1, 1])
        let lines = explanation.description.split(separator: "\n").filter { $0.contains("shown") }
        let first = "DTSTART, RRULE 1, RRULE 2, RRULE 3, RRULE 4, RRULE 5, RRULE 6, RRULE 7 and 5 more"
        #expect(lines[0].hasSuffix("2026-01-01T00:00:00Z  \(first)  shown"), "\(lines[0])")
        // A long entry affects the layout of its own line only.
        #expect(lines[1].hasSuffix("RRULE 1\(String(repeating: " ", count: 33))  shown"), "\(lines[1])")
        #expect(lines[2].utf8.count == lines[1].utf8.count)
    }

    @Test(arguments: ["\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func `a value never starts a new line`(separator: String) throws {
        let explanation = try explain(calendar("DTSTART:20260101T000000Z\nSUMMARY:one\(separator)two"))
        #expect(explanation.description.hasPrefix("a: one two"))
    }
}
