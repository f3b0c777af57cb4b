package import ICalendarCore

/// The unfolded content line from which a property was read, for checks of its notation.
package struct WrittenLine {
    /// The bytes that all ranges refer to.
    package let bytes: [UInt8]
    /// The range of the line, without its line break.
    package let line: Range<Int>
    /// The offset of the value from the start of the line.
    private let valueStart: Int
    let traits: ByteTraits
    package let remarks: [ValueRemark]
    let hasBlanksAroundName: Bool

    /// Creates the line from which a property was read, or nil if a program created or changed the property.
    package init?(_ property: Property) {
        guard let source = property.source, source.isKept else { return nil }
        var bytes = source.store.bytes
        let start = source.range.lowerBound
        var line = start..<LineFolding.contentEnd(bytes.span, start, source.range.upperBound)
        var traits = ByteTraits(bytes.span.extracting(line))
        // The line break in a fold counts as a control character.
        if traits.contains(.control) {
            var unfolded: [UInt8] = []
            LineFolding.unfold(bytes[line], into: &unfolded)
            bytes = unfolded
            line = 0..<unfolded.count
            traits = ByteTraits(bytes.span)
        }
        let text = bytes.span.extracting(line)
        let nameLength = property.name.utf8.count
        var remarks: [ValueRemark] = []
        if property.parameters.isEmpty, nameLength < text.count, text[nameLength] == Ascii.colon,
            nameLength + 1 == text.count || text[nameLength + 1] != Ascii.colon
        {
            valueStart = nameLength + 1
            hasBlanksAroundName = false
        } else {
            guard let (name, end, _) = try? ContentLine.nameEnd(text),
                let content = try? ContentLine(
                    text,
                    name: name,
                    end: end,
                    limit: .max,
                    form: PropertyDefinition.form(of: name, in: text),
                    &remarks
                )
            else { return nil }
            valueStart = content.value.lowerBound
            hasBlanksAroundName = name != 0..<end
        }
        self.bytes = bytes
        self.line = line
        self.traits = traits
        self.remarks = remarks
    }

    /// Whether the line contains control characters other than NUL, which the reader removes.
    package var holdsControls: Bool {
        traits.contains(.control)
            && bytes[line].contains { $0 > 0 && $0 < 0x20 && $0 != Ascii.tab || $0 == 0x7F }
    }

    package var value: Range<Int> { line.lowerBound + valueStart..<line.upperBound }

    /// Returns a property's line for display, either as read or as it would be written.
    ///
    /// Long lines are truncated, since up to thirty repairs to a line each keep a copy.
    static func shown(_ property: Property) -> String { shown(bytes(of: property)) }

    package static func bytes(of property: Property) -> ArraySlice<UInt8> {
        let text = WrittenLine(property)
        return text.map { $0.bytes[$0.line] } ?? PropertyText.line(property)[...]
    }

    /// Returns a line for display, truncated to the maximum length.
    static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.count > mostShown else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.prefix(mostShown), as: UTF8.self) + "..."
    }

    /// The maximum number of bytes of a line to show.
    private static let mostShown = 4096
}
