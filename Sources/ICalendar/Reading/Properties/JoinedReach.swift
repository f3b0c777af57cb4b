/// Which lines after a content line belong to its value, see ``JoinedLine``.
struct JoinedReach {
    /// Whether the value is in quoted-printable.
    let isQuoted: Bool

    /// The reach of an unfolded line; nil when nothing but folds can belong to it.
    init?(_ line: Span<UInt8>) {
        guard let (name, end, _) = try? ContentLine.nameEnd(line),
            (end..<line.count).contains(where: { line[$0] == Ascii.colon })
        else { return nil }
        isQuoted = QuotedPrintable.isDeclared(line, after: end)
        guard isQuoted || Self.isText(name, line) else { return nil }
    }

    /// Whether the next line, unfolded, belongs to the value; `isSoft` says that a soft line break is in front of it.
    func takes(_ line: Span<UInt8>, isSoft: Bool) -> Bool {
        isSoft && Self.mayBeQuoted(line) || Self.isLoose(line)
    }

    /// Whether the value of a property is a text that people write; what no RFC knows is one too (RFC 5545 section
    /// 3.8.8).
    private static func isText(_ name: Range<Int>, _ line: Span<UInt8>) -> Bool {
        guard let index = PropertyDefinition.index(of: name, in: line) else { return true }
        let definition = PropertyDefinition.all[index]
        switch definition.form {
        case .textList: return true
        case .text: return !notWritten.contains(definition.name)
        default: return false
        }
    }

    /// Texts that programs alone write, in a few words.
    private static let notWritten: Set<String> = [
        "VERSION", "CALSCALE", "PRODID", "COLOR", "RELATED-TO", "PROXIMITY", "PARTICIPANT-TYPE",
        "RESOURCE-TYPE",
        "REFID",
    ]

    /// Whether an unfolded line is no content line.
    ///
    /// It has no name, or one that no property has, such as `10` of a time of day and `https` of an address.
    static func isLoose(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, _) = try? ContentLine.nameEnd(line) else { return true }
        if name.allSatisfy({ Ascii.isDigit(line[$0]) }) { return true }
        if line[end] == Ascii.semicolon, !(end..<line.count).contains(where: { line[$0] == Ascii.colon }) {
            return true
        }
        guard end + 2 < line.count, line[end] == Ascii.colon, line[end + 1] == Ascii.slash,
            line[end + 2] == Ascii.slash
        else { return false }
        return PropertyDefinition.index(of: name, in: line) == nil && line[name.lowerBound] | 0x20 != 0x78
    }

    /// Whether a line behind a soft line break is a part of the text: not if it says when an event happens, as whoever
    /// reads that alone does not see the break.
    static func mayBeQuoted(_ line: Span<UInt8>) -> Bool {
        guard let (name, _, _) = try? ContentLine.nameEnd(line) else { return true }
        let plain = ContentLine.capitals(line.extracting(name))
        return !PropertySelection.scheduling.wants(unknown: Array(plain.utf8).span)
    }
}
