import ICalendarCore

/// A check of a property's parameters and their values.
struct ParameterCheck: ComponentAspect {
    let check: ComponentCheck
    let place: Int
    let grammar: PropertyGrammar

    var subject: Int? { place }
    private var property: Property { component.properties[place] }

    func run() {
        if !property.parameters.isEmpty { checkParameters() }
        checkMissing()
    }

    private func checkParameters() {
        // An array is fast enough, since most properties have one or two parameters.
        var seen: [String] = []
        var repeated: [String] = []
        for parameter in property.parameters {
            guard let rule = ParameterGrammar.named[parameter.name] else { continue }
            if seen.contains(parameter.name) {
                if !repeated.contains(parameter.name) {
                    repeated.append(parameter.name)
                    noteRepeated(parameter.name, rule)
                }
                continue
            }
            seen.append(parameter.name)
            if parameter.name == "TZID" {
                if parameter.value != parameter.value.trimmingBlanks {
                    noteBlanks(around: "TZID", rule)
                }
                checkZone(parameter.value)
            } else if !rule.isAnywhere, !grammar.parameters.contains(parameter.name) {
                note(
                    .misplacedParameter,
                    as: .warning,
                    "\(property.name): parameter \(parameter.name) is not allowed here",
                    rule.section
                )
            }
            checkValues(of: parameter, rule)
        }
        checkDeclaredType()
        if property.name == "ATTENDEE", let words = PropertyGrammar.participationWords[component.name],
            let word = property.parameters["PARTSTAT"]?.uppercased(), !words.contains(word),
            PropertyGrammar.participationWords.values.contains(where: { $0.contains(word) })
        {
            note(
                .unknownWord,
                as: .warning,
                "ATTENDEE: PARTSTAT=\(word) is not allowed in \(component.name)",
                "3.2.12"
            )
        }
    }

    private func noteRepeated(_ name: String, _ rule: ParameterGrammar) {
        note(
            .repeatedParameter,
            "\(property.name): duplicate parameter \(name)",
            rule.section,
            repair: rule.isList ? "merge the values" : "remove it; keep the first",
            mend: .edit(place) { property in
                if rule.isList {
                    let values = property.parameters.values(name)
                    if let first = property.parameters.firstIndex(where: { $0.name == name }) {
                        property.parameters[first].values = values
                    }
                }
                var isFirst = true
                property.parameters.removeAll { parameter in
                    guard parameter.name == name else { return false }
                    defer { isFirst = false }
                    return !isFirst
                }
            }
        )
    }

    private func checkZone(_ id: String) {
        let forms = property.value.elements.lazy.map(\.zoneForm)
        if !forms.contains(.local) {
            guard let form = forms.first, form != .other else {
                note(
                    .misplacedParameter,
                    as: .warning,
                    "\(property.name) has a TZID but no time",
                    "3.2.19"
                )
                return
            }
            note(
                .needlessTimeZone,
                "\(property.name) has a TZID but is \(form == .utc ? "in UTC" : "a date")",
                "3.2.19",
                repair: "remove TZID",
                mend: .edit(place) { $0[parameter: "TZID"] = nil }
            )
            return
        }
        if forms.contains(.utc) {
            let remedy = DatesCheck(check: check).remedy(at: place)
            note(
                .needlessTimeZone,
                "\(property.name) has a TZID, but some of its times are in UTC",
                "3.2.19",
                repair: remedy?.repair,
                mend: remedy?.mend
            )
        }
        if !grammar.parameters.contains("TZID") {
            note(
                .misplacedParameter,
                as: .warning,
                "\(property.name): parameter TZID is not allowed here",
                "3.2.19"
            )
        }
        let plain = ZoneNames.plain(id)
        if plain != id.trimmedOfBlanks {
            note(
                .parameterValue,
                "\(property.name): TZID \(Words.quoted(id)) has unnecessary quotes or backslashes",
                "3.2.19",
                repair: "remove them; the zone is the same",
                mend: .edit(place) { $0[parameter: "TZID"] = plain }
            )
        }
        if let key = id.zoneKey(where: { context.definedZones[$0] != nil }),
            let name = context.definedZones[key]
        {
            guard !context.exactZones.contains(plain) else { return }
            return note(
                key == id.zoneKey ? .parameterValue : .undefinedZone,
                as: .warning,
                "TZID \(Words.quoted(id)) has no VTIMEZONE with exactly this name; read as \(Words.quoted(name))",
                "3.2.19",
                repair: "write \(Words.quoted(name)); the zone is the same",
                mend: .edit(place) { $0[parameter: "TZID"] = name }
            )
        }
        let key = id.zoneKey
        guard !id.hasPrefix("/") else { return }
        let isFirst = context.undefinedZones.insert(key).inserted
        guard isFirst || context.kept == .mendable else { return }
        let isKnown = context.resolver.zone(id, line: nil) != nil
        // An unknown zone is reported only once, but repaired in every property.
        guard isFirst || !isKnown else { return }
        let isUTC = if case .utc = grammar.limit { true } else { grammar.name == "TRIGGER" }
        note(
            .undefinedZone,
            "TZID \(Words.quoted(id)) has no VTIMEZONE in this calendar"
                + (isKnown ? "; writing adds one" : ""),
            "3.2.19",
            repair: isKnown
                ? nil
                : "remove TZID; the zone is unknown and the time is read as \(isUTC ? "UTC" : "floating")",
            mend: .edit(place) { $0[parameter: "TZID"] = nil }
        )
    }

