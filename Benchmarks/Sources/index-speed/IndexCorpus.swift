import CorpusGenerator

/// The calendars to index, each with N events, and the windows to query.
enum IndexCorpus: String, CaseIterable {
    /// About 300 occurrences per month for any N. A million events span 300 years.
    ///
    /// The events are single, or recur weekly for some weeks or yearly for some years.
    case spread
    /// Personal calendars of 15 years with endless series. A month's occurrences increase with the number of events.
    case people
    /// Only endless birthdays.
    case birthdays

    /// Returns the bytes of a calendar.
    func bytes(_ count: Int) -> [UInt8] {
        switch self {
        case .people:
            var corpus = CalendarCorpus(.people, seed: 2026)
            return corpus.bytes(.events(count))
        case .spread: return Self.calendar(count, Self.spread)
        case .birthdays: return Self.calendar(count, Self.birthday)
        }
    }

    /// Returns the days to query, counted from 1970.
    func days(_ count: Int) -> Range<Int> {
        switch self {
        case .spread: 20_818 - max(120, count / 10)..<20_818
        case .people, .birthdays: 18_000..<20_400
        }
    }

    /// Returns the windows to query, in seconds.
    func windows(_ count: Int) -> [(name: String, seconds: Int)] {
        switch self {
        case .spread: [("month", 30 * 86_400)]
        case .people: [("month", 30 * 86_400), ("some-300", 12 * 30_000_000 / count / 2)]
        case .birthdays: [("month", 30 * 86_400), ("day", 86_400)]
        }
    }

    private static func calendar(_ count: Int, _ event: (Int, inout SeededNumbers) -> String) -> [UInt8] {
        var numbers = SeededNumbers(seed: 7)
        var bytes = Array(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//swift-icalendar//benchmark//EN\r\n".utf8
        )
        for index in 0..<count {
            let body = event(count, &numbers)
            bytes +=
                "BEGIN:VEVENT\r\nUID:\(index)@\(numbers.below(1 << 30))\r\nDTSTAMP:20260101T000000Z\r\n".utf8
            bytes += "\(body)\r\nSUMMARY:Event \(index)\r\nEND:VEVENT\r\n".utf8
        }
        bytes += "END:VCALENDAR\r\n".utf8
        return bytes
    }

    private static func spread(_ count: Int, _ numbers: inout SeededNumbers) -> String {
        let day = 20_818 - numbers.below(max(120, count / 10))
        let start = "\(Date(day: day).digits)T\(10 + numbers.below(10))\(numbers.below(4) * 15 + 10)00"
        switch numbers.below(100) {
        case 0..<8: return "DTSTART;VALUE=DATE:\(Date(day: day).digits)"
        case 8..<12:
            let weeks = 2 + numbers.below(12)
            return "DTSTART:\(start)Z\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY;COUNT=\(weeks)"
        case 12..<14:
            return
                "DTSTART;VALUE=DATE:\(Date(day: day).digits)\r\nRRULE:FREQ=YEARLY;COUNT=\(1 + numbers.below(9))"
        case 14: return "DTSTART:\(start)Z\r\nDURATION:P\(1 + numbers.below(20))D"
        default: return "DTSTART;TZID=Europe/Berlin:\(start)\r\nDURATION:PT\(1 + numbers.below(3))H"
        }
    }

    private static func birthday(_ count: Int, _ numbers: inout SeededNumbers) -> String {
        let day = -12_000 + numbers.below(28_000)
        return "DTSTART;VALUE=DATE:\(Date(day: day).digits)\r\nRRULE:FREQ=YEARLY"
    }
}
