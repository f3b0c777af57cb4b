import ICalendarCore

/// A check for value notations that the reader accepts although RFC 5545 section 3.3 forbids them.
struct ValueNotation {
    let form: ValueForm
    let isList: Bool
    let isDate: Bool

    /// An invalid notation with a clear meaning.
    struct Oddity {
        /// The message to show after the property name and a colon.
        let message: String
        /// Whether the irregularity is a leap second (second 60), which the RFC allows.
        var isLeapSecond = false
    }

    /// Returns the first irregularity in a readable value's text, or nil if there is none.
    func oddity(in text: Span<UInt8>) -> Oddity? {
        guard isList else { return oddity(ofOne: text) }
        var found: Oddity?
        for part in ListText.split(text, form, limit: .max).parts {
            if part.isEmpty { return Oddity(message: "empty value in the list") }
            guard let oddity = oddity(ofOne: text.extracting(part)) else { continue }
            if !oddity.isLeapSecond { return oddity }
            found = oddity
        }
        return found
    }

    private func oddity(ofOne text: Span<UInt8>) -> Oddity? {
        guard !text.isEmpty, form != .binary else { return nil }
        if Ascii.isBlank(text[0]) || Ascii.isBlank(text[text.count - 1]) {
            return form == .requestStatus ? nil : Oddity(message: "blanks around the value")
        }
        var remarks: [ValueRemark] = []
        switch form {
        case .moment, .duration, .period: return temporal(text)
        case .time: _ = DateTimeText.time(text, &remarks)
        case .utcOffset:
            if let offset = NumberText.utcOffset(text, &remarks), offset == 0, text[0] == Ascii.minus {
                return Oddity(message: "-0000 is not a valid offset")
            }
        case .geo: _ = NumberText.geo(text, &remarks)
        case .requestStatus:
            _ = RequestStatusText.parse(text, &remarks)
            let parts = TextEscapes.split(text, 0..<text.count, at: Ascii.semicolon, limit: .max).parts
            if parts.count > 3 { return Oddity(message: "unescaped semicolon") }
        case .status: _ = EnumerationText.status(ByteText.string(text, &remarks), &remarks)
        default: break
        }
        return oddity(remarks, of: text)
    }

    private func oddity(_ remarks: [ValueRemark], of text: Span<UInt8>) -> Oddity? {
        guard !remarks.isEmpty else { return nil }
        var remarks = remarks
        remarks.name(ValueReader.excerpt(text), from: 0)
        return Oddity(message: remarks[0].message)
    }

    private func temporal(_ text: Span<UInt8>) -> Oddity? {
        let first = Ascii.capital(text[0])
        if first == 0x50 || first == Ascii.plus || first == Ascii.minus { return duration(text) }
        if let slash = PeriodText.firstSlash(text) {
            let end = text.extracting(slash + 1..<text.count)
            return temporal(text.extracting(0..<slash)) ?? (end.isEmpty ? nil : temporal(end))
        }
        var remarks: [ValueRemark] = []
        _ = DateTimeText.moment(text, wanting: isDate ? .date : .any, &remarks)
        if let oddity = oddity(remarks, of: text) { return oddity }
        let isLeapSecond =
            text.count >= 15 && text[13] == UInt8(ascii: "6") && text[14] == Ascii.zero
        return isLeapSecond
            ? Oddity(message: "most programs do not support second 60", isLeapSecond: true) : nil
    }

    /// Returns an irregularity in a duration: weeks combined with other units, an embedded sign, a T without a time, or
    /// hours and seconds without minutes.
    private func duration(_ text: Span<UInt8>) -> Oddity? {
        var remarks: [ValueRemark] = []
        _ = NominalDuration(text, &remarks)
        if let oddity = oddity(remarks, of: text) { return oddity }
        var units = 0
        var hasWeeks = false
        for index in text.indices {
            switch Ascii.capital(text[index]) {
            case UInt8(ascii: "W"):
                hasWeeks = true
                units += 1
            case UInt8(ascii: "D"), UInt8(ascii: "H"), UInt8(ascii: "M"), UInt8(ascii: "S"): units += 1
            default: break
            }
        }
        if hasWeeks, units > 1 { return Oddity(message: "weeks combined with other units") }
        if Ascii.capital(text[text.count - 1]) == UInt8(ascii: "T") {
            return Oddity(message: "T without a time after it")
        }
        let hours = text.indices.first { Ascii.capital(text[$0]) == UInt8(ascii: "H") }
        let hasSeconds = text.indices.contains { Ascii.capital(text[$0]) == UInt8(ascii: "S") }
        guard let hours, hasSeconds,
            !(hours..<text.count).contains(where: { Ascii.capital(text[$0]) == UInt8(ascii: "M") })
        else { return nil }
        return Oddity(message: "hours and seconds without minutes")
    }

    /// Returns a description of a flaw in a rule that the reader accepts without a remark (RFC 5545 section 3.3.10), or
    /// nil.
    static func flaw(inRule text: String) -> String? {
        if text.utf8.contains(where: { $0 <= Ascii.space }) { return "the rule contains blanks" }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        if parts.contains("") { return "the rule has an empty part" }
        // RFC 7529 requires RSCALE to be the first part.
        let names = parts.prefix(2).map { $0.prefix { $0 != "=" }.uppercased() }
        if names.first == "FREQ" || names.first == "RSCALE" { return nil }
        return "FREQ is not the first part of the rule"
    }

    /// Returns the first missing or invalid escape in a TEXT value (RFC 5545 section 3.3.11), or nil if there is none.
    static func flaw(inText text: Span<UInt8>, isList: Bool) -> String? {
        var index = 0
        while index < text.count {
            switch text[index] {
            case Ascii.backslash:
                let next = index + 1 < text.count ? text[index + 1] : 0
                switch next {
                case Ascii.backslash, Ascii.semicolon, Ascii.comma, UInt8(ascii: "n"), UInt8(ascii: "N"):
                    index += 1
                default: return "an invalid backslash escape"
                }
            case Ascii.semicolon: return "an unescaped semicolon"
            case Ascii.comma where !isList: return "an unescaped comma"
            default: break
            }
            index += 1
        }
        return nil
    }
}

extension ValueForm {
    /// Whether values contain letters with a fixed meaning, such as T, Z and the units of a duration.
    var hasLetters: Bool { self == .moment || self == .period || self == .duration || self == .time }

    /// Returns whether a value lacks the required form, either because it is unreadable or because a program set the
    /// wrong type.
    func isBad(_ value: Value) -> Bool {
        if case .list(let values) = value { return values.isEmpty || values.contains { isBad(one: $0) } }
        return isBad(one: value)
    }

    /// Returns whether a single value lacks the required form.
    func isBad(one value: Value) -> Bool {
        switch (value, self) {
        case (.raw, _): true
        case (.text, .text), (.text, .identifier), (.text, .textList), (.text, .enumeration),
            (.text, .status):
            false
        case (.date, .moment), (.dateTime, .moment), (.period, .moment), (.duration, .moment): false
        case (.date, .period), (.dateTime, .period), (.period, .period), (.duration, .period): false
        case (.date, .duration), (.dateTime, .duration), (.duration, .duration): false
        case (.uri, .uri), (.calendarAddress, .calendarAddress), (.binary, .binary): false
        case (.time, .time), (.integer, .integer), (.float, .float), (.boolean, .boolean): false
        case (.utcOffset, .utcOffset), (.geo, .geo), (.requestStatus, .requestStatus): false
        case (.recurrenceRule, .recurrenceRule): false
        default: true
        }
    }
}
