/// Writing lines: CRLF at the end, and folds where one is longer than 75 octets (RFC 5545 section 3.1).
extension LineFolding {
    /// The most octets of a physical line, its line end not counted.
    package static let lineLength = 75

    /// Adds a line, folded.
    ///
    /// A fold stands between characters; in bytes that are not UTF-8 it may stand anywhere.
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
            // The blank counts.
            room = lineLength - 1
        }
        ByteText.append(line.extracting(start..<line.count), to: &bytes)
        endLine(&bytes)
    }

    /// Adds lines as they were read, each with CRLF at its end.
    ///
    /// Folds stay where they were, unless a physical line is longer than 75 octets or ends inside a character: then the
    /// line is folded anew. Empty lines go.
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

    /// Adds one logical line with its own folds; false when they cannot stay.
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

/// The logical lines in some bytes that were read: a line with its folds, and without its last line end.
///
/// Empty lines are passed over, and do not end a folded line, as in reading.
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

    /// Where the physical line ends that goes on from a place.
    static func lineEnd(_ bytes: Span<UInt8>, from start: Int, upTo end: Int) -> Int {
        var place = start
        // Nearly all bytes are greater than both line ends.
        while place < end, bytes[place] > Ascii.carriageReturn || !LineFolding.isLineEnd(bytes[place]) {
            place += 1
        }
        return place
    }

    /// Where the next physical line starts after line ends from a place on.
    static func lineStart(_ bytes: Span<UInt8>, from start: Int, upTo end: Int) -> Int {
        var place = start
        while place < end, LineFolding.isLineEnd(bytes[place]) { place += 1 }
        return place
    }
}
