extension ComponentCheck {
    /// Notes properties that are empty or hold an unknown word.
    ///
    /// This check runs first, since nothing more needs to be reported about a property that the repair removes.
    mutating func checkNothing(_ rules: ComponentGrammar) {
        for place in component.properties.indices where !dropped.contains(place) {
            let property = component.properties[place]
            guard let id = known[place] else {
                checkForeign(property, at: place)
                continue
            }
            let grammar = PropertyGrammar.all[id]
            let (form, expected) = form(of: property, grammar.definition)
            if form != .unknown, isBad(property.value, form) {
                noteBad(property, form, expected, grammar, isPlaced: rules.rules[id] != nil, at: place)
            } else if Self.isEmpty(property.value) {
                checkEmpty(property, grammar, isPlaced: rules.rules[id] != nil, at: place)
            } else {
                checkWord(property, grammar, isPlaced: rules.rules[id] != nil, at: place)
            }
        }
    }

    /// Properties that a repair never removes, since even an unreadable value shows that a time or a name is missing.
    static let needed: Set = [
        "DTSTART", "RECURRENCE-ID", "TRIGGER", "UID", "TZID", "TZOFFSETFROM", "TZOFFSETTO", "ACTION",
        "PRODID", "VERSION",
    ]

    private static func isEmpty(_ value: Value) -> Bool {
        switch value {
        case .uri(let text), .calendarAddress(let text): text.isEmpty
        default: false
        }
    }

    /// Notes an empty URI or address.
    private mutating func checkEmpty(
        _ property: Property,
        _ grammar: PropertyGrammar,
        isPlaced: Bool,
        at place: Int
    ) {
        var isAddress = false
        if case .calendarAddress = property.value {
            // One with a name is somebody all the same.
            guard property.isNobody else { return }
            isAddress = true
        }
        note(
            isAddress ? .badAddress : .badURI,
            at: place,
            "\(property.name) is empty",
            grammar.section,
            repair: isPlaced ? "remove it; it has no value" : nil,
            mend: isPlaced ? .remove(place) : nil
        )
    }

    /// Checks the word of a property that allows only certain words.
    private mutating func checkWord(
        _ property: Property,
        _ grammar: PropertyGrammar,
        isPlaced: Bool,
        at place: Int
    ) {
        guard let word = property.value.string else { return }
        if property.name == "STATUS" {
            guard let words = PropertyGrammar.statusWords[component.name] else { return }
            if Words.allow(word, words, isOpen: false) { return checkCase(word, words, grammar, at: place) }
            let message =
                "STATUS: \(Words.quoted(word)) is not allowed in a \(component.name)"
                + " (allowed: \(words.joined(separator: ", ")))"
            return noteNoWord(message, grammar, isPlaced: isPlaced, at: place)
        }
        guard case .words(let known, let isOpen) = grammar.limit else { return }
        checkCase(word, known, grammar, at: place)
        // Another METHOD is told where what RFC 5546 asks of all of them is.
        let words = grammar.name == "METHOD" ? [] : known
        if Words.allow(word, words, isOpen: isOpen) {
            if isOpen { warnOfUnknownWord(word, words, property.name, grammar.section, at: place) }
            return
        }
        let list = words.isEmpty ? "" : " (allowed: \(words.joined(separator: ", ")))"
        noteNoWord(
            "\(property.name): unknown word \(Words.quoted(word))\(list)",
            grammar,
            isPlaced: isPlaced,
            at: place
        )
    }

    /// Notes a word that is not allowed.
    ///
    /// A repair removes the property unless it is required.
    private mutating func noteNoWord(
        _ message: String,
        _ grammar: PropertyGrammar,
        isPlaced: Bool,
        at place: Int
    ) {
        let isMendable = isPlaced && grammar.name != "ACTION" && grammar.name != "PARTICIPANT-TYPE"
        note(
            .unknownWord,
            at: place,
            message,
            grammar.section,
            repair: isMendable ? "remove it; reading ignores it" : nil,
            mend: isMendable ? .remove(place) : nil
        )
    }

    /// Warns of a word that the grammar allows but no RFC defines.
    mutating func warnOfUnknownWord(
        _ word: String,
        _ words: [String],
        _ name: String,
        _ section: RFCSection,
        at place: Int
    ) {
        guard !words.isEmpty, !words.contains(word.uppercased()), word.prefix(2).uppercased() != "X-" else {
            return
        }
        note(
            .unknownWord,
            as: .warning,
            at: place,
            "\(name): unknown word \(Words.quoted(word)) (known: \(words.joined(separator: ", ")))",
            section
        )
    }

    /// Warns of an X-LIC-ERROR, which marks a property that libical removed.
    private mutating func checkForeign(_ property: Property, at place: Int) {
        guard property.name == UnknownWords.removedProperty else { return }
        note(
            .badValue,
            as: .warning,
            at: place,
            "the program that wrote this file removed a property here: "
                + Words.quoted(property.value.string ?? ""),
            "3.8.8.2"
        )
    }
}
