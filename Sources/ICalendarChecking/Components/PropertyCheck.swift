import ICalendarCore

/// A check of one property, covering its line's notation, its name and any requirements beyond its value type.
struct PropertyCheck: ComponentAspect {
    let check: ComponentCheck
    let place: Int

    var subject: Int? { place }
    private var property: Property { component.properties[place] }

    /// Checks the property and, if an RFC defines the property, uses `value` to check its value.
    func run(_ value: ValueCheck?) {
        let text = WrittenLine(property)
        if let text {
            checkBytes(text)
            checkNotation(of: text)
            if !property.parameters.isEmpty, text.hasSmallParameterName {
                let message = "\(property.name): a parameter name is not uppercase"
                check.noteSmallLetters(message, "3.2", at: place)
            }
        }
        checkName(text)
        if !property.parameters.isEmpty { checkParameterNames() }
        guard let value else { return }
        let grammar = value.grammar
        value.checkForm(text)
        checkLimit(grammar, isPlaced: value.isPlaced)
        ParameterCheck(check: check, place: place, grammar: grammar).run()
        if property.name == "EXRULE" {
            note(
                .deprecated,
                as: .warning,
                "EXRULE is obsolete (RFC 2445); many programs ignore it",
                grammar.section
            )
        }
    }

    /// Reports control characters and bytes that are not valid UTF-8.
    private func checkBytes(_ text: WrittenLine) {
        guard !text.traits.isPlain else { return }
        let name = property.name
        if text.traits.contains(.control) {
            let hasOther = text.holdsControls
            let isText = !check.mustStay(place)
            note(
                .controlCharacter,
                hasOther ? "\(name) contains control characters" : "\(name) contains NUL",
                "3.1",
                repair: hasOther
                    ? (isText ? "remove the control characters" : nil) : "remove NUL; the reader ignores it",
                mend: .rewrite(place)
            )
        }
        if text.traits.contains(.high), ByteText.valid(text.bytes.span.extracting(text.line)) == nil {
            note(
                .notUTF8,
                "\(name) is not valid UTF-8",
                "3.1.4",
                repair: "convert it to UTF-8; it is read as Windows-1252",
                mend: .rewrite(place)
            )
        }
    }

    private func checkNotation(of text: WrittenLine) {
        // A report about the whole line already covers encoding problems.
        for remark in text.remarks where remark.code == .badParameter {
            note(
                .parameterForm,
                "\(Words.short(property.name)): \(remark.message)",
                "3.2",
                repair: "rewrite the parameters in standard form",
                mend: .rewrite(place)
            )
        }
    }

    private func checkName(_ text: WrittenLine?) {
        if check.known[place] == nil, !Words.isToken(property.name) {
            let name = ExtensionName.made(of: property.name)
            note(
                .nameForm,
                "'\(property.name)' is not a valid property name",
                "3.1",
                repair: "rename it to \(Words.short(name))",
                mend: .edit(place) { $0.name = name }
            )
        } else if text?.hasBlanksAroundName == true {
            note(
                .nameForm,
                "\(property.name) has blanks around its name",
                "3.1",
                repair: "remove the blanks",
                mend: .rewrite(place)
            )
        }
    }

    /// Reports all of the property's invalid parameter names in a single violation (RFC 5545 section 3.1).
    private func checkParameterNames() {
        let names = property.parameters.lazy.map(\.name).filter { !Words.isToken($0) }
        guard let name = names.first else { return }
        let count = names.count
        note(
            .nameForm,
            "\(Words.short(property.name)): \(Words.quoted(name)) is not a valid parameter name"
                + (count > 1 ? ", and \(count - 1) more like it" : ""),
            "3.2",
            repair: count > 1
                ? "rename them to X- names" : "rename it to \(Words.short(ExtensionName.made(of: name)))",
            mend: .edit(place) { property in
                for place in property.parameters.indices
                where !Words.isToken(property.parameters[place].name) {
                    property.parameters[place].name = ExtensionName.made(of: property.parameters[place].name)
                }
            }
        )
    }

    /// Checks the requirements beyond the value type, such as UTC, a range or keywords.
    private func checkLimit(_ grammar: PropertyGrammar, isPlaced: Bool) {
        switch grammar.limit {
        case .none, .declaredType, .words: break
        case .utc: checkUTC(grammar.section)
        case .range(let bounds): if isPlaced { checkRange(bounds, of: grammar, isPlaced: true) }
        }
        if property.name == "VERSION", let version = property.value.string,
            version.split(separator: ";").last != "2.0"
        {
            let plain = version.trimmingBlanks
            let isMeant = plain.isEmpty || plain.split(separator: ";").last == "2.0"
            note(
                .version,
                "VERSION is \(Words.quoted(version)), not 2.0",
                grammar.section,
                repair: isMeant ? "replace it with VERSION:2.0" : nil,
                mend: isMeant ? .edit(place) { $0.value = .text("2.0") } : nil
            )
        }
    }

