/// Checks for values that a property's or parameter's type allows but its definition does not.
///
/// Reading ignores unknown words and out-of-range numbers, and interprets local times as UTC where only UTC is
/// allowed. X- names that the grammar allows cause no remark.
package enum ValueLimits {
    /// The allowed words of a property or parameter.
    private struct WordList {
        let name: String
        let words: [String]
        /// Whether X- names are also allowed.
        let isOpen: Bool
        var isList = false
        /// The treatment of any other word.
        var reading = "ignored"
    }

    /// The allowed words of each property in ``PropertyGrammar/all``, or nil if any value is allowed.
    private static let ofProperties: [WordList?] = PropertyGrammar.all.map { grammar in
        guard case .words(let words, let isOpen) = grammar.limit, !words.isEmpty else { return nil }
        let reading = grammar.name == "CALSCALE" ? "read as GREGORIAN" : "ignored"
        return WordList(name: grammar.name, words: words, isOpen: isOpen, reading: reading)
    }

    /// The parameters with a fixed set of words.
    private static let ofParameters: [WordList] = ParameterGrammar.all.compactMap { grammar in
        guard case .words(var words, let isOpen) = grammar.form else { return nil }
        // ``EncodedText`` reports ENCODING=QUOTED-PRINTABLE.
        if grammar.name == "ENCODING" { words.append("QUOTED-PRINTABLE") }
        var known = WordList(name: grammar.name, words: words, isOpen: isOpen, isList: grammar.isList)
        let readings = ["FBTYPE": "BUSY", "RELTYPE": "PARENT", "RELATED": "START"]
        if let reading = readings[grammar.name] { known.reading = "read as \(reading)" }
        return known
    }

    /// Adds a remark about a property's value.
    ///
    /// The property is specified by its index in the definitions.
    package static func note(
        _ value: Value,
        of name: String,
        at known: Int,
        in component: String,
        _ remarks: inout [ValueRemark]
    ) {
        guard isLimited(known) else { return }
        switch value {
        case .text(let word):
            if !isUsual(word, of: name, in: component) {
                note(word, of: name, at: known, in: component, &remarks)
            }
        case .integer(let number):
            guard let range = PropertyGrammar.range(at: known), !range.isRead(number) else { return }
            let (least, most) = (range.lowerBound, range.upperBound)
            remarks.note(.badValue, "'\(number)' is out of range (\(least) to \(most)); ignored")
        case .dateTime(_, isUTC: false):
            guard case .utc = PropertyGrammar.all[known].limit else { return }
            let time = ValueText.string(value)
            remarks.note(.badValue, "'\(time)' is not in UTC; read as UTC")
        default: break
        }
    }

    private static func note(
        _ word: String,
        of name: String,
        at known: Int,
        in component: String,
        _ remarks: inout [ValueRemark]
    ) {
        guard let property = ofProperties[known] else { return }
        let isStatus = name == "STATUS"
        if property.words.contains(word) {
            guard isStatus, let words = statuses.first(where: { $0.component == component })?.words,
                !words.contains(word)
            else { return }
            return remarks.note(
                .badValue,
                "'\(word)' is not a STATUS of \(component); ignored"
            )
        }
        let plain = word.trimmingBlanks
        if property.words.contains(plain.uppercased()) || property.isOpen && isExtension(plain) { return }
        // If no RFC defines statuses for a component, any status is allowed.
        if isStatus, !statuses.contains(where: { $0.component == component }) { return }
        remarks.note(
            .badValue,
            plain.isEmpty
                ? "empty value; \(property.reading)"
                : "unknown word \(Words.quoted(plain)); \(property.reading)"
        )
    }

    private static let statuses = PropertyGrammar.statusWords.map { (component: $0.key, words: $0.value) }
        .sorted { $0.component < $1.component }

    package static func note(_ parameters: [Parameter], _ remarks: inout [ValueRemark]) {
        for parameter in parameters where mayHoldWord(parameter.name) && !isUsual(parameter) {
            guard let known = ofParameters.first(where: { $0.name == parameter.name }) else { continue }
            note(parameter, known, &remarks)
        }
    }

    // MARK: - Common cases

    /// Returns whether the property at the given index in ``PropertyGrammar/all`` has a fixed set of words, a range, or
    /// a UTC time.
    static func isLimited(_ known: Int) -> Bool { limited & 1 << UInt128(truncatingIfNeeded: known) != 0 }

    private static let limited = PropertyGrammar.all.indices.reduce(into: 0 as UInt128) { bits, place in
        let isLimited =
            switch PropertyGrammar.all[place].limit {
            case .none, .declaredType: false
            case .words: ofProperties[place] != nil
            case .range, .utc: true
            }
        if isLimited { bits |= 1 << UInt128(truncatingIfNeeded: place) }
    }

    /// Returns whether a word is common.
    ///
    /// All threads call this function, so it avoids reference counting.
    private static func isUsual(_ word: String, of name: String, in component: String) -> Bool {
        switch name {
        case "STATUS":
            component == "VEVENT" && (word == "CONFIRMED" || word == "TENTATIVE" || word == "CANCELLED")
        case "TRANSP": word == "OPAQUE" || word == "TRANSPARENT"
        case "CLASS": word == "PUBLIC" || word == "PRIVATE" || word == "CONFIDENTIAL"
        case "ACTION": word == "DISPLAY" || word == "AUDIO" || word == "EMAIL"
        default: false
        }
    }

    private static func isUsual(_ parameter: Parameter) -> Bool {
        let word = parameter.value
        return switch parameter.name {
        case "PARTSTAT":
            word == "ACCEPTED" || word == "NEEDS-ACTION" || word == "DECLINED" || word == "TENTATIVE"
        case "ROLE": word == "REQ-PARTICIPANT" || word == "OPT-PARTICIPANT" || word == "CHAIR"
        case "CUTYPE": word == "INDIVIDUAL" || word == "ROOM" || word == "RESOURCE" || word == "GROUP"
        case "RSVP": word == "TRUE" || word == "FALSE"
        default: false
        }
    }

    /// Returns whether a parameter may have a fixed set of words, judged by the length and first letter of its name.
    private static func mayHoldWord(_ name: String) -> Bool {
        let (length, first) = (name.utf8.count, name.utf8.first)
        return switch length {
        case 4, 5: first == UInt8(ascii: "R")
        case 6: first == UInt8(ascii: "C") || first == UInt8(ascii: "F")
        case 7: first != UInt8(ascii: "X")
        case 8: first == UInt8(ascii: "P") || first == UInt8(ascii: "E")
        case 14, 19: first == UInt8(ascii: "S")
        default: false
        }
    }

    private static func note(
        _ parameter: Parameter,
        _ known: WordList,
        _ remarks: inout [ValueRemark]
    ) {
        guard known.isList else { return note(parameter.value, known, &remarks) }
        var flood = RemarkFlood()
        for value in parameter.values where !known.words.contains(value) && flood.admits() {
            note(value, known, &remarks)
        }
    }

    private static func note(_ word: String, _ known: WordList, _ remarks: inout [ValueRemark]) {
        if known.words.contains(word) { return }
        let plain = word.trimmingBlanks
        if known.words.contains(plain.uppercased()) || known.isOpen && isExtension(plain) {
            if plain != word { remarks.note(.badParameter, "blanks around \(known.name) ignored") }
            return
        }
        // The series builder reports an unknown RANGE along with its override.
        if known.name == "RANGE" { return }
        remarks.note(
            .badParameter,
            plain.isEmpty
                ? "empty \(known.name); \(known.reading)"
                : "unknown \(known.name) \(Words.quoted(plain)); \(known.reading)"
        )
    }

    /// Returns whether a word is an X- name.
    static func isExtension(_ word: String) -> Bool {
        word.utf8.count > 2 && word.prefix(2).uppercased() == "X-" && Words.isToken(word)
    }

    /// Adds a remark that libical, in the program that wrote the file, replaced a property with this line.
    package static func note(_ value: Value, ofUnknown name: String, _ remarks: inout [ValueRemark]) {
        guard name == removedProperty else { return }
        remarks.note(
            .badValue,
            "the program that wrote this file removed a property here: \(Words.quoted(value.string ?? ""))"
        )
    }

    /// The property that libical writes in place of an unreadable property.
    package static let removedProperty = "X-LIC-ERROR"
}
