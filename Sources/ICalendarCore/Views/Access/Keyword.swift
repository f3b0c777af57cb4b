/// An enumerated value of RFC 5545, read without regard to case.
///
/// The raw value is the Swift name (`inProcess`), as programs and JSON want it; the keyword is what the file says
/// (`IN-PROCESS`).
package protocol Keyword: RawRepresentable, CaseIterable where RawValue == String {
    /// The word in the file, in capitals.
    var keyword: String { get }
}

extension Keyword {
    /// Words that only differ from the Swift name in case.
    package var keyword: String { rawValue.uppercased() }

    /// The case of this keyword, blanks around it and its case left aside; nil when there is none.
    package init?(keyword: String) {
        let wanted = keyword.trimmingBlanks.uppercased()
        guard let found = Self.allCases.first(where: { $0.keyword == wanted }) else { return nil }
        self = found
    }
}

extension StringProtocol {
    package var trimmingBlanks: String {
        // Between printable ASCII there are no blanks to trim.
        if let first = unicodeScalars.first, let last = unicodeScalars.last, "!"..."~" ~= first,
            "!"..."~" ~= last
        {
            return String(self)
        }
        func isBlank(_ character: Character) -> Bool {
            character == " " || character == "\t" || character.isNewline
        }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }
}
