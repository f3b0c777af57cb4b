import ICalendar
import TestTraits

/// Random calendars with everything that a file can contain.
///
/// They include unknown names, unusual parameters, text in many scripts, and invalid lines. The contents are
/// meaningless, but no component is lost to a framing error.
struct RandomText {
    /// The lines, unfolded and without line endings.
    private(set) var lines: [String] = []
    private var generator: SeededGenerator

    /// Creates the calendar for a seed.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        begin("VCALENDAR")
        if chance(90) { lines.append("VERSION:2.0") }
        for _ in 0..<number(0...3) { addLine() }
        for _ in 0..<number(0...2) {
            addComponent(depth: 0)
            if chance(20) { addLine() }
        }
        end("VCALENDAR")
    }

    /// Returns the bytes with random line endings and folds.
    ///
    /// If `folds` is true, every line is folded.
    mutating func bytes() -> [UInt8] {
        let lineEnd = pick([[0x0D, 0x0A], [0x0A], [0x0D, 0x0D, 0x0A]]) as [UInt8]
        let blank = pick([0x20, 0x09]) as UInt8
        let longest = pick([75, 20, 3])
        var bytes: [UInt8] = []
        for line in lines {
            var rest = Array(line.utf8)[...]
            while rest.count > longest || rest.count > 1 && longest < 75 {
                let length = min(number(1...longest), rest.count - 1)
                bytes += rest.prefix(length)
                bytes += lineEnd
                bytes.append(blank)
                rest = rest.dropFirst(length)
                if longest == 3, chance(30) { break }
            }
            bytes += rest
            bytes += lineEnd
            if chance(2) { bytes += lineEnd }
        }
        return bytes
    }

    // MARK: - Lines

    private mutating func begin(_ name: String) { lines.append((chance(90) ? "BEGIN:" : "Begin:") + name) }
    private mutating func end(_ name: String) { lines.append((chance(90) ? "END:" : "end:") + name) }

    private mutating func addComponent(depth: Int) {
        let known = depth == 0 ? ["VEVENT", "VTODO", "vevent", "VJOURNAL"] : ["VALARM"]
        let name = chance(60) && depth < 2 ? pick(known) : "X-\(depth)-\(pick(["A", "b", "THING"]))"
        begin(name)
        for _ in 0..<number(0...4) { addLine() }
        if depth < 4 {
            for _ in 0..<pick([0, 0, 0, 1, 2]) {
                addComponent(depth: depth + 1)
                if chance(15) { addLine() }
            }
        }
        end(name)
    }

    private mutating func addLine() {
        // A line after text would become part of that text.
        if chance(4) { lines.append("PRIORITY:5") }
        if lines.last == "PRIORITY:5", chance(80) {
            return lines.append(pick(["junk", "no colon; here", "=", "X;Y=1", "\u{E9}t\u{E9}"]))
        }
        var line = pick(Self.names)
        for _ in 0..<pick([0, 0, 0, 1, 2, 4]) { line += ";" + parameter() }
        lines.append(line + ":" + value())
    }

    private mutating func parameter() -> String {
        let name = pick(["TZID", "VALUE", "CN", "X-P", "member", "LANGUAGE", "X-Q", "ENCODING", "A B"])
        let values = (0..<pick([1, 1, 1, 2, 3])).map { _ -> String in
            switch number(0...5) {
            case 0: "\"" + text(["a", ";", ":", ",", "^n", "^", "é", "語", " "]) + "\""
            case 1:
                pick(["DATE", "DATE-TIME", "TEXT", "URI", "PERIOD", "BINARY", "BASE64", "X-KIND", "integer"])
            case 2: pick(["Europe/Berlin", "W. Europe Standard Time", "Nowhere", ""])
            default: text(["a", "b", "^'", "^^", "^x", "ü", "😀", "'", "\t", "=", "\""])
            }
        }
        return name + "=" + values.joined(separator: ",")
    }

    private mutating func value() -> String {
        chance(60)
            ? pick(Self.values)
            : text(["a", "B", "\\n", "\\,", "\\", ",", ";", ":", "é", "語", "👩‍👩‍👧", " ", "\t", "\"", "x"])
    }

    private mutating func text(_ parts: [String]) -> String {
        (0..<pick([0, 1, 3, 8, 30])).map { _ in pick(parts) }.joined()
    }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }
    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }
    private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private static let names = [
        "SUMMARY", "DTSTART", "DTEND", "RRULE", "EXDATE", "RDATE", "UID", "ATTENDEE", "CATEGORIES", "GEO",
        "REQUEST-STATUS", "DURATION", "TRIGGER", "ATTACH", "PRIORITY", "STATUS", "URL", "FREEBUSY",
        "TZOFFSETFROM",
        "X-WR-CALNAME", "x-lower", "X-Foo_Bar", "DESCRIPTION", "Class", "RECURRENCE-ID", "STYLED-DESCRIPTION",
        "IMAGE",
        "PERCENT-COMPLETE", "BEGINNING", "ENDING", "TRANSP", "RESOURCES", "LINK",
    ]

    private static let values = [
        "20260329T023000", "20260329T023000Z", "20260329", "20260231", "20260101T010000Z,20260102", "P1W",
        "-PT1H30S",
        "P1DT2H", "PT", "20260101T000000Z/PT1H,20260101T000000Z/20260102T000000Z", "FREQ=DAILY",
        "BYDAY=MO,-1FR;FREQ=monthly;COUNT=3;X=1",
        "FREQ=YEARLY;UNTIL=20300101;WKST=SU;BYMONTH=5L;RSCALE=HEBREW", "FREQ=",
        "37.386013;-122.082932", "1,2", "5", "-0", "+7", "99999999999999999999", "0.1", "-1e5", "TRUE",
        "false", "+0130",
        "-000001", "0200", "2.0;Success\\;yes;data", "3.1.1", "mailto:a@example.com",
        "http://example.com/a,b;c?d=e:f",
        "CONFIRMED", "needs-action", " OPAQUE ", "QUJD", "a,b\\,c,,d", ",", "", "\\",
        "2026-01-01T12:00:00.000Z",
        "T240000", "120000",
    ]
}
