/// What a file says made safe for a terminal, where it is printed as it stands.
///
/// Calendars come from strangers. What is read by programs, through a pipe or a file, is not touched.
package enum TerminalBytes {
    /// Lines in which what could drive a terminal, or turn the direction of writing, is spelled out as `\u{202E}`.
    package static func lines(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if number > 0 { shown.append(UInt8(ascii: "\n")) }
            let isEnded = line.last == UInt8(ascii: "\r")
            PrintableText.append(
                String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self),
                to: &shown
            )
        }
        return shown
    }

    /// JSON in which the same is said by escapes of JSON, as `\u202e`, so that it says what it said.
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        // Below 0x80 JSON escapes what has to be.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            guard scalar.value >= 0x7F, PrintableText.isHidden(scalar) else {
                shown.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                continue
            }
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                let digits = String(unit, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
                shown.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
            }
        }
        return shown
    }
}

extension Descriptor {
    /// Writes what a file says: as it stands, or to a terminal made safe for it.
    package func writeShown(_ bytes: [UInt8], isJSON: Bool = false) throws(WriteError) {
        guard isTerminal else { return try write(bytes) }
        try write(isJSON ? TerminalBytes.json(bytes) : TerminalBytes.lines(bytes))
    }
}
