import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests that counting several dense rules in one event by arithmetic matches iterating over them.
struct SeveralDenseRulesTests {
    @Test(.long) func `counting random sets of rules matches iterating over them`() throws {
        var numbers = SeededGenerator(seed: 2445)
        var counted = 0
        for _ in 0..<120 {
            let text = Self.text(using: &numbers)
            let zone = try Zone(identifier: ["UTC", "Europe/Berlin"].randomElement(using: &numbers) ?? "UTC")
            // Half the starts are near the last Sunday in March, when clocks in Berlin skip an hour.
            let isAround = Bool.random(using: &numbers)
            let from =
                isAround
                ? 1_743_210_000 - Int.random(in: 400_000..<600_000, using: &numbers)
                : 1_735_689_600 + Int.random(in: 0..<20_000_000, using: &numbers)
            let to = from + (isAround ? 1_200_000 : Int.random(in: 10_000..<200_000, using: &numbers))
            let window = try OccurrenceWindow(
                from: Instant(secondsSince1970: from),
                to: Instant(secondsSince1970: to),
                in: zone
            )
            let file = try CalendarFile(bytes: Array(text.utf8))
            for segment in file.occurrences(in: window).segments {
                let count = segment.count(from: from, to: to, startingFrom: .min, unlessThereAre: -1)
                guard let count else { continue }
                counted += 1
                var items = segment.items(from: from, to: to)
                var walked = 0
                while items.next() != nil { walked += 1 }
                #expect(count == walked, "\(text)\(window.searchedRange)")
            }
        }
        #expect(counted > 60)
    }

    @Test(arguments: [
        (["FREQ=SECONDLY", "FREQ=SECONDLY;UNTIL=20300101T000000Z"], 1),
        (["FREQ=SECONDLY;INTERVAL=2", "FREQ=SECONDLY;INTERVAL=3", "FREQ=SECONDLY"], 1),
        (["FREQ=SECONDLY;INTERVAL=2", "FREQ=SECONDLY;INTERVAL=4"], 2),
        (["FREQ=SECONDLY", "FREQ=MINUTELY;BYDAY=MO;BYHOUR=3"], 1),
    ])
    func `rules for every second of a year are counted quickly`(rules: [String], step: Int) throws {
        let lines = rules.map { "RRULE:\($0)\r\n" }.joined()
        let text =
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20250101T000000Z\r\n\(lines)END:VEVENT\r\nEND:VCALENDAR\r\n"
        let file = try CalendarFile(bytes: Array(text.utf8))
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_767_225_600),
            to: Instant(secondsSince1970: 1_767_225_600 + 365 * 86_400),
            in: .utc
        )
        let segment = try #require(file.occurrences(in: window).segments.first)
        let range = window.searchedRange
        let count = segment.count(
            from: range.lowerBound.secondsSince1970,
            to: range.upperBound.secondsSince1970,
            startingFrom: .min
        )
        #expect(count == 365 * 86_400 / step)
        #expect(OccurrenceIndex(of: [file], in: .utc).occurrences(in: window).count == 365 * 86_400 / step)
    }

    private static func text(using numbers: inout SeededGenerator) -> String {
        func pick(_ texts: String...) -> String { texts.randomElement(using: &numbers) ?? "" }
        let zone = pick("", ";TZID=Europe/Berlin", ";TZID=Europe/Berlin")
        let date = "2025\(pick("0101", "0228", "0329", "0330"))"
        let rules = (0..<Int.random(in: 2...4, using: &numbers)).map { _ in
            let interval = Int.random(in: 90...1800, using: &numbers)
            let rule = pick(
                "FREQ=SECONDLY;INTERVAL=\(interval)",
                "FREQ=SECONDLY;INTERVAL=\(interval / 60 * 60)",
                "FREQ=MINUTELY;BYSECOND=0,\(interval % 60)",
                "FREQ=HOURLY;BYMINUTE=0,15,30;BYSECOND=0",
                "FREQ=HOURLY",
                "FREQ=DAILY;BYHOUR=1,2,3"
            )
            return "RRULE:" + rule
                + pick(
                    "",
                    "",
                    ";COUNT=\(Int.random(in: 1...40_000, using: &numbers))",
                    ";UNTIL=20250415T113000Z"
                )
        }
        var lines = ["UID:1", "DTSTART\(zone):\(date)T0\(pick("0", "2", "3"))\(pick("00", "15"))00"] + rules
        lines.append(pick("DURATION:PT0S", "DURATION:PT7S", "DURATION:PT2H", "DURATION:P1D"))
        if Bool.random(using: &numbers) { lines.append("EXDATE\(zone):\(date)T060000") }
        if Bool.random(using: &numbers) { lines.append("RDATE\(zone):20250330T023000,20250330T033000") }
        return
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n\(lines.joined(separator: "\r\n"))\r\nEND:VEVENT\r\n"
            + "END:VCALENDAR\r\n"
    }
}
