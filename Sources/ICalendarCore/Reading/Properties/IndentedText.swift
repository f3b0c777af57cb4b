/// A calendar with indented lines, which RFC 5545 would treat as folds of the first line.
enum IndentedText {
    /// Returns whether an input with these first bytes is indented.
    ///
    /// In an indented input, the line after a BEGIN starts with blanks. The first line need not be indented.
    static func begins(_ bytes: [UInt8]) -> Bool {
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var isBehindBegin = false
        while place < bytes.count {
            let (line, next) = line(bytes, place)
            defer { place = next }
            if line.isEmpty { continue }
            let content = bytes.span.trimmingBlanks(line)
            if isBehindBegin {
                return content.lowerBound > line.lowerBound && isContentLine(bytes, content)
            }
            guard Marker(bytes.span.extracting(content))?.known == .calendar else { return false }
            isBehindBegin = true
        }
        return false
    }

    /// Returns the bytes without their indentation, preserving line numbers and the leading blanks of folds.
    ///
    /// A component's contents may be indented further than its BEGIN.
    static func undone(_ bytes: [UInt8]) -> (bytes: [UInt8], firstLine: Int) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        /// The indentation of each open component, outermost first.
        var levels: [ArraySlice<UInt8>] = [[]]
        var isBehindBegin = true
        var (number, firstLine) = (0, 0)
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while place < bytes.count {
            let (line, next) = line(bytes, place)
            defer { place = next }
            number += 1
            var start = line.lowerBound
            while start < line.upperBound, Ascii.isBlank(bytes[start]) { start += 1 }
            let blanks = bytes[line.lowerBound..<start]
            let content = start..<line.upperBound
            // A line of blanks counts as empty.
            guard !content.isEmpty else {
                result += bytes[line.upperBound..<next]
                continue
            }
            if isBehindBegin, isDeeper(blanks, levels), isContentLine(bytes, content) {
                levels.append(blanks)
            }
            let level = levels.lastIndex { $0.elementsEqual(blanks) }
            if let level {
                levels.removeLast(levels.count - 1 - level)
                if level > 0, firstLine == 0 { firstLine = number }
                result += bytes[content.lowerBound..<next]
                isBehindBegin = Marker(bytes.span.extracting(content))?.isBegin == true
            } else {
                // For a fold, the leading blank after the common indentation is preserved.
                let own =
                    levels.last.map { blanks.starts(with: $0) ? blanks.dropFirst($0.count) : blanks }
                    ?? blanks
                result += own
                result += bytes[content.lowerBound..<next]
                isBehindBegin = false
            }
        }
        return (result, firstLine)
    }

    private static func isDeeper(_ blanks: ArraySlice<UInt8>, _ levels: [ArraySlice<UInt8>]) -> Bool {
        guard levels.count < 64, let last = levels.last else { return false }
        return blanks.count > last.count && blanks.starts(with: last)
    }

    /// Returns the line at the given offset without its line ending, and the start of the next line.
    static func line(_ bytes: [UInt8], _ start: Int) -> (line: Range<Int>, next: Int) {
        guard let end = bytes[start...].firstIndex(where: LineFolding.isLineEnd) else {
            return (start..<bytes.count, bytes.count)
        }
        let isCRLF =
            bytes[end] == Ascii.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == Ascii.lineFeed
        return (start..<end, end + (isCRLF ? 2 : 1))
    }

    private static func isContentLine(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        let line = bytes.span.extracting(line)
        if Marker(line) != nil { return true }
        guard let (_, _, oddity) = try? ContentLine.nameEnd(line) else { return false }
        return oddity == nil
    }
}
