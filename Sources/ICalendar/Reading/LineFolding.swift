/// Undoes folding on bytes, before any character is made of them (RFC 5545 section 3.1).
enum LineFolding {
    /// Puts the content of a folded line into `result`: every run of line ends with the blank that follows it goes.
    static func unfold(_ line: Span<UInt8>, into result: inout [UInt8]) {
        result.removeAll(keepingCapacity: true)
        var index = 0
        while index < line.count {
            let byte = line[index]
            index += 1
            if byte != Ascii.lineFeed && byte != Ascii.carriageReturn {
                result.append(byte)
                continue
            }
            while index < line.count, line[index] == Ascii.lineFeed || line[index] == Ascii.carriageReturn {
                index += 1
            }
            if index < line.count { index += 1 }
        }
    }
}
