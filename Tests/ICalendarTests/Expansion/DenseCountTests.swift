import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests that counting by arithmetic matches iterating over occurrences.
struct DenseCountTests {
    @Test(.long) func `counting random series matches iterating over them`() throws {
        try checkSeries(80, seed: 5545)
    }

    @Test(.long) func `counting more random series also matches iterating over them`() throws {
        try checkSeries(400, seed: 7986)
    }

    private func checkSeries(_ count: Int, seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var counted = 0
        for _ in 0..<count {
            let calendar = RandomDenseSeries(using: &numbers)
            let zone = try Zone(
                identifier: ["UTC", "Europe/Berlin", "America/New_York"].randomElement(using: &numbers)
                    ?? "UTC"
            )
            let from = 1_735_689_600 + Int.random(in: 0..<20_000_000, using: &numbers)
            let to = from + Int.random(in: 1000..<20_000, using: &numbers)
            counted += try Self.check(calendar.text, from, to, in: zone)
        }
        // The test is meaningful only if arithmetic counts most series.
        #expect(counted * 2 > count)
    }

    @Test(.long) func `counting in non-Gregorian calendars matches iterating over their days`() throws {
        var numbers = SeededGenerator(seed: 7529)
        var counted = 0
        for _ in 0..<300 {
            func pick(_ texts: String...) -> String { texts.randomElement(using: &numbers) ?? "" }
            let rule = pick(
                "DAILY",
                "DAILY;INTERVAL=3",
                "MONTHLY;BYMONTHDAY=1,29,30,-1;SKIP=FORWARD",
                "MONTHLY;BYDAY=2MO,-1FR",
                "YEARLY;BYMONTH=5L,12;BYMONTHDAY=30;SKIP=BACKWARD",
                "YEARLY;BYWEEKNO=7;BYDAY=TU",
                "WEEKLY;BYDAY=SA,WE;BYSETPOS=1,-1"
            )
            let times = pick("", ";BYHOUR=1,2,3,23", ";BYHOUR=0,2;BYMINUTE=0,30;BYSECOND=0,7")
            let end = pick(
                "",
                "",
                ";COUNT=\(Int.random(in: 1...9000, using: &numbers))",
                ";UNTIL=20290615T113000Z"
            )
            let scale = pick("HEBREW", "CHINESE", "ETHIOPIC", "ISLAMIC-CIVIL", "GREGORIAN")
            let zone = pick("", ";TZID=Europe/Berlin", ";TZID=Australia/Lord_Howe")
            let length = pick("DURATION:PT0S", "DURATION:PT2H", "DURATION:P1DT3S")
            let text = """
                BEGIN:VCALENDAR
                VERSION:2.0
                BEGIN:VEVENT
                UID:1
                DTSTART\(zone):20240210T023000
                \(length)
                RRULE:RSCALE=\(scale);FREQ=\(rule)\(times)\(end)
                EXDATE;VALUE=DATE:20270101,20280404
                END:VEVENT
                END:VCALENDAR

                """.replacingOccurrences(of: "\n", with: "\r\n")
            let from = 1_735_689_600 + Int.random(in: 0..<100_000_000, using: &numbers)
            let to = from + Int.random(in: 1000..<120_000_000, using: &numbers)
            counted += try Self.check(text, from, to, in: Zone(identifier: "Europe/Berlin"))
        }
        #expect(counted > 200)
    }

    /// Compares both counts for each segment of a calendar.
    ///
    /// Returns how often arithmetic was possible.
    private static func check(_ text: String, _ from: Int, _ to: Int, in zone: Zone) throws -> Int {
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: from),
            to: Instant(secondsSince1970: to),
            in: zone
        )
        let file = try CalendarFile(bytes: Array(text.utf8))
        var counted = 0
        for segment in file.occurrences(in: window).segments {
            for earliest in [Int.min, from] {
                let count = segment.count(from: from, to: to, startingFrom: earliest, unlessThereAre: -1)
                guard let count else { continue }
                counted += 1
                var items = segment.items(from: from, to: to)
                var walked = 0
                while let item = items.next() { walked += item.sortStart >= earliest ? 1 : 0 }
                #expect(count == walked, "\(text)\(window.searchedRange)")
            }
        }
        return counted
    }

    @Test func `500 events that repeat every second for four years are counted quickly`() throws {
        let events = (0..<500).map { number in
            "BEGIN:VEVENT\r\nUID:\(number)\r\nDTSTART;TZID=Europe/Berlin:20240101T000000\r\nRRULE:FREQ=SECONDLY\r\nEND:VEVENT\r\n"
        }
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
        let file = try CalendarFile(bytes: Array(text.utf8))
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_717_200_000),
            to: Instant(secondsSince1970: 1_843_430_400),
            in: .utc
        )
        // Of the repeated hour in autumn, only the first pass counts.
        #expect(file.occurrences(in: window).count() == 500 * (1_843_430_400 - 1_717_200_000 - 4 * 3600))
    }
}

/// A random calendar with one dense series.
private struct RandomDenseSeries {
    let text: String

    init(using numbers: inout SeededGenerator) {
        func pick(_ texts: String...) -> String { texts.randomElement(using: &numbers) ?? "" }
        let day = Int.random(in: 1...28, using: &numbers)
        let month = Int.random(in: 1...12, using: &numbers)
        let date = "202\(pick("4", "5"))\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day)"
        let zone = pick("", ";TZID=Europe/Berlin", ";TZID=America/New_York", ";TZID=Australia/Lord_Howe")
        var rule = pick("FREQ=SECONDLY", "FREQ=SECONDLY;INTERVAL=7", "FREQ=MINUTELY;BYSECOND=1,2,3,30,59")
        rule += pick("", ";BYHOUR=1,2,3,4", ";BYDAY=MO,SU", ";BYMINUTE=0,1,30")
        rule += pick(
            "",
            "",
            ";COUNT=\(Int.random(in: 1...20_000_000, using: &numbers))",
            ";UNTIL=20250615T113000Z"
        )
        var lines = ["UID:1", "DTSTART\(zone):\(date)T0\(pick("0", "2", "3"))1500", "RRULE:\(rule)"]
        lines.append(
            pick("DURATION:PT0S", "DURATION:PT7S", "DURATION:PT2H", "DURATION:P1D", "DURATION:P1DT3S")
        )
        if Bool.random(using: &numbers) { lines.append("EXDATE\(zone):\(date)T021507") }
        if Bool.random(using: &numbers) {
            let days = (0..<25).map { _ in
                "20250\(Int.random(in: 1...8, using: &numbers))\(Int.random(in: 10...28, using: &numbers))"
            }
            lines.append("EXDATE;VALUE=DATE:\(days.joined(separator: ","))")
        }
        if Bool.random(using: &numbers) { lines.append("RDATE\(zone):20250330T023000,20250701T000000") }
        var events = [lines]
        if Bool.random(using: &numbers) {
            let range = pick("", ";RANGE=THISANDFUTURE")
            events.append([
                "UID:1", "RECURRENCE-ID\(range)\(zone):20250601T021500",
                "DTSTART\(zone):20250601T0\(pick("1", "3"))1500",
            ])
        }
        text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0.joined(separator: "\r\n"))\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
    }
}
