/// Undoes folding on bytes, before any character is made of them (RFC 5545 section 3.1).
enum LineFolding {
    /// Puts the content of a folded line into `result`: every run of line ends with the blank that follows it goes.
    static func unfold(_ line: ArraySlice<UInt8>, into result: inout [UInt8]) {
        result.removeAll(keepingCapacity: true)
        var start = line.startIndex
        while let end = line[start...].firstIndex(where: isLineEnd) {
            result.append(contentsOf: line[start..<end])
            start = line[end...].firstIndex { !isLineEnd($0) } ?? line.endIndex
            // The blank that marks the next line as a continuation.
            if start < line.endIndex { start += 1 }
        }
        result.append(contentsOf: line[start...])
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == Ascii.lineFeed || byte == Ascii.carriageReturn
    }
}
