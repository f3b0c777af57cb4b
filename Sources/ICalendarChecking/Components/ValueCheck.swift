import ICalendarCore

/// A check of a property's value, for properties that an RFC defines.
struct ValueCheck: ComponentAspect {
    let check: ComponentCheck
    let place: Int
    let grammar: PropertyGrammar
    let form: ValueForm
    private let expected: Value.DataType
    /// Whether the property is allowed in the component.
    let isPlaced: Bool

    var subject: Int? { place }
    var property: Property { component.properties[place] }

    /// Creates the check for the property at the given position, or returns nil if no RFC defines the property.
    init?(check: ComponentCheck, at place: Int) {
        guard let id = check.known[place] else { return nil }
        self.check = check
        self.place = place
        let property = check.component.properties[place]
        grammar = PropertyGrammar.all[id]
        isPlaced = check.grammar?.rules[id] != nil
        let definition = grammar.definition
        expected =
            property.declaredType.flatMap { definition.kinds.contains($0) ? $0 : nil }
            ?? definition.kinds.first
        if case .binary = property.value {
            form = .binary
        } else {
            form = expected == definition.kinds.first ? definition.form : ValueForm(expected)
        }
    }

    /// Reports unreadable values, empty values and unknown keywords.
    func checkMeaning() {
        if form != .unknown, form.isBad(property.value) {
            noteBad()
        } else if isEmpty {
            checkEmpty()
        } else if !isPlaced, case .uri(let uri) = property.value, let flaw = URIText.flaw(in: uri),
            URIText.meant(by: uri) == nil
        {
            note(
                .badURI,
                "\(property.name) is not a URI: it \(flaw)",
                "3.3.13",
                repair: "remove it; the reader ignores it",
                mend: .remove(place)
            )
        } else if !isPlaced, case .range(let bounds) = grammar.limit {
            PropertyCheck(check: check, place: place).checkRange(bounds, of: grammar, isPlaced: false)
        } else {
            checkWord()
        }
    }

    /// The properties that a repair never removes from a component in which they are allowed.
    ///
    /// Even if such a property's value is unreadable, its presence shows that information is missing.
    private static let needed: Set = [
        "DTSTART", "RECURRENCE-ID", "TRIGGER", "UID", "TZID", "TZOFFSETFROM", "TZOFFSETTO", "ACTION",
        "PRODID", "VERSION",
    ]

    private var isEmpty: Bool {
        switch property.value {
        case .uri(let text): text.isEmpty
        case .calendarAddress(let text): CalendarAddress.isEmpty(text)
        default: false
        }
    }

    private func checkEmpty() {
        var isAddress = false
        if case .calendarAddress = property.value {
            // An empty address still identifies a person if it has a name.
            guard property.isNobody else { return }
            isAddress = true
        }
        note(
            isAddress ? .badAddress : .badURI,
            "\(property.name) is empty",
            grammar.section,
            repair: "remove it; it has no value",
            mend: .remove(place)
        )
    }

    private func checkWord() {
        guard let word = property.value.string else { return }
        if property.name == "STATUS" {
            guard let words = PropertyGrammar.statusWords[component.name] else { return }
            if Words.allow(word, words, isOpen: false) { return checkCase(word, words) }
            let message =
                "STATUS: \(Words.quoted(word)) is not allowed in \(component.name)"
                + " (allowed: \(words.joined(separator: ", ")))"
            return noteNoWord(message)
        }
        guard case .words(let known, let isOpen) = grammar.limit else { return }
        checkCase(word, known)
        // The RFC 5546 check reports an unknown METHOD.
        let words = grammar.name == "METHOD" ? [] : known
        if Words.allow(word, words, isOpen: isOpen) {
            let problem = "\(property.name): unknown word"
            if isOpen { check.warnOfUnknownWord(word, words, problem, grammar.section, at: place) }
            return
        }
        let list = words.isEmpty ? "" : " (allowed: \(words.joined(separator: ", ")))"
        noteNoWord("\(property.name): unknown word \(Words.quoted(word))\(list)")
    }

    /// Reports a value that is not one of the allowed keywords.
    ///
    /// The repair removes the property unless it is required. An empty ACTION gets the usual action.
    private func noteNoWord(_ message: String) {
        if isPlaced, grammar.name == "ACTION", property.isBlank {
            let hasTrigger = component.first("TRIGGER") != nil
            return note(
                .unknownWord,
                message,
                grammar.section,
                repair: hasTrigger ? "set it to DISPLAY, the usual action" : nil,
                mend: hasTrigger ? .edit(place) { $0.value = .text("DISPLAY") } : nil
            )
        }
        let isMendable = !isPlaced || grammar.name != "ACTION" && grammar.name != "PARTICIPANT-TYPE"
        note(
            .unknownWord,
            message,
            grammar.section,
            repair: isMendable ? "remove it; the reader ignores it" : nil,
            mend: isMendable ? .remove(place) : nil
        )
    }

