/// DATE, DATE-TIME and TIME as text (RFC 5545 sections 3.3.4, 3.3.5 and 3.3.12).
///
/// Read as well, with a remark: midnight as `T240000`, and the extended form of ISO 8601 (`2026-01-01T12:00:00`).
/// Second 60 is read as 59; `t` and `z` may be small.
enum DateTimeText {
    /// A date, or a date and a time.
    enum Moment: Equatable {
        case date(CivilDate)
        case dateTime(CivilDateTime, isUTC: Bool)
    }

    /// Reads a DATE or a DATE-TIME, whichever the text is; nil when it is neither or no such day exists.
    static func moment(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Moment? {
        var index = 0
        var isExtended = false
        guard let date = date(text, at: &index, &isExtended) else { return nil }
        if index == text.count {
            if isExtended { noteExtended(&remarks) }
            return .date(date)
        }
        if index == text.count - 1, Ascii.capital(text[index]) == 0x5A {
            remarks.note(.badValue, "is a date with a Z; read as the date")
            return .date(date)
        }
        guard Ascii.capital(text[index]) == 0x54 || isExtended && text[index] == Ascii.space else {
            return nil
        }
        index += 1
        guard let (time, isUTC) = timeOfDay(text, at: &index, &isExtended, &remarks), index == text.count
        else {
            return nil
        }
        if isExtended { noteExtended(&remarks) }
        return .dateTime(CivilDateTime(date, secondOfDay: time), isUTC: isUTC)
    }

    /// Reads a TIME: seconds since midnight and whether they are in UTC.
    static func time(
        _ text: Span<UInt8>,
        _ remarks: inout [ValueRemark]
    ) -> (secondOfDay: Int, isUTC: Bool)? {
        var index = 0
        var isExtended = false
        guard let (time, isUTC) = timeOfDay(text, at: &index, &isExtended, &remarks), index == text.count
        else {
            return nil
        }
        if isExtended { noteExtended(&remarks) }
        return (time % 86_400, isUTC)
    }

    private static func noteExtended(_ remarks: inout [ValueRemark]) {
        remarks.note(
            .badValue,
            "is written in the extended form of ISO 8601, which iCalendar does not have; read all the same"
        )
    }

    private static func date(_ text: Span<UInt8>, at index: inout Int, _ isExtended: inout Bool) -> CivilDate?
    {
        guard let year = Digits.fixed(text, at: 0, count: 4), text.count >= 8 else { return nil }
        isExtended = text[4] == Ascii.minus
        let monthAt = isExtended ? 5 : 4
        let dayAt = isExtended ? 8 : 6
        if isExtended {
            guard text.count >= 10, text[7] == Ascii.minus else { return nil }
        }
        guard let month = Digits.fixed(text, at: monthAt, count: 2),
            let day = Digits.fixed(text, at: dayAt, count: 2)
        else { return nil }
        index = dayAt + 2
        return CivilDate(year: year, month: month, day: day)
    }

    /// Reads `HHMMSS` or `HH:MM:SS` and an optional Z; 86,400 for midnight at the end of the day.
    private static func timeOfDay(
        _ text: Span<UInt8>,
        at index: inout Int,
        _ isExtended: inout Bool,
        _ remarks: inout [ValueRemark]
    ) -> (Int, isUTC: Bool)? {
        guard let hour = Digits.fixed(text, at: index, count: 2) else { return nil }
        index += 2
        let hasColons = index < text.count && text[index] == Ascii.colon
        if hasColons {
            isExtended = true
            index += 1
        }
        guard let minute = Digits.fixed(text, at: index, count: 2) else { return nil }
        index += 2
        var second = 0
        if hasColons, index < text.count, text[index] == Ascii.colon { index += 1 }
        if let written = Digits.fixed(text, at: index, count: 2) {
            second = written
            index += 2
            skipFraction(text, at: &index, isExtended)
        } else {
            remarks.note(.badValue, "has no seconds; read as :00")
        }
        var isUTC = false
        if index < text.count, Ascii.capital(text[index]) == 0x5A {
            isUTC = true
            index += 1
        }
        if hour == 24, minute == 0, second == 0 {
            remarks.note(.badValue, "says 24 o'clock; read as the next midnight")
            return (86_400, isUTC)
        }
        // A leap second has no place on a clock of 86,400 seconds.
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        return (hour * 3600 + minute * 60 + min(second, 59), isUTC)
    }

    /// Passes over `.000` in the extended form, as many exporters write it.
    private static func skipFraction(_ text: Span<UInt8>, at index: inout Int, _ isExtended: Bool) {
        guard isExtended, index + 1 < text.count, text[index] == Ascii.point, text[index + 1] &- 0x30 <= 9
        else { return }
        index += 1
        while index < text.count, text[index] &- 0x30 <= 9 { index += 1 }
    }
}
