/// Words and names in small letters: case does not matter in RFC 5545, but to some programs it does.
extension ComponentCheck {
    /// A word of a property that is one of a few.
    mutating func checkCase(_ word: String, _ words: [String], _ grammar: PropertyGrammar, at place: Int) {
        guard !words.contains(word) else { return }
        let capitals = word.uppercased()
        guard capitals != word, words.contains(capitals) else { return }
        note(
            .letterCase,
            as: .warning,
            at: place,
            "\(grammar.name) is \(Words.quoted(word)); strict programs know it in capitals alone",
            grammar.section,
            repair: "write it in capitals",
            mend: .edit(place) { $0.value = .text(capitals) }
        )
    }

    /// Whether a word is written in small letters that was read in capitals.
    func isInSmallLetters(_ written: Span<UInt8>, _ value: Value) -> Bool {
        guard let word = value.string?.utf8, word.count == written.count else { return false }
        var isSmall = false
        for (place, byte) in word.enumerated() where byte != written[place] {
            if byte != Ascii.capital(written[place]) { return false }
            isSmall = true
        }
        return isSmall
    }

    /// Words of a parameter.
    mutating func noteSmallWords(of name: String, _ rule: ParameterGrammar, at place: Int) {
        note(
            .letterCase,
            as: .warning,
            at: place,
            "\(name) of \(component.properties[place].name) is in small letters; strict programs know capitals alone",
            rule.section,
            repair: "write it in capitals",
            mend: .edit(place) { property in
                for index in property.parameters.indices where property.parameters[index].name == name {
                    property.parameters[index].values = property.parameters[index].values.map(rule.capitals)
                }
            }
        )
    }

    /// The names of parameters, as they are written.
    mutating func checkNamesOfParameters(_ text: WrittenLine, at place: Int) {
        guard !component.properties[place].parameters.isEmpty, text.hasSmallParameterName else { return }
        noteSmallLetters(
            "\(component.properties[place].name) has a parameter whose name is in small letters",
            "3.2",
            at: place
        )
    }

    /// A rule in small letters.
    mutating func noteSmallLetters(_ message: String, _ section: RFCSection, at place: Int) {
        note(
            .letterCase,
            as: .warning,
            at: place,
            "\(message); strict programs know capitals alone",
            section,
            repair: "write it in capitals",
            mend: .rewrite(place)
        )
    }
}

extension ParameterGrammar {
    /// A value as programs usually write it, in capitals where it is a word that an RFC has.
    func capitals(of value: String) -> String {
        switch form {
        case .words(let words, _):
            if words.contains(value) { return value }
            let capitals = value.uppercased()
            return words.contains(capitals) ? capitals : value
        case .text where name == "VALUE":
            let capitals = value.uppercased()
            return Value.Kind(rawValue: capitals) == nil ? value : capitals
        default: return value
        }
    }
}

extension WrittenLine {
    /// Whether a parameter has a name with small letters, as in `ORGANIZER;Cn=Tom:`.
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
