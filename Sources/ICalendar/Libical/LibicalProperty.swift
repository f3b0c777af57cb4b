/// What libical is asked about one property.
///
/// Apart from ``PropertyDefinition``, so that counting, which needs the definitions, does not wake libical.
struct LibicalProperty: Sendable {
    /// What libical takes the value for.
    let kind: LibicalKind
    /// What it says of the words that the RFCs know, where the value is one of a few.
    ///
    /// They are asked about once a process: a calendar holds little else, and libical goes through a list of a hundred
    /// words and copies its answer twice.
    private let words: [(text: [UInt8], value: Value)]

    /// For each definition in ``PropertyDefinition/all`` what libical is asked, or nil when it is not.
    static let all: [LibicalProperty?] = PropertyDefinition.all.map { definition in
        definition.isForLibical ? LibicalProperty(definition.name) : nil
    }

    /// Asks libical about the property of a name in capitals.
    init(_ name: String) {
        let kind = LibicalKind(ofProperty: name)
        var libical = LibicalReader()
        self.kind = kind
        words = (EnumerationText.wordsOfProperties[name] ?? []).compactMap { word in
            let text = Array(word.utf8)
            return libical.read(text.span, as: kind).map { (text, $0) }
        }
    }

    /// What libical makes of a value of the property at a place in ``PropertyDefinition/all``; nil when it refuses.
    static func read(_ bytes: Span<UInt8>, ofProperty index: Int, _ libical: inout LibicalReader) -> Value? {
        if let value = all[index]?.value(ofWord: bytes) { return value }
        guard let kind = all[index]?.kind else { return nil }
        return libical.read(bytes, as: kind)
    }

    /// What libical says of a word; nil when it has not been asked about it, as it is written in another way.
    private func value(ofWord word: Span<UInt8>) -> Value? {
        for (text, value) in words where text.count == word.count {
            let other = text.span
            if word.indices.allSatisfy({ word[$0] == other[$0] }) { return value }
        }
        return nil
    }
}
