import ICalendarCore

/// The jCal and xCal notation for dates, times and offsets, with hyphens and colons.
///
/// See RFC 7265 sections 3.6.4, 3.6.5, 3.6.12 and 3.6.14. RFC 6321 uses the same notation.
enum ExtendedTimeText {
    /// Appends a date, such as `2026-03-01`.
    static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
        // To prevent overflow, the day is clamped to bounds far beyond the years in any file.
        let number = min(max(date.dayNumber, -1_000_000_000), 1_000_000_000)
        let (year, month, day) = CivilDate(dayNumber: number).fields
        if (0...9999).contains(year) {
            bytes.appendDigits(year, count: 4)
        } else {
            bytes.append(contentsOf: padded(year, 4).utf8)
        }
        bytes.append(Ascii.minus)
        bytes.appendDigits(month, count: 2)
        bytes.append(Ascii.minus)
        bytes.appendDigits(day, count: 2)
    }

    /// Appends a time, such as `2026-03-01T10:00:00`, followed by `Z` if it is in UTC.
    static func append(_ time: CivilDateTime, isUTC: Bool, to bytes: inout [UInt8]) {
        let number = min(max(time.secondNumber, -86_400_000_000_000), 86_400_000_000_000)
        var date = CivilDateTime(secondNumber: number).date
        var second = CivilDateTime(secondNumber: number).secondOfDay
        // A year has four digits, so midnight at the end of year 9999 is written as the last second of that year.
        if date == afterLastDay, second == 0 {
            date = date.adding(days: -1)
            second = 86_400
        }
        append(date, to: &bytes)
        bytes.append(0x54)
        append(secondOfDay: second, isUTC: isUTC, to: &bytes)
    }

    /// Appends a time of day, such as `10:00:00`, followed by `Z` if it is in UTC.
    static func append(secondOfDay second: Int, isUTC: Bool, to bytes: inout [UInt8]) {
        let second = second == 86_400 ? second : floorModulo(second, 86_400)
        bytes.appendDigits(second / 3600, count: 2)
        bytes.append(Ascii.colon)
        bytes.appendDigits(second / 60 % 60, count: 2)
        bytes.append(Ascii.colon)
        bytes.appendDigits(second % 60, count: 2)
        if isUTC { bytes.append(0x5A) }
    }

    /// Appends an offset, such as `+01:00`, including seconds if they are not zero.
    static func append(offset: Int, to bytes: inout [UInt8]) {
        bytes.append(offset < 0 ? Ascii.minus : Ascii.plus)
        let seconds = Int(min(offset.magnitude, 359_999))
        bytes.appendDigits(seconds / 3600, count: 2)
        bytes.append(Ascii.colon)
        bytes.appendDigits(seconds / 60 % 60, count: 2)
        guard seconds % 60 > 0 else { return }
        bytes.append(Ascii.colon)
        bytes.appendDigits(seconds % 60, count: 2)
    }

    /// The date 10000-01-01.
    private static let afterLastDay = CivilDate(dayNumber: 2_932_897)

    /// Reads a date or a date-time in strict notation, or returns nil for anything else.
    static func moment(_ text: Span<UInt8>) -> DateTimeText.Moment? {
        guard text.count >= 10, let year = text.digits(at: 0, count: 4), text[4] == Ascii.minus,
            let month = text.digits(at: 5, count: 2), text[7] == Ascii.minus,
            let day = text.digits(at: 8, count: 2),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        if text.count == 10 { return .date(date) }
        guard text[10] == 0x54, let (second, isUTC) = time(text.extracting(11..<text.count)) else {
            return nil
        }
        return .dateTime(CivilDateTime(date, secondOfDay: second), isUTC: isUTC)
    }

    /// Reads a time of day in strict notation, as seconds since midnight, or returns nil for anything else.
    static func time(_ text: Span<UInt8>) -> (secondOfDay: Int, isUTC: Bool)? {
        guard text.count == 8 || text.count == 9 && text[8] == 0x5A,
            let hour = text.digits(at: 0, count: 2), hour < 24, text[2] == Ascii.colon,
            let minute = text.digits(at: 3, count: 2), minute < 60, text[5] == Ascii.colon,
            let second = text.digits(at: 6, count: 2), second < 60
        else { return nil }
        return (hour * 3600 + minute * 60 + second, text.count == 9)
    }

    /// Reads a UTC offset in strict notation, as seconds east of UTC, or returns nil for anything else.
    static func offset(_ text: Span<UInt8>) -> Int? {
        guard text.count == 6 || text.count == 9 && text[6] == Ascii.colon,
            text[0] == Ascii.plus || text[0] == Ascii.minus,
            let hour = text.digits(at: 1, count: 2), hour < 24, text[3] == Ascii.colon,
            let minute = text.digits(at: 4, count: 2), minute < 60
        else { return nil }
        var seconds = hour * 3600 + minute * 60
        if text.count == 9 {
            guard let second = text.digits(at: 7, count: 2), second < 60 else { return nil }
            seconds += second
        }
        return text[0] == Ascii.minus ? -seconds : seconds
    }
}

