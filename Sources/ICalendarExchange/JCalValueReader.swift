import ICalendarCore

/// A reader for the values of one jCal property (RFC 7265 section 3.6).
///
/// As in an iCalendar file, a value that is invalid for its type becomes ``Value/raw(_:)``, and a remark is added. A
/// string in iCalendar notation, such as `20260301`, is accepted with a remark.
struct JCalValueReader {
    let type: ExchangeType
    let definition: PropertyDefinition?
    let hasTimeZone: Bool
    let limit: Int

    /// Reads a single value, or several values if the type of a string is `unknown`.
    func read(_ json: JSONValue, _ remarks: inout [ValueRemark]) -> Value {
        guard case .kind(let declared) = type else { return written(json, &remarks) }
        let kind = allowed(declared, json, &remarks)
        switch (kind, json) {
        case (.text, .string(let text)) where definition?.form == .requestStatus:
            return reread(text, as: kind, json, &remarks)
        case (.text, .array(let parts)) where definition?.form == .requestStatus:
            return requestStatus(parts, &remarks)
        case (_, .string(let text)) where kind.isText: return self.text(text, of: kind, &remarks)
        case (.boolean, .boolean(let isTrue)): return .boolean(isTrue)
        case (.integer, .number(let digits)):
            if let number = JCalNumber.integer(digits) { return .integer(number) }
        case (.float, .number(let digits)) where definition?.form != .geo:
            if let number = JCalNumber.float(digits) { return .float(number) }
        case (.float, .array(let parts)) where definition?.form == .geo:
            if let geo = JCalNumber.geo(parts) { return geo }
        case (.recur, .object(let members)): return rule(members, &remarks)
        case (.date, .string(let text)), (.dateTime, .string(let text)), (.duration, .string(let text)),
            (.period, .string(let text)):
            if let value = temporal(Array(text.utf8), kind, &remarks) { return value }
        case (.date, .array(let parts)), (.dateTime, .array(let parts)), (.period, .array(let parts)):
            if let value = period(parts, kind, &remarks) { return value }
        case (.time, .string(let text)):
            if let time = JCalTime.time(Array(text.utf8), &remarks) { return time }
        case (.utcOffset, .string(let text)):
            if let offset = JCalTime.offset(Array(text.utf8), &remarks) { return offset }
        default:
            // The value is a quoted number, boolean or rule, or unquoted text. In iCalendar, each of these is text.
            if let text = json.text { return reread(text, as: kind, json, &remarks) }
            if kind.isText, definition?.form != .requestStatus {
                noteNoString(json, &remarks)
                return text(source(of: json), of: kind, &remarks)
            }
        }
        return otherShape(json, as: kind, &remarks)
    }

    /// Reads a value of the wrong JSON type as the equivalent string, or keeps its text if that is impossible.
    private func otherShape(_ json: JSONValue, as kind: Value.DataType, _ remarks: inout [ValueRemark])
        -> Value
    {
        let text = source(of: json)
        var more: [ValueRemark] = []
        let value = reread(text, as: kind, json, &more)
        guard case .raw = value else {
            remarks += more
            return value
        }
        remarks.note(
            .badValue,
            "\(ValueReader.excerpt(Array(text.utf8).span)) is not \(kind.expectation); ignored"
        )
        return .raw(line(text, &remarks))
    }

    /// Returns the type for reading a value.
    ///
    /// The result is the declared type unless the property does not allow it. A disallowed type is replaced if it is a
    /// text type, or if it is a date or time type and the value is a string.
    ///
    /// The iCalendar reader replaces types in the same way. Any other JSON value reveals its type.
    private func allowed(
        _ declared: Value.DataType,
        _ json: JSONValue,
        _ remarks: inout [ValueRemark]
    ) -> Value.DataType {
        guard let kinds = definition?.kinds, !kinds.first.isText, !kinds.contains(declared) else {
            return declared
        }
        if !declared.isText {
            guard declared.isTemporal, case .string = json else { return declared }
        }
        remarks.note(
            jCal: .badParameter,
            "type \(declared.exchangeName) is not allowed; read as \(kinds.first.exchangeName)"
        )
        return kinds.first
    }

