import ICalendar

/// Times as the formats for programs write them: in UTC where they have a zone.
extension ClockText {
    /// Puts a time as `20260329`, `20260329T093000` or `20260329T073000Z`.
    @inline(__always)
    func putBasic(_ key: Int, _ form: TimeForm, to writer: inout ByteWriter) {
        let key = min(key, ClockText.lastSecond)
        let day = ClockText.day(of: key)
        let (year, month, dayOfMonth) = CivilDate(dayNumber: day).fields
        ClockText.putPair(year / 100, to: &writer)
        ClockText.putPair(year % 100, to: &writer)
        ClockText.putPair(month, to: &writer)
        ClockText.putPair(dayOfMonth, to: &writer)
        guard form != .date else { return }
        let second = key &- day &* 86_400
        writer.put(UInt64(UInt8(ascii: "T")), length: 1)
        ClockText.putPair(second / 3600, to: &writer)
        ClockText.putPair(second / 60 % 60, to: &writer)
        ClockText.putPair(second % 60, to: &writer)
        if case .zoned = form { writer.put(UInt64(UInt8(ascii: "Z")), length: 1) }
    }

    /// Puts a number from 0 to 99 in two digits.
    @inline(__always)
    private static func putPair(_ number: Int, to writer: inout ByteWriter) {
        let number = UInt64(truncatingIfNeeded: min(max(number, 0), 99))
        writer.put(0x3030 | (number / 10) | (number % 10) << 8, length: 2)
    }

    /// Puts a time as `2026-03-29`, `2026-03-29T09:30:00` or `2026-03-29T07:30:00Z`.
    @inline(__always)
    mutating func putInUTC(_ key: Int, _ form: TimeForm, to writer: inout ByteWriter) {
        guard case .zoned = form else { return put(key, form, to: &writer) }
        put(key, .floating, to: &writer)
        writer.put(UInt64(UInt8(ascii: "Z")), length: 1)
    }
}
