/// The logical lines of bytes in memory, found and unfolded as by every reader of calendars (RFC 5545 section 3.1).
package enum UnfoldedLines {
    /// Gives the lines with the numbers of the physical lines on which they begin, until `body` returns false.
    ///
    /// - Parameter prefix: capital letters with which wanted lines begin, in any case; lines that are folded are given
    ///   whatever they begin with.
    package static func forEach(
        in bytes: [UInt8],
        beginningWith prefix: [UInt8] = [],
        _ body: (_ number: Int, _ line: [UInt8]) -> Bool
    ) {
        let block = ByteBlock(copying: bytes)
        let part = EventBlock(bytes: block, end: bytes.count, line: 1, lineCount: 0, isLast: true)
        // No line is longer than all of them.
        var scanner = LineScanner(part, lineLimit: bytes.count)
        var line: [UInt8] = []
        // Bytes in memory cannot fail to be read.
        while case .line? = try? scanner.next() {
            let range = scanner.lineStart..<scanner.lineEnd
            let isWanted =
                scanner.isFolded
                || scanner.withBytes(range) { line in
                    line.count >= prefix.count && prefix.indices.allSatisfy { line[$0] & 0xDF == prefix[$0] }
                }
            guard isWanted else { continue }
            LineFolding.unfold(scanner.copy(range)[...], into: &line)
            if !body(scanner.lineNumber, line) { return }
        }
    }
}