    // MARK: - Texts

    private func text(_ text: String, of kind: Value.DataType, _ remarks: inout [ValueRemark]) -> Value {
        switch kind {
        case .uri, .xmlReference: .uri(line(text, &remarks))
        case .calendarAddress: .calendarAddress(line(text, &remarks))
        case .binary: .binary(base64: line(text, &remarks))
        default: self.text(text, &remarks)
        }
    }

    private func text(_ text: String, _ remarks: inout [ValueRemark]) -> Value {
        let text = JSONValue.withoutNUL(text, &remarks)
        switch definition?.form {
        case .enumeration: return .text(EnumerationText.canonical(text))
        case .status: return .text(EnumerationText.status(text, &remarks))
        default: return .text(text)
        }
    }

    private func noteNoString(_ json: JSONValue, _ remarks: inout [ValueRemark]) {
        remarks.note(jCal: .badValue, "\(json.description) instead of a string; read as text")
    }

    /// Returns text without line breaks, for a type that does not allow them.
    ///
    /// In a file, a line break would end the property.
    private func line(_ text: String, _ remarks: inout [ValueRemark]) -> String {
        let text = JSONValue.withoutNUL(text, &remarks)
        guard text.utf8.contains(where: { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }) else {
            return text
        }
        remarks.note(jCal: .encoding, "line breaks are not allowed in this type; removed")
        return String(
            decoding: text.utf8.filter { $0 != Ascii.lineFeed && $0 != Ascii.carriageReturn },
            as: UTF8.self
        )
    }

    private func requestStatus(_ parts: [JSONValue], _ remarks: inout [ValueRemark]) -> Value {
        let texts = parts.compactMap(\.text).map { JSONValue.withoutNUL($0, &remarks) }
        guard texts.count == parts.count, (1...3).contains(texts.count), isStatusCode(texts[0])
        else {
            remarks.note(.badValue, "not a status code with a description and data; ignored")
            return .raw(line(source(of: .array(parts)), &remarks))
        }
        if texts.count == 1 { remarks.note(jCal: .badValue, "no description; read as an empty one") }
        return .requestStatus(
            Value.RequestStatus(
                code: texts[0],
                description: texts.count > 1 ? texts[1] : "",
                data: texts.count > 2 ? texts[2] : nil
            )
        )
    }

    // MARK: - iCalendar text

    /// Reads iCalendar text, the form of values whose type is `unknown` or undefined (section 5).
    ///
    /// If an RFC defines the property, the text is read in the same way as a value in a file.
    private func written(_ json: JSONValue, _ remarks: inout [ValueRemark]) -> Value {
        if case .string = json {
        } else {
            noteNoString(json, &remarks)
        }
        let text = line(source(of: json), &remarks)
        guard let definition else { return .raw(text) }
        return reader(definition.form, declared: nil).read(text, &remarks)
    }

    /// Reads text in the type's iCalendar notation.
    private func reread(
        _ text: String,
        as kind: Value.DataType,
        _ json: JSONValue,
        _ remarks: inout [ValueRemark]
    ) -> Value {
        remarks.note(
            jCal: .badValue,
            "\(json.description) is not the jCal form of \(kind.rawValue); read anyway"
        )
        if kind == .text, definition?.form != .requestStatus { return self.text(text, &remarks) }
        let isUsual = kind == definition?.kinds.first
        let form = isUsual ? definition?.form ?? ValueForm(kind) : ValueForm(kind)
        return reader(form, declared: kind).read(line(text, &remarks), &remarks)
    }

    private func reader(_ form: ValueForm, declared: Value.DataType?) -> ValueReader {
        ValueReader(
            form: form,
            definition: definition,
            declared: declared,
            hasTimeZone: hasTimeZone,
            limit: limit
        )
    }

