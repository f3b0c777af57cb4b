extension ComponentCheck {
    /// One property: how it is written, its value and its parameters.
    mutating func checkProperty(at place: Int) {
        let property = component.properties[place]
        let text = WrittenLine(property)
        if let text {
            checkBytes(text, at: place)
            checkNotation(of: text, at: place)
            checkNamesOfParameters(text, at: place)
        }
        checkName(text, property, at: place)
        guard let id = known[place] else { return }
        let grammar = PropertyGrammar.all[id]
        checkValue(text, property, grammar, at: place)
        checkLimit(property, grammar, at: place)
        if !property.parameters.isEmpty { checkParameters(property, grammar, at: place) }
        checkMissingParameters(property, grammar, at: place)
        if property.name == "EXRULE" {
            note(
                .deprecated,
                as: .warning,
                at: place,
                "EXRULE is a property of RFC 2445; many programs pass over it",
                grammar.section
            )
        }
    }

    /// Control characters, and bytes that are not UTF-8.
    private mutating func checkBytes(_ text: WrittenLine, at place: Int) {
        guard !text.traits.isPlain else { return }
        let name = component.properties[place].name
        if text.traits.contains(.control) {
            let hasOther = text.holdsControls
            let isText = !mustStay(place)
            note(
                .controlCharacter,
                at: place,
                hasOther ? "\(name) holds control characters" : "\(name) holds NUL",
                "3.1",
                repair: hasOther
                    ? (isText ? "remove the control characters" : nil) : "remove NUL; reading ignores it",
                mend: .rewrite(place)
            )
        }
        if text.traits.contains(.high), ByteText.valid(text.bytes.span.extracting(text.line)) == nil {
            note(
                .notUTF8,
                at: place,
                "\(name) is not UTF-8",
                "3.1.4",
                repair: "write it as UTF-8; it is read as Windows-1252",
                mend: .rewrite(place)
            )
        }
    }

    /// How the parameters are written.
    private mutating func checkNotation(of text: WrittenLine, at place: Int) {
        // What is said of encodings is said of the whole line.
        let name = Words.short(component.properties[place].name)
        for remark in text.remarks where remark.code == .badParameter {
            note(
                .parameterForm,
                at: place,
                "\(name) \(remark.message)",
                "3.2",
                repair: "write the parameters as they are read",
                mend: .rewrite(place)
            )
        }
    }

    private mutating func checkName(_ text: WrittenLine?, _ property: Property, at place: Int) {
        if known[place] == nil, !Words.isToken(property.name) {
            let name = ExtensionName.made(of: property.name)
            note(
                .nameForm,
                at: place,
                "'\(property.name)' is not a property name",
                "3.1",
                repair: "rename it to \(Words.short(name))",
                mend: .edit(place) { $0.name = name }
            )
        } else if text?.hasBlanksAroundName == true {
            note(
                .nameForm,
                at: place,
                "\(property.name) has blanks around its name",
                "3.1",
                repair: "remove the blanks",
                mend: .rewrite(place)
            )
        }
    }

    /// What more the property asks of its value: UTC, bounds, words.
    private mutating func checkLimit(_ property: Property, _ grammar: PropertyGrammar, at place: Int) {
        switch grammar.limit {
        case .none, .declaredType, .words: break
        case .utc: checkUTC(property, grammar, at: place)
        case .range(let bounds):
            guard case .integer(let number) = property.value, !bounds.contains(number) else { return }
            let range =
                bounds.upperBound == Int(Int32.max)
                ? "from \(bounds.lowerBound) to 2147483647"
                : "from \(bounds.lowerBound) to \(bounds.upperBound)"
            // Other numbers decide which component stands, or how often an alarm goes off.
            let isPlaced = known[place].map { ComponentGrammar.named[component.name]?.rules[$0] != nil }
            let isNeedless = isPlaced == true && ["PRIORITY", "PERCENT-COMPLETE"].contains(property.name)
            note(
                .outOfRange,
                at: place,
                "\(property.name) is \(number), and not \(range)",
                grammar.section,
                repair: isNeedless ? "remove it; reading ignores it" : nil,
                mend: isNeedless ? .remove(place) : nil
            )
        }
        if property.name == "VERSION", let version = property.value.string,
            version.split(separator: ";").last != "2.0"
        {
            let plain = version.trimmingBlanks
            let isMeant = plain.isEmpty || plain.split(separator: ";").last == "2.0"
            note(
                .version,
                at: place,
                "VERSION is \(Words.quoted(version)), not 2.0",
                grammar.section,
                repair: isMeant ? "write VERSION:2.0" : nil,
                mend: isMeant ? .edit(place) { $0.value = .text("2.0") } : nil
            )
        }
    }

    private mutating func checkUTC(_ property: Property, _ grammar: PropertyGrammar, at place: Int) {
        guard case .dateTime(let time, false) = property.value else { return }
        note(
            .notUTC,
            at: place,
            "\(property.name) is not in UTC",
            grammar.section,
            repair: property.timeZoneID == nil ? "add the Z; it is read as UTC" : nil,
            mend: .edit(place) { $0.value = .dateTime(time, isUTC: true) }
        )
    }
}