/// A reader for jCal times that also accepts iCalendar notation but adds a remark about it.
enum JCalTime {
    private static let remark = "not in the jCal notation; read anyway"

    /// Reads a date or a date-time, or returns nil for anything else.
    static func moment(
        _ text: [UInt8],
        wanting wish: DateTimeText.Wish = .any,
        _ remarks: inout [ValueRemark]
    ) -> Value? {
        let strict = ExtendedTimeText.moment(text.span)
        if let strict, wish != .date || strict.isDay { return strict.value }
        var unsaid: [ValueRemark] = []
        guard let moment = DateTimeText.moment(text.span, wanting: wish, &unsaid) else { return nil }
        if moment != strict { remarks.note(jCal: .badValue, remark) }
        return moment.value
    }

    /// Reads a time of day, or returns nil for anything else.
    static func time(_ text: [UInt8], _ remarks: inout [ValueRemark]) -> Value? {
        if let (second, isUTC) = ExtendedTimeText.time(text.span) {
            return .time(secondOfDay: second, isUTC: isUTC)
        }
        var unsaid: [ValueRemark] = []
        guard let (second, isUTC) = DateTimeText.time(text.span, &unsaid) else { return nil }
        remarks.note(jCal: .badValue, remark)
        return .time(secondOfDay: second, isUTC: isUTC)
    }

    /// Reads a UTC offset, or returns nil for anything else.
    static func offset(_ text: [UInt8], _ remarks: inout [ValueRemark]) -> Value? {
        if let offset = ExtendedTimeText.offset(text.span) { return .utcOffset(offset) }
        var unsaid: [ValueRemark] = []
        guard let offset = NumberText.utcOffset(text.span, &unsaid) else { return nil }
        remarks.note(jCal: .badValue, remark)
        return .utcOffset(offset)
    }

    /// Converts a date or time for UNTIL to iCalendar notation, or returns nil if the text cannot be a date or time.
    ///
    /// The conversion removes hyphens, colons and fractions of seconds, which are the only differences between the two
    /// notations. The rule reader corrects or rejects anything else, such as an offset, as it does in a file.
    static func basic(_ text: String) -> String? {
        if let end = text.utf8.firstIndex(where: { Ascii.capital($0) == 0x54 }),
            text.utf8[end...].contains(where: { $0 == Ascii.plus || $0 == Ascii.minus })
        {
            return text.utf8.allSatisfy { $0 > Ascii.space && $0 < 0x7F && $0 != Ascii.semicolon }
                ? text : nil
        }
        var basic: [UInt8] = []
        var isInFraction = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: if !isInFraction { basic.append(byte) }
            case Ascii.minus, Ascii.colon: continue
            case Ascii.point: isInFraction = true
            default:
                guard Ascii.capital(byte) == 0x54 || Ascii.capital(byte) == 0x5A else { return nil }
                basic.append(byte)
            }
        }
        return String(decoding: basic, as: UTF8.self)
    }
}

extension DateTimeText.Moment {
    fileprivate var value: Value {
        switch self {
        case .date(let date): .date(date)
        case .dateTime(let time, let isUTC): .dateTime(time, isUTC: isUTC)
        }
    }
}
