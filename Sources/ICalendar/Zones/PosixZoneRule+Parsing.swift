extension PosixZoneRule {
    /// Reads a POSIX `TZ` string, or gives nil when it is none.
    ///
    /// Daylight saving time without rules follows those of the United States, as POSIX leaves open and everybody does.
    init?(_ text: some StringProtocol) {
        self.init(utf8: Array(text.utf8))
    }

    /// Reads the bytes of a POSIX `TZ` string.
    init?(utf8 bytes: [UInt8]) {
        var scanner = Scanner(bytes: bytes)
        guard scanner.skipName(), let offset = scanner.offset() else { return nil }
        standardOffset = -offset
        daylight = nil
        if scanner.isAtEnd { return }

        guard scanner.skipName() else { return nil }
        var daylightOffset = standardOffset + 3600
        if let next = scanner.next, next != UInt8(ascii: ",") {
            guard let offset = scanner.offset() else { return nil }
            daylightOffset = -offset
        }
        if scanner.isAtEnd {
            daylight = Daylight(
                offset: daylightOffset,
                start: Moment(day: .weekday(month: 3, week: 2, weekday: 0), time: 7200),
                end: Moment(day: .weekday(month: 11, week: 1, weekday: 0), time: 7200)
            )
            return
        }
        guard scanner.take(","), let start = scanner.moment(),
            scanner.take(","), let end = scanner.moment(), scanner.isAtEnd
        else { return nil }
        daylight = Daylight(offset: daylightOffset, start: start, end: end)
    }
}

extension PosixZoneRule {
    /// Walks along the bytes of a `TZ` string.
    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position >= bytes.count }
        var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        /// Takes one character when it stands here.
        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// Passes over `CET` or `<+03>`.
        mutating func skipName() -> Bool {
            let isQuoted = take("<")
            let start = position
            while let byte = next {
                let letter = byte | 0x20
                let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                guard isLetter || isQuoted && (isDigit || isSign) else { break }
                position += 1
            }
            let length = position - start
            return length >= 3 && (!isQuoted || take(">"))
        }

        /// Reads a number of at most three digits.
        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            var value = 0
            let start = position
            while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), position - start < 3
            {
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
                position += 1
            }
            return position > start && range.contains(value) ? value : nil
        }

        /// Reads `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time(hours range: ClosedRange<Int>) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hours = number(range) else { return nil }
            var seconds = hours * 3600
            if take(":") {
                guard let minutes = number(0...59) else { return nil }
                seconds += minutes * 60
                if take(":") {
                    guard let rest = number(0...59) else { return nil }
                    seconds += rest
                }
            }
            return isNegative ? -seconds : seconds
        }

        /// Reads an offset, in seconds west of Greenwich.
        mutating func offset() -> Int? { time(hours: 0...24) }

        /// Reads `date[/time]`; the time is 02:00 when it is missing.
        mutating func moment() -> Moment? {
            guard let day = day() else { return nil }
            guard take("/") else { return Moment(day: day, time: 7200) }
            return time(hours: 0...167).map { Moment(day: day, time: $0) }
        }

        /// Reads `Jn`, `n` or `Mm.w.d`.
        mutating func day() -> Day? {
            if take("J") { return number(1...365).map { .julian($0) } }
            guard take("M") else { return number(0...365).map { .zeroBased($0) } }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }
    }
}