    /// Returns the iCalendar text for a value of any shape; semicolons separate the parts of a structured value.
    private func source(of json: JSONValue) -> String {
        switch json {
        case .array(let parts): parts.map { source(of: $0) }.joined(separator: ";")
        case .object(let members):
            members.map { "\($0.name.uppercased())=\(source(of: $0.value))" }.joined(separator: ";")
        default: json.text ?? ""
        }
    }

    /// Reads a date, a time, a duration or a period, depending on the text and the types that the property allows.
    ///
    /// As in an iCalendar file, a date is accepted in place of a time and vice versa, as are the property's other types
    /// in place of the declared one.
    func temporal(_ text: [UInt8], _ kind: Value.DataType, _ remarks: inout [ValueRemark]) -> Value? {
        guard let first = text.first else { return nil }
        let said = remarks.count
        let value: Value?
        if Ascii.capital(first) == 0x50 || first == Ascii.plus || first == Ascii.minus {
            value = NominalDuration(text.span, &remarks).map(Value.duration)
        } else if PeriodText.firstSlash(text.span) != nil {
            value = PeriodText.parse(text.span, &remarks).map(Value.period)
            if value != nil { remarks.note(jCal: .badValue, "not an array of start and end; read anyway") }
        } else {
            value = JCalTime.moment(text, wanting: kind == .date ? .date : .any, &remarks)
        }
        remarks.name(ValueReader.excerpt(text.span), from: said)
        return checked(value, kind, from: said, &remarks)
    }

    /// Reads a period: a start followed by an end or a duration (section 3.6.9).
    func period(_ parts: [JSONValue], _ kind: Value.DataType, _ remarks: inout [ValueRemark]) -> Value? {
        let said = remarks.count
        guard parts.count == 2, case .string(let first) = parts[0], case .string(let second) = parts[1],
            case .dateTime(let start, let isUTC)? = JCalTime.moment(Array(first.utf8), &remarks)
        else { return nil }
        let last = Array(second.utf8)
        let end: Value.Period.End
        if let duration = NominalDuration(last.span, &remarks) {
            end = .duration(duration)
        } else if case .dateTime(let time, let isUTC)? = JCalTime.moment(last, &remarks) {
            end = .time(time, isUTC: isUTC)
        } else {
            remarks.removeSubrange(said...)
            return nil
        }
        let period = Value.Period(start: start, isUTC: isUTC, end: end)
        remarks.name(ValueReader.excerpt(last.span), from: said)
        return checked(.period(period), kind, from: said, &remarks)
    }

    /// Returns a value if the property allows it.
    ///
    /// Otherwise, the function removes the remarks about the value and returns nil.
    private func checked(
        _ value: Value?,
        _ kind: Value.DataType,
        from said: Int,
        _ remarks: inout [ValueRemark]
    ) -> Value? {
        guard let value, let found = value.kind, found == kind || mayHold(found, instead: kind) else {
            remarks.removeSubrange(said...)
            return nil
        }
        if found != kind {
            remarks.note(
                jCal: .badValue,
                "a \(found.rawValue), but declared as a \(kind.rawValue); read as a \(found.rawValue)"
            )
        }
        if hasTimeZone, value.isInUTC {
            remarks.note(.badParameter, "TZID on a value in UTC; TZID ignored")
        }
        return value
    }

    private func mayHold(_ found: Value.DataType, instead kind: Value.DataType) -> Bool {
        if definition?.kinds.contains(found) == true { return true }
        return (kind == .date || kind == .dateTime) && (found == .date || found == .dateTime)
    }