    private func checkValues(of parameter: Parameter, _ rule: ParameterGrammar) {
        let name = property.name
        let values = parameter.values
        if values.count > 1, !rule.isList {
            note(
                .parameterValue,
                "\(name): \(parameter.name) has \(values.count) values, only 1 is allowed",
                rule.section,
                repair: "keep only the first value",
                mend: .edit(place) { property in
                    guard let index = property.parameters.firstIndex(where: { $0.name == parameter.name }),
                        property.parameters[index].hasSeveralValues
                    else { return }
                    property.parameters[index].values = [property.parameters[index].value]
                }
            )
        }
        // A line may contain a million bytes of nothing but invalid values.
        var flood = RemarkFlood()
        var isBlank = false
        var isEmpty = false
        var isSmall = false
        for value in rule.isList ? values[...] : values.prefix(1) {
            if rule.capitals(of: value) != value { isSmall = true }
            guard let flaw = rule.form.flaw(in: value) else {
                guard case .words(let words, isOpen: true) = rule.form, !words.contains(value) else {
                    continue
                }
                if flood.admits() {
                    let what = "\(name): unknown \(parameter.name)"
                    check.warnOfUnknownWord(value, words, what, rule.section, at: place)
                }
                continue
            }
            let plain = value.trimmingBlanks
            if rule.form.flaw(in: plain) == nil {
                isBlank = true
                continue
            }
            if plain.isEmpty {
                isEmpty = true
                continue
            }
            guard flood.admits() else { continue }
            // For these parameters, the reader accepts only defined keywords.
            let isIgnored = ["RSVP", "RELATED", "FBTYPE", "RELTYPE"].contains(parameter.name)
            note(
                .parameterValue,
                "\(name): \(parameter.name) \(Words.quoted(value)) is \(flaw)",
                rule.section,
                repair: isIgnored ? "remove it; the reader ignores it" : nil,
                mend: isIgnored ? .edit(place) { $0[parameter: parameter.name] = nil } : nil
            )
        }
        if isBlank { noteBlanks(around: parameter.name, rule) }
        if isEmpty { noteEmpty(parameter.name, rule) }
        if isSmall { noteSmallWords(of: parameter.name, rule) }
        if flood.unsaid > 0 {
            note(
                .parameterValue,
                "\(name): \(parameter.name) has \(flood.unsaid) more values like these",
                rule.section
            )
        }
    }

    private func checkDeclaredType() {
        guard let word = property.parameters["VALUE"] else { return }
        // The check of the value reports a date or time of another type.
        let (kinds, time) = (grammar.definition.kinds, property.value.timeKind)
        if let kind = property.declaredType, kinds.contains(kind) || kind == time { return }
        let read = grammar.definition.kinds.first.rawValue
        let isNeeded = if case .declaredType = grammar.limit { true } else { false }
        note(
            .parameterValue,
            "\(property.name): VALUE=\(word) is not allowed",
            grammar.section,
            repair: isNeeded
                ? "set VALUE=\(read), the assumed type" : "remove VALUE; the value is read as \(read)",
            mend: .edit(place) { property in
                // An earlier repair may have set VALUE to the actual type.
                if let kind = property.declaredType, grammar.definition.kinds.contains(kind) { return }
                property[parameter: "VALUE"] = isNeeded ? read : nil
            }
        )
    }

