/// A function that finds and unfolds the logical lines in memory, as every other reader does (RFC 5545 section 3.1).
package enum UnfoldedLines {
    /// Calls a closure with each line and the number of its first physical line, until the closure returns false.
    ///
    /// - Parameter prefix: The uppercase letters that start the wanted lines; matching ignores case. Folded lines are
    ///   always passed to the closure.
    package static func forEach(
        in bytes: [UInt8],
        beginningWith prefix: [UInt8] = [],
        _ body: (_ number: Int, _ line: [UInt8]) -> Bool
    ) {
        // No line is longer than the whole input.
        var scanner = LineScanner(ByteBlock(copying: bytes), lineLimit: bytes.count)
        var line: [UInt8] = []
        // Reading bytes in memory cannot fail.
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
