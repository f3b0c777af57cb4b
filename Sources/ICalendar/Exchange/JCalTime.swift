/// Reads the times of jCal: strictly as it writes them, and otherwise as iCalendar's reader reads them, with a remark.
enum JCalTime {
    private static let remark = "is not written as jCal has it; read all the same"

    /// A date, or a date and a time; nil when the text is neither.
    static func moment(
        _ text: [UInt8],
        wanting wish: DateTimeText.Wish = .any,
        _ remarks: inout [ValueRemark]
    ) -> Value? {
        let strict = ExtendedTimeText.moment(text.span)
        if let strict, wish != .date || !strict.isTime { return strict.value }
        var unsaid: [ValueRemark] = []
        guard let moment = DateTimeText.moment(text.span, wanting: wish, &unsaid) else { return nil }
        if moment != strict { remarks.note(.badValue, remark) }
        return moment.value
    }

    /// A time of day; nil when the text is none.
    static func time(_ text: [UInt8], _ remarks: inout [ValueRemark]) -> Value? {
        if let (second, isUTC) = ExtendedTimeText.time(text.span) {
            return .time(secondOfDay: second, isUTC: isUTC)
        }
        var unsaid: [ValueRemark] = []
        guard let (second, isUTC) = DateTimeText.time(text.span, &unsaid) else { return nil }
        remarks.note(.badValue, remark)
        return .time(secondOfDay: second, isUTC: isUTC)
    }

    /// An offset from UTC; nil when the text is none.
    static func offset(_ text: [UInt8], _ remarks: inout [ValueRemark]) -> Value? {
        if let offset = ExtendedTimeText.offset(text.span) { return .utcOffset(offset) }
        var unsaid: [ValueRemark] = []
        guard let offset = NumberText.utcOffset(text.span, &unsaid) else { return nil }
        remarks.note(.badValue, remark)
        return .utcOffset(offset)
    }

    /// A date or a time as iCalendar writes it, for UNTIL; nil when the text cannot be one.
    ///
    /// Hyphens and colons are the whole difference, but for fractions of seconds, which say nothing here. What the rest
    /// says, as an offset, is for the reader of rules, which mends and refuses what it does in a file.
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
    fileprivate var isTime: Bool { if case .dateTime = self { true } else { false } }

    fileprivate var value: Value {
        switch self {
        case .date(let date): .date(date)
        case .dateTime(let time, let isUTC): .dateTime(time, isUTC: isUTC)
        }
    }
}
