/// Functions that write content lines, which end in CRLF and are folded at 75 octets (RFC 5545 section 3.1).
extension LineFolding {
    /// The maximum length of a physical line in octets, excluding the line ending.
    package static let lineLength = 75

    /// Adds a line, folding it if necessary.
    ///
    /// Lines are folded between characters. In bytes that are not UTF-8, a fold can be anywhere.
    static func fold(_ line: Span<UInt8>, into bytes: inout [UInt8]) {
        var start = 0
        var room = lineLength
        while line.count - start > room {
            var end = start + room
            while end > start + room - 3, isContinuation(line[end]) { end -= 1 }
            if isContinuation(line[end]) { end = start + room }
            ByteText.append(line.extracting(start..<end), to: &bytes)
            bytes += [Ascii.carriageReturn, Ascii.lineFeed, Ascii.space]
            start = end
            // The leading space counts toward the limit.
            room = lineLength - 1
        }
        ByteText.append(line.extracting(start..<line.count), to: &bytes)
        endLine(&bytes)
    }

    /// Copies lines as they were read, ending each with CRLF.
    ///
    /// Existing folds are preserved, but a line is refolded if one of its physical lines exceeds 75 octets or ends
    /// inside a character. Empty lines are dropped.
    package static func copy(_ range: Range<Int>, of source: [UInt8], into bytes: inout [UInt8]) {
        var unfolded: [UInt8] = []
        var lines = LogicalLines(source, range)
        while let line = lines.next() {
            let start = bytes.count
            if copyFolded(line, of: source, into: &bytes) { continue }
            bytes.removeSubrange(start...)
            unfold(source[line], into: &unfolded)
            fold(unfolded.span, into: &bytes)
        }
    }

    /// Copies one logical line with its existing folds, or returns false if the folds cannot be preserved.
    private static func copyFolded(
        _ line: Range<Int>,
        of source: [UInt8],
        into bytes: inout [UInt8]
    ) -> Bool {
        let span = source.span
        var place = line.lowerBound
        while place < line.upperBound {
            let isFirst = place == line.lowerBound
            let end = LogicalLines.lineEnd(span, from: place, upTo: line.upperBound)
            guard end - place <= lineLength, isFirst || end - place > 1 else { return false }
            if !isFirst, isContinuation(span[place + 1]) { return false }
            ByteText.append(span.extracting(place..<end), to: &bytes)
            endLine(&bytes)
            place = LogicalLines.lineStart(span, from: end, upTo: line.upperBound)
        }
        return true
    }

    static func endLine(_ bytes: inout [UInt8]) {
        bytes.append(Ascii.carriageReturn)
        bytes.append(Ascii.lineFeed)
    }

    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}

/// An iterator over logical lines, each with its folds but without its final line ending.
///
/// Like the reader, the iterator skips empty lines, which do not end a folded line.
struct LogicalLines {
    private let bytes: [UInt8]
    private let end: Int
    private var place: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> Range<Int>? {
        let bytes = bytes
        let span = bytes.span
        var next = LogicalLines.lineStart(span, from: place, upTo: end)
        guard next < end else { return nil }
        let start = next
        var lineEnd = start
        repeat {
            lineEnd = LogicalLines.lineEnd(span, from: next, upTo: end)
            next = LogicalLines.lineStart(span, from: lineEnd, upTo: end)
        } while next < end && Ascii.isBlank(span[next])
        place = next
        return start..<lineEnd
    }

    /// Returns the end of the physical line at the given position.
    static func lineEnd(_ bytes: Span<UInt8>, from start: Int, upTo end: Int) -> Int {
        var place = start
        // Almost every byte is greater than both CR and LF.
        while place < end, bytes[place] > Ascii.carriageReturn || !LineFolding.isLineEnd(bytes[place]) {
            place += 1
        }
        return place
    }

    /// Returns the start of the next physical line, skipping any line endings at the given position.
    static func lineStart(_ bytes: Span<UInt8>, from start: Int, upTo end: Int) -> Int {
        var place = start
        while place < end, LineFolding.isLineEnd(bytes[place]) { place += 1 }
        return place
    }
}
