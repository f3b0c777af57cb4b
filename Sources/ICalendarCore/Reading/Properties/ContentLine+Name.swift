extension ContentLine {
    /// A defect in a name that is still usable.
    package enum Oddity {
        case blanks
        /// The name contains bytes other than letters, digits, and hyphens.
        case bytes
    }

    /// Returns the range of an unfolded line's name and the position of its separator.
    ///
    /// Throws an error if the line has no valid name.
    package static func nameEnd(
        _ line: Span<UInt8>
    ) throws(Failure) -> (name: Range<Int>, end: Int, oddity: Oddity?) {
        var index = 0
        var isPlain = true
        // Most names consist only of uppercase letters and hyphens.
        while index + 8 <= line.count {
            let count = ByteWord(line, at: index).leadingNameBytes
            index += count
            if count < 8 { break }
        }
        while index < line.count, line[index] != Ascii.colon, line[index] != Ascii.semicolon {
            if !isNameByte(line[index]) { isPlain = false }
            index += 1
        }
        guard index < line.count else { throw .noColon }
        if isPlain {
            if index == 0 { throw .noName }
            if NameText.isMarker(line.extracting(0..<index)) { throw .marker }
            return (0..<index, index, nil)
        }
        let name = line.trimmingBlanks(0..<index)
        if name.isEmpty { throw .noName }
        var oddity = Oddity.blanks
        for place in name where !isNameByte(line[place]) {
            guard NameText.isTolerable(line[place]) else { throw .badName }
            oddity = .bytes
        }
        if NameText.isMarker(line.extracting(name)) { throw .marker }
        return (name, index, oddity)
    }

    /// Returns whether the text before a line's first separator cannot be a property name, because it is a number or a
    /// URL scheme.
    static func isNameImpossible(_ line: Span<UInt8>, _ name: Range<Int>, _ end: Int) -> Bool {
        name.allSatisfy { Ascii.isDigit(line[$0]) } || isLink(line, name, end)
    }

    /// Returns whether an unfolded line starts with a scheme and two slashes, as in `https://example.com`.
    static func isLink(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, _) = try? nameEnd(line) else { return false }
        return isLink(line, name, end)
    }

    private static func isLink(_ line: Span<UInt8>, _ name: Range<Int>, _ end: Int) -> Bool {
        guard end + 2 < line.count, line[end] == Ascii.colon, line[end + 1] == Ascii.slash,
            line[end + 2] == Ascii.slash
        else { return false }
        return PropertyDefinition.index(of: name, in: line) == nil && line[name.lowerBound] | 0x20 != 0x78
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let capital = Ascii.capital(byte)
        return capital &- 0x41 <= 25 || byte &- 0x30 <= 9 || byte == Ascii.minus
    }
}
