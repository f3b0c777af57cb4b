/// Writing DATE, DATE-TIME and TIME.
///
/// Four digits are all that a year has (RFC 3339 section 1): what lies before the year 0 or behind 9999 is held at the
/// first or last second of these.
extension DateTimeText {
    private static let firstDay = CivilDate.dayNumber(year: 0, month: 1, day: 1)
    private static let lastDay = CivilDate.dayNumber(year: 9999, month: 12, day: 31)

    /// Adds a DATE (section 3.3.4), such as `20260329`.
    static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
        let held = CivilDate(dayNumber: min(max(date.dayNumber, firstDay), lastDay))
        let (year, month, day) = held.fields
        Digits.append(year, count: 4, to: &bytes)
        Digits.append(month, count: 2, to: &bytes)
        Digits.append(day, count: 2, to: &bytes)
    }

    /// Adds a DATE-TIME (section 3.3.5), such as `20260329T090000Z`.
    static func append(_ time: CivilDateTime, isUTC: Bool, to bytes: inout [UInt8]) {
        let first = firstDay * 86_400
        let last = lastDay * 86_400 + 86_399
        let held = CivilDateTime(secondNumber: min(max(time.secondNumber, first), last))
        append(held.date, to: &bytes)
        bytes.append(0x54)
        append(secondOfDay: held.secondOfDay, isUTC: isUTC, to: &bytes)
    }

    /// Adds a TIME (section 3.3.12), such as `090000`; seconds beyond a day are held at its last.
    static func append(secondOfDay: Int, isUTC: Bool, to bytes: inout [UInt8]) {
        let second = min(max(secondOfDay, 0), 86_399)
        Digits.append(second / 3600, count: 2, to: &bytes)
        Digits.append(second / 60 % 60, count: 2, to: &bytes)
        Digits.append(second % 60, count: 2, to: &bytes)
        if isUTC { bytes.append(0x5A) }
    }
}

extension Digits {
    /// Adds the last `count` digits of a number that is not negative.
    static func append(_ number: Int, count: Int, to bytes: inout [UInt8]) {
        var unit = 1
        for _ in 1..<max(count, 1) { unit *= 10 }
        while unit > 0 {
            bytes.append(Ascii.zero + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }

    /// Adds a whole number with its sign.
    static func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(number).utf8)
    }
}
