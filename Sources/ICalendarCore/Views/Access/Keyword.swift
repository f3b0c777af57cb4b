/// An enumerated value defined in an RFC, read case-insensitively.
///
/// The raw value is the Swift name (`inProcess`), for use in code and JSON. The keyword is the spelling in a file
/// (`IN-PROCESS`).
package protocol Keyword: RawRepresentable, CaseIterable where RawValue == String {
    /// The uppercase spelling in a file.
    var keyword: String { get }
}

extension Keyword {
    /// The Swift name in uppercase, for keywords that differ from it only in case.
    package var keyword: String { rawValue.uppercased() }

    /// Creates the case for a keyword, ignoring capitalization and surrounding blanks, or returns nil if the keyword
    /// is unknown.
    package init?(keyword: String) {
        let wanted = keyword.trimmingBlanks.uppercased()
        guard let found = Self.allCases.first(where: { $0.keyword == wanted }) else { return nil }
        self = found
    }
}

extension StringProtocol {
    package var trimmingBlanks: String {
        // Text that starts and ends with printable ASCII has no blanks to trim.
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
