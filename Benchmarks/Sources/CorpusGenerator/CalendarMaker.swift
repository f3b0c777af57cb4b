/// Makes calendars of any size that look like real ones; the same seed gives the same bytes.
public struct CalendarMaker {
    private var state: UInt64

    /// A maker whose output depends on the seed alone.
    public init(seed: UInt64) {
        state = seed
    }

    /// A calendar of so many events: every fourth recurs, every fifth is all-day, some have attendees.
    public mutating func calendar(events: Int) -> String {
        var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//swift-icalendar//benchmarks//EN\r\n"
        for number in 0..<events { text += event(number) }
        return text + "END:VCALENDAR\r\n"
    }

    /// One event between 2015 and 2029.
    private mutating func event(_ number: Int) -> String {
        let date = "\(2015 + below(15))\(padded(1 + below(12)))\(padded(1 + below(28)))"
        let hour = 7 + below(12)
        var lines = [
            "BEGIN:VEVENT", "UID:event-\(number)@benchmarks.example", "DTSTAMP:20260101T000000Z",
            "SUMMARY:Meeting \(number) about the plans for quarter \(1 + below(4))",
        ]
        if number % 5 == 0 {
            lines.append("DTSTART;VALUE=DATE:\(date)")
        } else {
            lines.append("DTSTART;TZID=Europe/Berlin:\(date)T\(padded(hour))0000")
            lines.append("DTEND;TZID=Europe/Berlin:\(date)T\(padded(hour))4500")
        }
        if number % 4 == 0 {
            let rules = [
                "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY", "FREQ=DAILY;COUNT=60",
            ]
            lines.append("RRULE:\(rules[below(rules.count)])")
        }
        if number % 3 == 0 {
            lines.append("LOCATION:Room \(1 + below(40))")
            lines.append("ATTENDEE;CN=Person \(below(900));PARTSTAT=ACCEPTED:mailto:p\(below(900))@a.example")
        }
        lines.append("END:VEVENT\r\n")
        return lines.joined(separator: "\r\n")
    }

    /// A number from 0 up to, not including, `bound` (xorshift).
    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    /// Two digits.
    private func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