    /// Reports a keyword that contains lowercase letters.
    private func checkCase(_ word: String, _ words: [String]) {
        guard !words.contains(word) else { return }
        let capitals = word.uppercased()
        guard capitals != word, words.contains(capitals) else { return }
        note(
            .letterCase,
            as: .warning,
            "\(grammar.name): \(Words.quoted(word)) is not uppercase; strict programs require uppercase",
            grammar.section,
            repair: "convert it to uppercase",
            mend: .edit(place) { $0.value = .text(capitals) }
        )
    }

    /// Checks that a value is valid, uses its type's notation and matches the declared type.
    func checkForm(_ text: WrittenLine?) {
        let definition = grammar.definition
        guard definition.form != .unknown else { return }
        checkType()
        // `checkMeaning` reports unreadable values.
        if form.isBad(property.value) { return }
        checkSpecial()
        guard let text else { return }
        let written = text.bytes.span.extracting(text.value)
        switch form {
        case .text, .identifier:
            if property.name != "VERSION" { checkEscapes(written) }
        case .textList: checkEscapes(written)
        case .recurrenceRule: checkRuleText(written)
        case .enumeration where isInSmallLetters(written):
            check.noteSmallLetters("\(property.name) is not uppercase", grammar.section, at: place)
        case .status where isInSmallLetters(written):
            check.noteSmallLetters("\(property.name) is not uppercase", grammar.section, at: place)
        default:
            let notation = ValueNotation(form: form, isList: definition.isList, isDate: expected == .date)
            guard let oddity = notation.oddity(in: written) else {
                if form.hasLetters, written.indices.contains(where: { written[$0] &- 0x61 <= 25 }) {
                    check.noteSmallLetters("\(property.name) is not uppercase", grammar.section, at: place)
                }
                return
            }
            note(
                oddity.isLeapSecond ? .leapSecond : .valueForm,
                as: oddity.isLeapSecond ? .warning : .error,
                "\(property.name): \(oddity.message)",
                grammar.section,
                repair: property.value.elements.count < ReadingLimits.standard.values
                    ? "rewrite the value in standard form" : nil,
                mend: .rewrite(place)
            )
        }
    }

    /// Reports a value that is entirely or partly unreadable.
    ///
    /// The repair removes the value, since the reader ignores it.
    private func noteBad() {
        let elements = property.value.elements
        let sound = elements.filter { !form.isBad(one: $0) }
        let unreadable = elements.lazy.filter { form.isBad(one: $0) }.prefix(Self.mostListed).map(
            ValueText.string
        )
        let written = unreadable.first ?? ""
        var repair: String?
        var mend: Mend?
        // An event with an unreadable RECURRENCE-ID still overrides an instance. A to-do or journal entry that is alone
        // in its series overrides nothing.
        let isAlone = component.name != "VEVENT" && check.place.map(context.series.isAlone) == true
        let isAbsent = property.name == "RECURRENCE-ID" && (property.isBlank || isAlone)
        if !isPlaced || isAbsent || !Self.needed.contains(property.name) {
            if let rest = Value(elements: sound) {
                repair = "remove the unreadable values"
                mend = .edit(place) { $0.value = rest }
            } else {
                let remedy = Remedies(check: check).ofIgnored(property, at: place)
                (repair, mend) = (remedy.repair, remedy.mend)
                if written.isEmpty, mend?.edited == nil { repair = "remove it; it has no value" }
            }
        }
        if mend == nil, let remedy = Remedies(check: check).ofBad(property, at: place) {
            (repair, mend) = (remedy.repair, remedy.mend)
        }
        if let edited = mend?.edited, check.mustStay(edited) { repair = nil }
        note(
            form == .recurrenceRule ? .badRule : .badValue,
            message(ofBad: Array(unreadable), of: elements.count - sound.count),
            form == .recurrenceRule && !written.isEmpty ? "3.3.10" : grammar.section,
            repair: repair,
            mend: repair == nil ? nil : mend
        )
    }

    /// The maximum number of a list's unreadable values to name.
    private static let mostListed = 5

    /// Returns the message about unreadable values, of which there are `count`.
    private func message(ofBad unreadable: [String], of count: Int) -> String {
        let written = unreadable.first ?? ""
        if written.isEmpty { return "\(property.name) is empty" }
        if form == .recurrenceRule {
            let reason = RuleText.parse(written).remarks.last { $0.severity == .error }?.message
            return "\(property.name): \(reason ?? "\(Words.quoted(written)) is not a valid rule")"
        }
        let expectation =
            switch form {
            case .geo: "latitude (-90 to 90) and longitude (-180 to 180)"
            case .requestStatus: "REQUEST-STATUS"
            default: expected.rawValue
            }
        let left = count - unreadable.count
        let list =
            unreadable.map(Words.quoted).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
        let verb = count == 1 ? "is not a valid \(expectation)" : "are not valid \(expectation) values"
        return "\(property.name): \(list) \(verb)"
    }

