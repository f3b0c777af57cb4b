/// Functions that unfold lines as bytes, before characters are decoded (RFC 5545 section 3.1).
package enum LineFolding {
    /// Unfolds a line into `result` by removing each run of line endings together with the following blank.
    ///
    /// Returns whether an equals sign precedes a fold, which may be a soft line break in quoted-printable text.
    @discardableResult
    package static func unfold(_ line: ArraySlice<UInt8>, into result: inout [UInt8]) -> Bool {
        result.removeAll(keepingCapacity: true)
        var mayBeQuoted = false
        let bytes = line.span
        var start = 0
        while start < bytes.count {
            var end = start
            // Nearly all bytes are greater than both line-ending characters.
            while end < bytes.count, bytes[end] > Ascii.carriageReturn || !isLineEnd(bytes[end]) { end += 1 }
            ByteText.append(bytes.extracting(start..<end), to: &result)
            if end < bytes.count, end > start, bytes[end - 1] == Ascii.equals { mayBeQuoted = true }
            start = end
            while start < bytes.count, isLineEnd(bytes[start]) { start += 1 }
            // Skips the blank that marks a continuation line.
            start += 1
        }
        return mayBeQuoted
    }

    /// Returns the end of a line's content, given the end of the line including its line ending.
    @inlinable @inline(__always)
    package static func contentEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, isLineEnd(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Returns the number of line endings, counting CRLF as one.
    static func count(ofEndsIn bytes: [UInt8]) -> Int {
        bytes.indices.count { place in
            bytes[place] == Ascii.lineFeed
                || bytes[place] == Ascii.carriageReturn
                    && (place + 1 == bytes.count || bytes[place + 1] != Ascii.lineFeed)
        }
    }

    @inlinable @inline(__always)
    package static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == Ascii.lineFeed || byte == Ascii.carriageReturn
    }
}
