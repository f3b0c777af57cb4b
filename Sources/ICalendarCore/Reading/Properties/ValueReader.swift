/// A reader that parses a property's value text into a ``Value``.
///
/// A value that does not match its type becomes ``Value/raw(_:)`` with a remark, so nothing is lost.
package struct ValueReader {
    package let form: ValueForm
    /// The value types that the property allows, or nil if no RFC defines the property.
    private let allowed: PropertyDefinition.Kinds?
    private let isList: Bool
    /// The value type that VALUE declares and the property allows, or nil for the default type.
    package let declared: Value.DataType?
    package let hasTimeZone: Bool
    package let limit: Int

    private var kind: Value.DataType? { declared ?? allowed?.first }

    /// Creates a reader for one property's value; the definition is nil if no RFC defines the property.
    package init(
        form: ValueForm,
        definition: PropertyDefinition?,
        declared: Value.DataType?,
        hasTimeZone: Bool,
        limit: Int
    ) {
        self.form = form
        allowed = definition?.kinds
        isList = definition?.isList ?? false
        self.declared = declared
        self.hasTimeZone = hasTimeZone
        self.limit = limit
    }

    package func read(_ bytes: Span<UInt8>, _ traits: ByteTraits, _ remarks: inout [ValueRemark]) -> Value {
        if traits.contains(.nul) {
            // Removes NUL first, so that a value is the same whether it comes from iCalendar or jCal.
            let others = ByteText.withoutNUL(bytes, &remarks)
            return read(others.span, ByteTraits(others.span), &remarks)
        }
        guard isList, traits.contains(.comma) else { return single(bytes, traits, &remarks) }
        let (parts, leftOut) = ListText.split(bytes, form, limit: limit)
        var values: [Value] = []
        values.reserveCapacity(parts.count)
        var empty = 0
        for part in parts {
            if part.isEmpty {
                empty += 1
            } else {
                values.append(single(bytes.extracting(part), traits, &remarks))
            }
        }
        if empty > 0 { remarks.note(.badValue, "empty values in the list ignored") }
        if leftOut > 0 {
            remarks.note(
                .limit,
                as: .error,
                "limit reached: \(limit) values in one property (ReadingLimits.values); \(leftOut) skipped"
            )
        }
        return values.count == 1 ? values[0] : .list(values)
    }

    private func single(_ bytes: Span<UInt8>, _ traits: ByteTraits, _ remarks: inout [ValueRemark])
        -> Value
    {
        let said = remarks.count
        switch form {
        case .text, .identifier, .textList:
            return .text(text(bytes, traits, &remarks))
        case .uri:
            return .uri(ByteText.string(bytes.extracting(trimmed(bytes, &remarks)), traits, &remarks))
        case .calendarAddress:
            // Blanks around an address are meaningless.
            let address = bytes.extracting(bytes.trimmingBlanks(0..<bytes.count))
            return .calendarAddress(ByteText.string(address, traits, &remarks))
        case .binary:
            if !Base64.isReadable(bytes) {
                remarks.note(.badValue, "\(ValueReader.excerpt(bytes)) is not valid Base64; kept")
            }
            return .binary(base64: ByteText.string(bytes, traits, &remarks))
        case .unknown: return .raw(ByteText.string(bytes, traits, &remarks))
        case .enumeration:
            let word = bytes.extracting(trimmed(bytes, &remarks))
            return .text(EnumerationText.canonical(text(word, traits, &remarks)))
        case .status:
            let word = text(bytes.extracting(trimmed(bytes, &remarks)), traits, &remarks)
            return .text(EnumerationText.status(word, &remarks))
        case .requestStatus:
            if let status = RequestStatusText.parse(bytes, &remarks) {
                remarks.name(ValueReader.excerpt(bytes), from: said)
                return .requestStatus(status)
            }
        default:
            if let value = typed(bytes.extracting(trimmed(bytes, &remarks)), &remarks) {
                if remarks.count > said { remarks.name(ValueReader.excerpt(bytes), from: said) }
                return value
            }
        }
        // An unreadable rule's remarks give the reason. For any other unreadable value, remarks about repairs are
        // irrelevant.
        if form != .recurrenceRule, remarks.count > said { remarks.removeSubrange(said...) }
        if remarks.count == said {
            remarks.note(.badValue, "\(ValueReader.excerpt(bytes)) is not \(expectation); ignored")
        }
        return .raw(ByteText.string(bytes, traits, &remarks))
    }

    private func text(
        _ bytes: Span<UInt8>,
        _ traits: ByteTraits,
        _ remarks: inout [ValueRemark]
    ) -> String {
        guard traits.contains(.backslash) else { return ByteText.string(bytes, traits, &remarks) }
        let plain = TextEscapes.undo(bytes)
        return ByteText.string(plain.span, traits, &remarks)
    }

    /// Returns the range of a value without surrounding blanks.
    private func trimmed(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Range<Int> {
        guard bytes.count > 0, Ascii.isBlank(bytes[0]) || Ascii.isBlank(bytes[bytes.count - 1]) else {
            return 0..<bytes.count
        }
        // Blanks around the parts of a rule need no remark.
        if form != .recurrenceRule { remarks.note(.badValue, "blanks around the value ignored") }
        return bytes.trimmingBlanks(0..<bytes.count)
    }

    /// Parses a value other than text, or returns nil if the value does not match its type.
    private func typed(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Value? {
        guard !text.isEmpty || form == .recurrenceRule else { return nil }
        switch form {
        case .moment, .duration, .period: return temporal(text, &remarks)
        case .time:
            return DateTimeText.time(text, &remarks).map {
                .time(secondOfDay: $0.secondOfDay, isUTC: $0.isUTC)
            }
        case .recurrenceRule:
            let (rule, found) = RuleText.parse(ByteText.string(text, &remarks))
            remarks.append(contentsOf: found)
            return rule.map(Value.recurrenceRule)
        case .integer: return NumberText.integer(text, &remarks).map(Value.integer)
        case .float: return NumberText.float(text).map(Value.float)
        case .boolean: return NumberText.boolean(text).map(Value.boolean)
        case .utcOffset: return NumberText.utcOffset(text, &remarks).map(Value.utcOffset)
        case .geo:
            return NumberText.geo(text, &remarks).map { .geo(latitude: $0.latitude, longitude: $0.longitude) }
        default: return nil
        }
    }

    /// Parses a date, time, duration, or period, depending on the text, if the property allows it.
    private func temporal(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Value? {
        let first = Ascii.capital(text[0])
        var value: Value?
        var found = Value.DataType.dateTime
        if first == 0x50 || first == Ascii.plus || first == Ascii.minus {
            found = .duration
            value = NominalDuration(text, &remarks).map(Value.duration)
        } else if PeriodText.firstSlash(text) != nil {
            found = .period
            value = PeriodText.parse(text, &remarks).map(Value.period)
        } else {
            switch DateTimeText.moment(text, wanting: declared == .date ? .date : .any, &remarks) {
            case .date(let date)?:
                found = .date
                value = .date(date)
            case .dateTime(let time, let isUTC)?: value = .dateTime(time, isUTC: isUTC)
            case nil: break
            }
        }
        guard let value, let kind else { return nil }
        if found != kind {
            guard mayHold(found) else { return nil }
            // An alarm goes off at a time, and a date is none.
            let isUsable = found != .date || allowed?.first != .duration
            let reading = isUsable ? "read as a \(found.noun)" : "ignored"
            remarks.note(ofValue: "is a \(found.noun), not a \(kind.noun); \(reading)")
        }
        if hasTimeZone, value.isInUTC {
            remarks.note(.badParameter, "TZID on a UTC value; TZID ignored")
        }
        return value
    }

    /// Returns whether a value of an undeclared type is accepted.
    ///
    /// Dates and times are interchangeable; any other type must be allowed for the property.
    private func mayHold(_ found: Value.DataType) -> Bool {
        if allowed?.contains(found) == true { return true }
        let isMoment = kind == .date || kind == .dateTime || allowed?.contains(.dateTime) == true
        return isMoment && (found == .date || found == .dateTime)
    }

    /// The expected kind of value, for use in a remark.
    private var expectation: String {
        switch form {
        case .geo: "a pair of latitude and longitude"
        case .requestStatus: "a request status"
        default: kind?.expectation ?? "a valid value"
        }
    }

    package static func excerpt(_ bytes: Span<UInt8>) -> String {
        var end = min(40, bytes.count)
        // Do not split a UTF-8 character.
        while end > 37, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        var shown = "'"
        for scalar in String(decoding: (0..<end).map { bytes[$0] }, as: UTF8.self).unicodeScalars {
            let isUnreadable = scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{FFFD}"
            shown.unicodeScalars.append(isUnreadable ? "?" : scalar)
        }
        return shown + (end < bytes.count ? "...'" : "'")
    }
}

extension Value.DataType {
    /// The description of this value type in messages, such as "a valid date".
    package var expectation: String { self == .integer ? "an integer" : "a valid \(noun)" }

    /// The word for this value type in messages.
    package var noun: String {
        switch self {
        case .calendarAddress: "calendar address"
        case .recur: "recurrence rule"
        case .uri: "URI"
        case .utcOffset: "UTC offset"
        default: rawValue.lowercased()
        }
    }
}

extension Value {
    /// Whether this is a UTC time, or a period that starts with one.
    package var isInUTC: Bool {
        switch self {
        case .dateTime(_, let isUTC), .time(_, let isUTC): isUTC
        case .period(let period): period.isUTC
        default: false
        }
    }
}