    private func checkType() {
        let definition = grammar.definition
        // A time's notation is the only evidence of its type.
        var found = property.value.timeKind
        if case .list(let values) = property.value {
            found = values.lazy.compactMap(\.timeKind).first
            if values.contains(where: { ($0.timeKind ?? found) != found }) {
                let remedy = DatesCheck(check: check).remedy(at: place)
                note(
                    .mixedTypes,
                    "\(property.name) has values of different types",
                    "3.2.20",
                    repair: remedy?.repair,
                    mend: remedy?.mend
                )
                return
            }
        }
        guard let kind = found, kind != expected else { return }
        if kind == .date, noteDay() { return }
        let isAllowed = definition.kinds.contains(kind)
        let isDefault = kind == definition.kinds.first
        let isIgnored = !isAllowed && isPlaced && property.name == "TRIGGER"
        let message: String
        if property.declaredType.map({ $0 == kind }) ?? true {
            message =
                isAllowed
                ? "\(property.name) is a \(kind.rawValue) without VALUE=\(kind.rawValue)"
                : "\(property.name) is a \(kind.rawValue), not a \(expected.rawValue)"
        } else {
            message = "\(property.name) is a \(kind.rawValue), but VALUE is \(expected.rawValue)"
        }
        note(
            .valueType,
            message,
            grammar.section,
            repair: isAllowed
                ? (isDefault ? "remove VALUE" : "set VALUE=\(kind.rawValue)")
                : isIgnored ? "remove it; the reader ignores it" : nil,
            mend: isIgnored
                ? .remove(place) : .edit(place) { $0[parameter: "VALUE"] = isDefault ? nil : kind.rawValue }
        )
    }

    /// Reports a date where a time in UTC is required, as in DTSTAMP.
    ///
    /// Returns false if there is no such error.
    private func noteDay() -> Bool {
        guard case .utc = grammar.limit, !grammar.definition.kinds.contains(.date),
            case .date(let date) = property.value
        else { return false }
        let isAcknowledged = property.name == "ACKNOWLEDGED"
        // DTSTAMP determines which component is current, and the reader ignores a DTSTAMP with a date.
        let isStamp = property.name == "DTSTAMP" && !(check.place.map(context.series.isAlone) ?? true)
        let time = isStamp ? CivilDateTime(secondNumber: 0) : CivilDateTime(date)
        note(
            .valueType,
            "\(property.name) is a DATE, not a DATE-TIME",
            grammar.section,
            repair: isAcknowledged
                ? "remove it; the reader ignores it"
                : isStamp
                    ? "set it to the first second of 1970, so that it takes no precedence"
                    : "set it to midnight UTC",
            mend: isAcknowledged
                ? .remove(place)
                : .edit(place) { property in
                    property.value = .dateTime(time, isUTC: true)
                    property[parameter: "VALUE"] = nil
                }
        )
        return true
    }

    private func checkRuleText(_ text: Span<UInt8>) {
        guard case .recurrenceRule(let rule) = property.value else { return }
        var flaws: [String] = []
        var said: [ValueRemark] = []
        let written = ByteText.string(text, &said)
        // Remarks that remain when the rule is reformatted are not about notation.
        let remarks = RuleText.parse(written).remarks
        if !remarks.isEmpty {
            let meant = RuleText.parse(RuleText.format(rule)).remarks
            flaws = remarks.filter { !meant.contains($0) }.map(\.message)
        }
        if flaws.isEmpty, let flaw = ValueNotation.flaw(inRule: written) { flaws = [flaw] }
        if flaws.isEmpty, written != written.uppercased() {
            check.noteSmallLetters("\(property.name) is not uppercase", "3.3.10", at: place)
        }
        for flaw in flaws {
            note(
                .ruleForm,
                "\(property.name): \(flaw)",
                "3.3.10",
                repair: "rewrite the rule in standard form",
                mend: .rewrite(place)
            )
        }
    }

    private func checkEscapes(_ text: Span<UInt8>) {
        guard let flaw = ValueNotation.flaw(inText: text, isList: form == .textList) else { return }
        note(
            .unescapedText,
            "\(property.name) has \(flaw)",
            "3.3.11",
            repair: "rewrite the text with correct escapes",
            mend: .rewrite(place)
        )
    }

    /// Returns whether a keyword that is read as uppercase contains lowercase letters in the file.
    private func isInSmallLetters(_ written: Span<UInt8>) -> Bool {
        guard let word = property.value.string?.utf8, word.count == written.count else { return false }
        var isSmall = false
        for (place, byte) in word.enumerated() where byte != written[place] {
            if byte != Ascii.capital(written[place]) { return false }
            isSmall = true
        }
        return isSmall
    }
}

extension Value {
    /// The type that the value's notation implies, or nil.
    var timeKind: Value.DataType? {
        switch self {
        case .date: .date
        case .dateTime: .dateTime
        case .duration: .duration
        case .period: .period
        default: nil
        }
    }
}
