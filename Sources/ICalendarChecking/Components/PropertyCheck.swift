import ICalendarCore

/// Checks one property: how its line is written, its name, and what more is asked of it than its type.
struct PropertyCheck: ComponentAspect {
    let check: ComponentCheck
    let place: Int

    var subject: Int? { place }
    private var property: Property { component.properties[place] }

    /// Checks the property, whose value is checked by `value` where an RFC knows it.
    func run(_ value: ValueCheck?) {
        let text = WrittenLine(property)
        if let text {
            checkBytes(text)
            checkNotation(of: text)
            if !property.parameters.isEmpty, text.hasSmallParameterName {
                let message = "\(property.name) has a parameter whose name is in small letters"
                check.noteSmallLetters(message, "3.2", at: place)
            }
        }
        checkName(text)
        guard let value else { return }
        let grammar = value.grammar
        value.checkForm(text)
        checkLimit(grammar, isPlaced: value.isPlaced)
        ParameterCheck(check: check, place: place, grammar: grammar).run()
        if property.name == "EXRULE" {
            note(
                .deprecated,
                as: .warning,
                "EXRULE is a property of RFC 2445; many programs pass over it",
                grammar.section
            )
        }
    }

    /// Control characters, and bytes that are not UTF-8.
    private func checkBytes(_ text: WrittenLine) {
        guard !text.traits.isPlain else { return }
        let name = property.name
        if text.traits.contains(.control) {
            let hasOther = text.holdsControls
            let isText = !check.mustStay(place)
            note(
                .controlCharacter,
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
                "\(name) is not UTF-8",
                "3.1.4",
                repair: "write it as UTF-8; it is read as Windows-1252",
                mend: .rewrite(place)
            )
        }
    }

    private func checkNotation(of text: WrittenLine) {
        // What is said of encodings is said of the whole line.
        for remark in text.remarks where remark.code == .badParameter {
            note(
                .parameterForm,
                "\(Words.short(property.name)) \(remark.message)",
                "3.2",
                repair: "write the parameters as they are read",
                mend: .rewrite(place)
            )
        }
    }

    private func checkName(_ text: WrittenLine?) {
        if check.known[place] == nil, !Words.isToken(property.name) {
            let name = ExtensionName.made(of: property.name)
            note(
                .nameForm,
                "'\(property.name)' is not a property name",
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

    /// What more the property asks of its value: UTC, bounds, words.
    private func checkLimit(_ grammar: PropertyGrammar, isPlaced: Bool) {
        switch grammar.limit {
        case .none, .declaredType, .words: break
        case .utc:
            guard case .dateTime(let time, false) = property.value else { return }
            note(
                .notUTC,
                "\(property.name) is not in UTC",
                grammar.section,
                repair: property.timeZoneID == nil ? "add the Z; it is read as UTC" : nil,
                mend: .edit(place) { $0.value = .dateTime(time, isUTC: true) }
            )
        case .range(let bounds):
            guard case .integer(let number) = property.value, !bounds.contains(number) else { return }
            let range =
                bounds.upperBound == Int(Int32.max)
                ? "from \(bounds.lowerBound) to 2147483647"
                : "from \(bounds.lowerBound) to \(bounds.upperBound)"
            // Other numbers decide which component stands, or how often an alarm goes off.
            let isNeedless = isPlaced && ["PRIORITY", "PERCENT-COMPLETE"].contains(property.name)
            note(
                .outOfRange,
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
                "VERSION is \(Words.quoted(version)), not 2.0",
                grammar.section,
                repair: isMeant ? "write VERSION:2.0" : nil,
                mend: isMeant ? .edit(place) { $0.value = .text("2.0") } : nil
            )
        }
    }

    /// Warns of an X-LIC-ERROR, which marks a property that libical removed.
    func checkForeign() {
        guard property.name == UnknownWords.removedProperty else { return }
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
        // What is odd about parameters is said of them already.
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

/// Names for properties whose own is none that RFC 5545 section 3.1 allows.
package enum ExtensionName {
    /// Prefixes of names that some program understands, so that nothing may come to have one of them.
    private static let understood = [
        "X-WR-", "X-APPLE-", "X-MICROSOFT-", "X-MS-", "X-MOZ-", "X-GOOGLE-", "X-LIC-",
    ]

    /// An X- name with hyphens for what no name may hold, and one more X- where it would be understood otherwise.
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
