package import ICalendar
import SystemIO

/// The rows of records as lines of JSON, grouped by the month of their start in a display time zone.
package struct MonthRows: Sendable {
    private let zone: Zone
    /// The lines for each month.
    ///
    /// The key is the number of months since the year 0, or nil for lines without a start.
    private var lines: [Int?: [UInt8]] = [:]
    /// The number of bytes in all lines.
    package private(set) var count = 0

    package init(in zone: Zone) {
        self.zone = zone
    }

    /// Adds the lines in a block.
    ///
    /// Each line is an object and ends with a line feed.
    package mutating func add(_ block: OutputBlock) {
        count += block.count
        unsafe block.withBytes { bytes in
            var start = 0
            while start < bytes.count {
                let line = unsafe Self.line(in: bytes, from: start)
                unsafe lines[month(of: line), default: []].append(contentsOf: line)
                start += line.count
            }
        }
    }

    /// Removes and returns the lines for each month, with the name of the month: `2026-03`, or `none`.
    package mutating func removeAll() -> [(month: String, lines: [UInt8])] {
        defer {
            lines = [:]
            count = 0
        }
        return lines.map { month, lines in (month.map(Self.name) ?? "none", lines) }
    }

    private static let start = Array(#","start":""#.utf8)

    private static func name(of month: Int) -> String {
        String("\(10_000 + month / 12)".dropFirst()) + "-" + "\(101 + month % 12)".dropFirst()
    }

    private static func line(
        in bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> UnsafeBufferPointer<UInt8> {
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
        guard let base = rest.baseAddress, let end = unsafe memchr(base, 0x0A, rest.count) else {
            return unsafe rest
        }
        return unsafe UnsafeBufferPointer(
            start: base,
            count: UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
        )
    }

    /// Returns the month of a line.
    ///
    /// The object's own member `start` is a date or time as in RFC 3339. The key before it may be any JSON.
    private func month(of line: UnsafeBufferPointer<UInt8>) -> Int? {
        var (place, depth) = (1, 0)
        while place < line.count {
            switch unsafe line[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                place += 1
                while place < line.count, unsafe line[place] != UInt8(ascii: "\"") {
                    place += unsafe line[place] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: ",") where depth == 0:
                let first = place + Self.start.count
                if first <= line.count, unsafe line[place..<first].elementsEqual(Self.start) {
                    return unsafe month(at: first, of: line)
                }
            default: break
            }
            place += 1
        }
        return nil
    }

    /// Returns the month of the time at a position: `2026-03-31`, `2026-03-31T23:30:00`, or
    /// `2026-03-31T23:30:00+02:00`.
    private func month(at first: Int, of line: UnsafeBufferPointer<UInt8>) -> Int? {
        var fields: [Int] = []
        for (place, length) in [(0, 4), (5, 2), (8, 2)] {
            guard let field = unsafe Self.number(line, first + place, length) else { return nil }
            fields.append(field)
        }
        let written = fields[0] * 12 + fields[1] - 1
        // Converting a time to the display zone moves it by less than two days.
        if (3...26).contains(fields[2]) { return written }
        guard let date = CivilDate(year: fields[0], month: fields[1], day: fields[2]) else { return written }
        var seconds = 0
        for (place, unit) in [(11, 3600), (14, 60), (17, 1)] {
            seconds += unit * (unsafe Self.number(line, first + place, 2) ?? 0)
        }
        let local = CivilDateTime(date, secondOfDay: min(seconds, 86_399))
        let shown = zone.civil(at: unsafe instant(of: local, at: first, of: line)).date
        return shown.year * 12 + shown.month - 1
    }

    private func instant(
        of local: CivilDateTime,
        at first: Int,
        of line: UnsafeBufferPointer<UInt8>
    ) -> Instant {
        let utc = Zone.utc.instant(of: local)
        guard first + 19 < line.count else { return utc }
        let sign = unsafe line[first + 19]
        if unsafe line[first + 10] != UInt8(ascii: "T") || sign == UInt8(ascii: "\"") {
            return zone.instant(of: local)
        }
        guard let hours = unsafe Self.number(line, first + 20, 2),
            let minutes = unsafe Self.number(line, first + 23, 2)
        else { return utc }
        let offset = hours * 3600 + minutes * 60
        return utc.adding(seconds: sign == UInt8(ascii: "-") ? offset : -offset)
    }

    private static func number(_ line: UnsafeBufferPointer<UInt8>, _ first: Int, _ length: Int) -> Int? {
        guard first + length <= line.count else { return nil }
        var result = 0
        for place in first..<first + length {
            let digit = unsafe Int(line[place]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            result = result * 10 + digit
        }
        return result
    }
}
