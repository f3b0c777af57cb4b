import ICalendar

/// What would be gone of a file if it were written again: lines that reading could make nothing of and has no place for,
/// such as half of an event, or a contact among events.
///
/// Blank lines, line ends, folds, and how BEGIN and END are spelled may differ.
enum LostLines {
    /// The number, from 1, of the first line of a file that is not among the lines that writing it gives, in their order;
    /// nil when nothing would be lost.
    ///
    /// - Parameter file: what was read from the bytes, with nothing changed.
    static func first(of bytes: [UInt8], in file: CalendarFile) -> Int? {
        let written = file.icsBytes(.asRead)
        if written == bytes { return nil }
        let kept = lines(of: written)
        var next = 0
        for (number, line) in lines(of: bytes) {
            while next < kept.count, kept[next].line != line { next += 1 }
            guard next < kept.count else { return number }
            next += 1
        }
        return nil
    }

    private static func lines(of bytes: [UInt8]) -> [(number: Int, line: [UInt8])] {
        var lines: [(number: Int, line: [UInt8])] = []
        UnfoldedLines.forEach(in: bytes) { number, line in
            // Control characters at its start say nothing.
            if let first = line.firstIndex(where: { $0 > 0x20 }) {
                lines.append((number, plain(line[first...])))
            }
            return true
        }
        return lines
    }

    /// A line as it is compared: without blanks at its end, and BEGIN and END in capitals.
    private static func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let last = line.lastIndex { $0 > 0x20 } ?? line.startIndex
        let text = line[...last]
        let isMarker = ["BEGIN:".utf8, "END:".utf8].contains { (keyword: String.UTF8View) -> Bool in
            text.count > keyword.count && zip(text, keyword).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
        }
        guard isMarker else { return Array(text) }
        return text.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    }
}