    /// Reports a missing VALUE on a property without a default type and a missing ENCODING on a BINARY value.
    private func checkMissing() {
        if case .binary = property.value {
            let isDeclared = property.declaredType == .binary
            if isDeclared, property.encoding?.uppercased() != "BASE64" {
                note(
                    .missingParameter,
                    "\(property.name) is BINARY without ENCODING=BASE64",
                    "3.3.1",
                    repair: "set ENCODING=BASE64",
                    mend: .edit(place) { $0[parameter: "ENCODING"] = "BASE64" }
                )
            } else if !isDeclared, property.parameters["VALUE"] == nil,
                grammar.definition.kinds.contains(.binary)
            {
                note(
                    .missingParameter,
                    "\(property.name) has ENCODING=BASE64 without VALUE=BINARY",
                    "3.2.7",
                    repair: "add VALUE=BINARY",
                    mend: .edit(place) { $0[parameter: "VALUE"] = "BINARY" }
                )
            }
        }
        guard case .declaredType = grammar.limit, property.parameters["VALUE"] == nil,
            let kind = property.value.declarableKind
        else { return }
        note(
            .missingParameter,
            "\(property.name): VALUE=\(kind.rawValue) is required",
            grammar.section,
            repair: "add VALUE=\(kind.rawValue)",
            mend: .edit(place) { $0[parameter: "VALUE"] = kind.rawValue }
        )
    }

    private func noteBlanks(around name: String, _ rule: ParameterGrammar) {
        note(
            .parameterValue,
            "\(property.name): \(name) has blanks around its value",
            rule.section,
            repair: "remove the blanks",
            mend: edit(valuesOf: name) { value in
                let plain = value.trimmingBlanks
                return rule.form.flaw(in: plain) == nil ? plain : value
            }
        )
    }

    private func noteEmpty(_ name: String, _ rule: ParameterGrammar) {
        note(
            .parameterValue,
            "\(property.name): \(name) is empty",
            rule.section,
            repair: "remove it; it has no value",
            mend: .edit(place) { property in
                for index in property.parameters.indices where property.parameters[index].name == name {
                    property.parameters[index].values.removeAll { $0.trimmingBlanks.isEmpty }
                }
                property.parameters.removeAll { $0.name == name && $0.values.isEmpty }
            }
        )
    }

    private func noteSmallWords(of name: String, _ rule: ParameterGrammar) {
        note(
            .letterCase,
            as: .warning,
            "\(property.name): \(name) is not uppercase; strict programs require uppercase",
            rule.section,
            repair: "convert it to uppercase",
            mend: edit(valuesOf: name, rule.capitals)
        )
    }

    private func edit(valuesOf name: String, _ change: @escaping (String) -> String) -> Mend {
        .edit(place) { property in
            for index in property.parameters.indices where property.parameters[index].name == name {
                property.parameters[index].values = property.parameters[index].values.map(change)
            }
        }
    }
}

extension ParameterGrammar {
    /// Returns a keyword that an RFC defines in uppercase, and any other value unchanged.
    func capitals(of value: String) -> String {
        switch form {
        case .words(let words, _):
            if words.contains(value) { return value }
            let capitals = value.uppercased()
            return words.contains(capitals) ? capitals : value
        case .text where name == "VALUE":
            let capitals = value.uppercased()
            return Value.DataType(rawValue: capitals) == nil ? value : capitals
        default: return value
        }
    }
}

extension ParameterGrammar.Form {
    /// Returns a description of the error in a value, phrased to follow "is", or nil if the value is valid.
    package func flaw(in value: String) -> String? {
        switch self {
        case .text: return nil
        case .words(let words, let isOpen):
            if Words.allow(value, words, isOpen: isOpen) { return nil }
            return isOpen ? "not a valid keyword" : "not one of \(words.joined(separator: ", "))"
        case .uri, .address: return URIText.flaw(in: value).map { "not a URI: it \($0)" }
        case .language:
            let parts = value.split(separator: "-", omittingEmptySubsequences: false)
            let isTag = parts.allSatisfy {
                (1...8).contains($0.utf8.count)
                    && $0.utf8.allSatisfy { Ascii.isLetter($0) || Ascii.isDigit($0) }
            }
            return isTag && parts.first?.utf8.allSatisfy(Ascii.isLetter) == true
                ? nil : "not a language tag"
        case .mediaType:
            let parts = value.split(separator: "/", omittingEmptySubsequences: false)
            let isType = parts.count == 2 && !parts.contains { $0.isEmpty || $0.contains(" ") }
            return isType ? nil : "not a media type"
        case .positive: return (Int(value) ?? 0) > 0 ? nil : "not a positive integer"
        }
    }
}

extension Value {
    /// A single value's form with respect to time zones.
    fileprivate enum ZoneForm { case utc, local, date, other }

    fileprivate var zoneForm: ZoneForm {
        switch self {
        case .date: .date
        case .dateTime(_, let isUTC), .time(_, let isUTC): isUTC ? .utc : .local
        case .period(let period): period.isUTC ? .utc : .local
        default: .other
        }
    }

    /// The type that VALUE must state, or nil if no VALUE is needed.
    fileprivate var declarableKind: Value.DataType? {
        switch self {
        case .uri: .uri
        case .duration: .duration
        case .text: .text
        default: nil
        }
    }
}
