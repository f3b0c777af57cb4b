package import ICalendarCore

/// The content line that a property was read from, unfolded, for checks of how it is written.
package struct WrittenLine {
    /// The bytes that the ranges are of.
    package let bytes: [UInt8]
    /// Where the line is, without its end.
    package let line: Range<Int>
    /// Where its value is, counted from the start of the line.
    private let valueStart: Int
    let traits: ByteTraits
    package let remarks: [ValueRemark]
    let hasBlanksAroundName: Bool

    /// The line of a property that was read, or nil when it was made or changed in the program.
    package init?(_ property: Property) {
        guard let source = property.source, source.isKept else { return nil }
        var bytes = source.store.bytes
        let start = source.range.lowerBound
        var line = start..<LineFolding.contentEnd(bytes.span, start, source.range.upperBound)
        var traits = ByteTraits(bytes.span.extracting(line))
        // A fold is a line end, which counts as a control.
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
        if property.parameters.isEmpty, nameLength < text.count, text[nameLength] == Ascii.colon {
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

    /// Whether it holds control characters other than NUL, which reading leaves out.
    package var holdsControls: Bool {
        traits.contains(.control)
            && bytes[line].contains { $0 > 0 && $0 < 0x20 && $0 != Ascii.tab || $0 == 0x7F }
    }

    package var value: Range<Int> { line.lowerBound + valueStart..<line.upperBound }

    /// A property's line for people to read: as it was written, or as it would be.
    ///
    /// Of a long one only the beginning is shown, as each of thirty mends keeps it.
    static func shown(_ property: Property) -> String { shown(bytes(of: property)) }

    package static func bytes(of property: Property) -> ArraySlice<UInt8> {
        let text = WrittenLine(property)
        return text.map { $0.bytes[$0.line] } ?? PropertyText.line(property)[...]
    }

    /// What is shown of a line.
    static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.count > mostShown else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.prefix(mostShown), as: UTF8.self) + "..."
    }

    /// So many bytes of a line are shown.
    private static let mostShown = 4096
}