    /// Reads a rule: an object that contains the rule's parts (section 3.6.10).
    ///
    /// The parts are converted to iCalendar text and read by the iCalendar reader, which corrects them as it corrects
    /// rules in a file.
    func rule(
        _ members: [(name: String, value: JSONValue)],
        _ remarks: inout [ValueRemark]
    ) -> Value {
        var parts: [String] = []
        for (name, value) in members {
            let items = if case .array(let items) = value { items } else { [value] }
            let texts = items.compactMap { item -> String? in
                switch item {
                case .string(let text) where ExchangeName.small(name) == "until": JCalTime.basic(text)
                case .string(let text) where JCalValueReader.isPart(text): text
                case .number(let digits): JCalNumber.integer(digits).map(String.init) ?? digits
                default: nil
                }
            }
            guard JCalValueReader.isPart(name), texts.count == items.count else {
                remarks.note(.rule, "unreadable rule part")
                parts.append("\(ExchangeName.isPlain(name) ? ExchangeName.capitals(name) : "X")=?")
                continue
            }
            parts.append("\(ExchangeName.capitals(name))=\(texts.joined(separator: ","))")
        }
        let text = parts.joined(separator: ";")
        let (rule, found) = RuleText.parse(text)
        remarks.append(contentsOf: found)
        return rule.map(Value.recurrenceRule) ?? .raw(text)
    }

    /// Returns whether text can be a single part of a rule.
    private static func isPart(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != Ascii.semicolon }
    }
}

extension Value.DataType {
    fileprivate var isTemporal: Bool {
        switch self {
        case .date, .dateTime, .duration, .period: true
        default: false
        }
    }

    /// Whether all text is valid for the type.
    fileprivate var isText: Bool {
        switch self {
        case .text, .uid, .uri, .xmlReference, .calendarAddress, .binary: true
        default: false
        }
    }
}

extension ValueReader {
    func read(_ text: String, _ remarks: inout [ValueRemark]) -> Value {
        let bytes = Array(text.utf8)
        return read(bytes.span, ByteTraits(bytes.span), &remarks)
    }
}

/// Returns whether text is a REQUEST-STATUS code, such as `2.0` or `3.1.1`.
private func isStatusCode(_ text: String) -> Bool {
    var remarks: [ValueRemark] = []
    return RequestStatusText.parse(Array(text.utf8).span, &remarks)?.code == text
}

/// A reader for JSON numbers of any size.
enum JCalNumber {
    /// Reads an integer, even if written with a zero fraction or an exponent, or returns nil for any other number.
    static func integer(_ digits: String) -> Int? {
        if let number = Int(digits) { return number }
        guard let number = float(digits) else { return nil }
        return Int(exactly: number)
    }

    static func float(_ digits: String) -> Double? {
        guard let number = Double(digits), number.isFinite else { return nil }
        return number
    }

    /// Reads the two numbers of GEO, which must be within ±90 and ±180 degrees, respectively, or returns nil for
    /// anything else.
    static func geo(_ parts: [JSONValue]) -> Value? {
        guard parts.count == 2, case .number(let first) = parts[0], case .number(let second) = parts[1],
            let latitude = float(first), let longitude = float(second), abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return .geo(latitude: latitude, longitude: longitude)
    }
}

extension JSONValue {
    /// Returns the strings of a parameter value, or nil if it contains none.
    func parameterValues(of name: String, _ remarks: inout [ValueRemark]) -> [String]? {
        var values: [String] = []
        let all = if case .array(let elements) = self { elements } else { [self] }
        for element in all {
            guard let text = element.text else {
                remarks.note(jCal: .badParameter, "\(name) contains \(element.description); ignored")
                continue
            }
            if case .string = element {
            } else {
                remarks.note(jCal: .badParameter, "\(name) contains \(element.description); read as text")
            }
            values.append(JSONValue.withoutNUL(text, &remarks))
        }
        return values.isEmpty && !all.isEmpty ? nil : values
    }

    /// Returns text without NUL characters, which iCalendar cannot represent.
    ///
    /// The file reader also removes them.
    static func withoutNUL(_ text: String, _ remarks: inout [ValueRemark]) -> String {
        guard text.utf8.contains(0) else { return text }
        remarks.note(jCal: .encoding, "NUL removed")
        return String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self)
    }
}