    /// Reports a number that is out of range.
    func checkRange(_ bounds: ClosedRange<Int>, of grammar: PropertyGrammar, isPlaced: Bool) {
        guard case .integer(let number) = property.value, !bounds.contains(number) else { return }
        let range =
            bounds.upperBound == Int(Int32.max)
            ? "\(bounds.lowerBound) to 2147483647"
            : "\(bounds.lowerBound) to \(bounds.upperBound)"
        let remedy: Remedies.Remedy? =
            !isPlaced || !bounds.isRead(number)
            ? Remedies(check: check).ofIgnored(property, at: place)
            : canReduce
                ? (
                    "reduce it to the maximum, which means the same",
                    .edit(place) { $0.value = .integer(bounds.upperBound) }
                ) : nil
        note(
            .outOfRange,
            "\(property.name): \(number) is out of range; must be \(range)",
            grammar.section,
            repair: remedy?.repair,
            mend: remedy?.mend
        )
    }

    /// Reports a time that is not in UTC in a property that requires UTC.
    func checkUTC(_ section: RFCSection) {
        guard case .dateTime(let time, false) = property.value else { return }
        var meant = time
        var zone: Zone?
        // The reader compares a component's revisions by their times as written.
        if ["TRIGGER", "CREATED", "COMPLETED"].contains(property.name), let id = property.timeZoneID {
            zone = context.resolver.zone(id, line: nil)
            if let zone { meant = Zone.utc.civil(at: zone.instant(of: time)) }
        }
        note(
            .notUTC,
            "\(property.name) is not in UTC",
            section,
            repair: zone != nil
                ? "convert it to UTC" : property.timeZoneID == nil ? "add Z; the time is read as UTC" : nil,
            mend: .edit(place) { property in
                property.value = .dateTime(meant, isUTC: true)
                if zone != nil { property[parameter: "TZID"] = nil }
            }
        )
    }

    /// Whether a number that is too large can be reduced to the maximum without affecting which revision is current or
    /// when alarms fire.
    private var canReduce: Bool {
        switch property.name {
        // A program may compare the revision with one in another calendar.
        case "SEQUENCE": context.method == nil && check.place.map(context.series.hasOneLargeSequence) ?? true
        case "REPEAT":
            // With a pause of at least two seconds, even the maximum number of repetitions outlasts the century in
            // which alarms are found.
            if case .duration(let pause)? = check.standing("DURATION")?.property.value {
                pause.days > 0 || pause.seconds > 1
            } else {
                false
            }
        default: false
        }
    }

    /// Reports an unreadable value in a property that no RFC defines, and also X-LIC-ERROR, libical's marker for a
    /// property that it removed.
    func checkForeign() {
        if let type = property.declaredType, ValueForm(type).isBad(property.value) {
            note(
                .badValue,
                as: .warning,
                "\(Words.short(property.name)) is not a valid \(type.rawValue)",
                "3.2.20",
                repair: "remove VALUE; the value remains as text",
                mend: .edit(place) { $0[parameter: "VALUE"] = nil }
            )
        }
        guard property.name == ValueLimits.removedProperty else { return }
        note(
            .badValue,
            as: .warning,
            "the program that wrote this file removed a property here: "
                + Words.quoted(property.value.string ?? ""),
            "3.8.8.2"
        )
    }
}

extension WrittenLine {
    var hasSmallParameterName: Bool {
        // The parameter check already reported these problems.
        guard !remarks.contains(where: { $0.code == .badParameter }) else { return false }
        let span = bytes.span
        let end = value.lowerBound
        var place = line.lowerBound
        var isQuoted = false
        while true {
            place = span.firstPlace(of: Ascii.semicolon, or: Ascii.quote, in: place..<end)
            guard place < end else { return false }
            if span[place] == Ascii.quote {
                isQuoted.toggle()
            } else if !isQuoted {
                while place < end, span[place] != Ascii.equals, span[place] != Ascii.quote {
                    if Ascii.capital(span[place]) != span[place] { return true }
                    place += 1
                }
                continue
            }
            place += 1
        }
    }
}

/// A generator of valid replacements for invalid property and parameter names (RFC 5545 section 3.1).
package enum ExtensionName {
    /// The prefixes that some programs interpret and that a generated name must therefore not have.
    private static let understood = [
        "X-WR-", "X-APPLE-", "X-MICROSOFT-", "X-MS-", "X-MOZ-", "X-GOOGLE-", "X-LIC-", "X-TITLE", "X-ADDRESS",
        "X-FILENAME",
    ]

    /// Returns an X- name in which hyphens replace invalid characters.
    ///
    /// If programs interpret the prefix, a second X- is added in front of it.
    package static func made(of name: String) -> String {
        let bytes = name.utf8.map { byte in
            Ascii.isLetter(byte) || Ascii.isDigit(byte) ? Ascii.capital(byte) : Ascii.minus
        }
        let plain = String(decoding: bytes, as: UTF8.self)
        let isOwn =
            plain.hasPrefix("X-") && !understood.contains { plain.hasPrefix($0) } && plain != "X-ALT-DESC"
        return isOwn ? plain : "X-" + plain
    }
}
