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

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let capital = Ascii.capital(byte)
        return capital &- 0x41 <= 25 || byte &- 0x30 <= 9 || byte == Ascii.minus
    }
}
