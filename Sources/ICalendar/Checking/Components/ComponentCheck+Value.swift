extension ComponentCheck {
    /// Whether the value is one of its type, is written as its type wants it, and is of the type that is declared.
    mutating func checkValue(
        _ text: WrittenLine?,
        _ property: Property,
        _ grammar: PropertyGrammar,
        at place: Int
    ) {
        let definition = grammar.definition
        guard definition.form != .unknown else { return }
        let (form, expected) = form(of: property, definition)
        // What is said of a value that cannot be read was said before.
        if isBad(property.value, form) {
            return checkType(property, definition, expected: expected, grammar, at: place)
        }
        checkType(property, definition, expected: expected, grammar, at: place)
        checkSpecial(property, form, grammar, at: place)
        guard let text else { return }
        let written = text.bytes.span.extracting(text.value)
        switch form {
        case .text, .identifier:
            if property.name != "VERSION" { checkEscapes(written, isList: false, at: place) }
        case .textList: checkEscapes(written, isList: true, at: place)
        case .recurrenceRule: checkRuleText(written, at: place)
        case .enumeration where isInSmallLetters(written, property.value):
            noteSmallLetters("\(property.name) is in small letters", grammar.section, at: place)
        case .status where isInSmallLetters(written, property.value):
            noteSmallLetters("\(property.name) is in small letters", grammar.section, at: place)
        default:
            let notation = ValueNotation(form: form, isList: definition.isList, isDate: expected == .date)
            guard let oddity = notation.oddity(in: written) else { return }
            note(
                oddity.isLeapSecond ? .leapSecond : .valueForm,
                as: oddity.isLeapSecond ? .warning : .error,
                at: place,
                "\(property.name) \(oddity.message)",
                grammar.section,
                repair: property.value.elements.count < ReadingLimits().values
                    ? "write the value as it is read" : nil,
                mend: .rewrite(place)
            )
        }
    }

    /// Returns the expected form and type of the value of a property.
    func form(of property: Property, _ definition: PropertyDefinition) -> (ValueForm, Value.Kind) {
        let declared = property.declaredKind
        let expected = declared.flatMap { definition.kinds.contains($0) ? $0 : nil } ?? definition.kinds.first
        var form = expected == definition.kinds.first ? definition.form : ValueForm(expected)
        if case .binary = property.value { form = .binary }
        return (form, expected)
    }

    /// Whether a value is none of its form: what could not be read, or what a program put there by mistake.
    func isBad(_ value: Value, _ form: ValueForm) -> Bool {
        if case .list(let values) = value {
            return values.isEmpty || values.contains { isBad(one: $0, form) }
        }
        return isBad(one: value, form)
    }

    private func isBad(one value: Value, _ form: ValueForm) -> Bool {
        switch (value, form) {
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

    /// Notes a value that cannot be read, in whole or in part.
    ///
    /// The repair removes it, since reading ignores it.
    mutating func noteBad(
        _ property: Property,
        _ form: ValueForm,
        _ expected: Value.Kind,
        _ grammar: PropertyGrammar,
        isPlaced: Bool,
        at place: Int
    ) {
        let elements = property.value.elements
        let sound = elements.filter { !isBad(one: $0, form) }
        let written = elements.first { isBad(one: $0, form) }.map(ValueText.string) ?? ""
        var repair: String?
        var mend: Mend?
        if isPlaced, !Self.needed.contains(property.name) {
            if let rest = Value(elements: sound) {
                repair = "remove the values that cannot be read"
                mend = .edit(place) { $0.value = rest }
            } else {
                repair =
                    written.isEmpty ? "remove it; it has no value" : "remove it; reading ignores it"
                mend = .remove(place)
            }
        }
        if isPlaced, mend == nil, let mending = mending(ofBad: property, at: place) {
            (repair, mend) = (mending.repair, mending.mend)
        }
        if let edited = mend?.edited, mustStay(edited) { repair = nil }
        note(
            form == .recurrenceRule ? .badRule : .badValue,
            at: place,
            message(ofBad: written, property, form, expected),
            form == .recurrenceRule && !written.isEmpty ? "3.3.10" : grammar.section,
            repair: repair,
            mend: repair == nil ? nil : mend
        )
    }

    private func message(
        ofBad written: String,
        _ property: Property,
        _ form: ValueForm,
        _ expected: Value.Kind
    ) -> String {
        if written.isEmpty { return "\(property.name) is empty" }
        if form == .recurrenceRule {
            let reason = RuleText.parse(written).remarks.last { $0.severity == .error }?.message
            return "\(property.name): \(reason ?? "\(Words.quoted(written)) is not a valid rule")"
        }
        let expectation =
            switch form {
            case .geo: "pair of latitude (to 90) and longitude (to 180)"
            case .requestStatus: "REQUEST-STATUS"
            default: expected.rawValue
            }
        return "\(property.name): \(Words.quoted(written)) is not a valid \(expectation)"
    }

    /// Whether VALUE says what the value is.
    private mutating func checkType(
        _ property: Property,
        _ definition: PropertyDefinition,
        expected: Value.Kind,
        _ grammar: PropertyGrammar,
        at place: Int
    ) {
        // Only of times the text says of which type it is.
        guard let kind = property.value.elements.lazy.compactMap(\.timeKind).first else { return }
        if case .list(let values) = property.value,
            values.contains(where: { $0.timeKind.map { $0 != kind } ?? false })
        {
            note(.mixedTypes, at: place, "\(property.name) holds values of several types", "3.2.20")
            return
        }
        guard kind != expected else { return }
        if kind == .date, noteDay(property, definition, grammar, at: place) { return }
        let isAllowed = definition.kinds.contains(kind)
        let isDefault = kind == definition.kinds.first
        let message: String
        if property.parameters["VALUE"] == nil {
            message =
                isAllowed
                ? "\(property.name) is a \(kind.rawValue) without VALUE=\(kind.rawValue)"
                : "\(property.name) is a \(kind.rawValue), and not a \(expected.rawValue)"
        } else {
            message = "\(property.name) is a \(kind.rawValue), and VALUE says \(expected.rawValue)"
        }
        note(
            .valueType,
            at: place,
            message,
            grammar.section,
            repair: isAllowed ? (isDefault ? "remove VALUE" : "write VALUE=\(kind.rawValue)") : nil,
            mend: .edit(place) { $0[parameter: "VALUE"] = isDefault ? nil : kind.rawValue }
        )
    }

    /// Notes a day in the place of a time in UTC, such as that of DTSTAMP; false when it is none of those.
    private mutating func noteDay(
        _ property: Property,
        _ definition: PropertyDefinition,
        _ grammar: PropertyGrammar,
        at place: Int
    ) -> Bool {
        guard case .utc = grammar.limit, !definition.kinds.contains(.date),
            case .date(let date) = property.value
        else { return false }
        let isAcknowledged = property.name == "ACKNOWLEDGED"
        // Which component stands is decided by DTSTAMP, and a day is none that reading heeds.
        let isStamp = property.name == "DTSTAMP" && !(self.place.map(context.series.isAlone) ?? true)
        let time = isStamp ? CivilDateTime(secondNumber: 0) : CivilDateTime(date)
        note(
            .valueType,
            at: place,
            "\(property.name) is a DATE, and not a DATE-TIME",
            grammar.section,
            repair: isAcknowledged
                ? "remove it; reading ignores it"
                : isStamp
                    ? "write the first second of 1970, which decides as little" : "write its midnight in UTC",
            mend: isAcknowledged
                ? .remove(place)
                : .edit(place) { property in
                    property.value = .dateTime(time, isUTC: true)
                    property[parameter: "VALUE"] = nil
                }
        )
        return true
    }

    /// Values with rules of their own: URIs, addresses, BASE64, whole numbers, TZID on dates.
    private mutating func checkSpecial(
        _ property: Property,
        _ form: ValueForm,
        _ grammar: PropertyGrammar,
        at place: Int
    ) {
        switch property.value {
        case .uri(let uri):
            if let flaw = URIText.flaw(in: uri) {
                note(.badURI, at: place, "\(property.name) is no URI: it \(flaw)", "3.3.13")
            }
        case .calendarAddress(let address): checkAddress(address, at: place)
        case .binary(let base64):
            if !URIText.isBase64(base64) {
                // What some decoder may take stays.
                let isHopeless = !base64.utf8.allSatisfy { $0 < 0x80 } && grammar.name != "STRUCTURED-DATA"
                note(
                    .badValue,
                    at: place,
                    "\(property.name) is not BASE64",
                    "3.3.1",
                    repair: isHopeless ? "remove it; it cannot be decoded" : nil,
                    mend: isHopeless ? .remove(place) : nil
                )
            }
        case .integer(let number) where Int32(exactly: number) == nil:
            if case .range = grammar.limit { return }
            note(.outOfRange, at: place, "\(property.name) is beyond 32 bits", "3.3.8")
        case .text(let word) where form == .text && property.name == "COLOR":
            if !word.utf8.allSatisfy(Ascii.isLetter) {
                note(
                    .unknownWord,
                    at: place,
                    "COLOR is \(Words.quoted(word)), and no name of CSS3",
                    grammar.section
                )
            }
        default: break
        }
    }
}

extension Value {
    /// The type of a value whose text says what it is, or nil.
    fileprivate var timeKind: Value.Kind? {
        switch self {
        case .date: .date
        case .dateTime: .dateTime
        case .duration: .duration
        case .period: .period
        default: nil
        }
    }
}
