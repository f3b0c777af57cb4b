/// The bytes of an iCalendar file being written, as content lines that end in CRLF and fold at 75 octets.
struct ContentText {
    /// The bytes written since the buffer was last emptied.
    private(set) var bytes: [UInt8] = []
    private var lineStart = 0
    private var scratch: [UInt8] = []

    /// The maximum length of a line without its line break (RFC 5545, section 3.1).
    private static let lineLimit = 75

    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends to the current line.
    mutating func add(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    /// Appends to the current line.
    mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends a decimal number, padded with zeros to a minimum number of digits.
    mutating func add(_ number: Int, digits: Int = 1) {
        var divisor = 1
        for _ in 1..<max(digits, 1) { divisor *= 10 }
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
            divisor /= 10
        }
    }

    /// Ends the current line, and folds it between characters if it is too long.
    mutating func end() {
        if bytes.count - lineStart > Self.lineLimit { fold() }
        bytes.append(13)
        bytes.append(10)
        lineStart = bytes.count
    }

    /// Appends a whole line.
    mutating func line(_ text: StaticString) {
        add(text)
        end()
    }

    /// Appends text that consists of whole lines.
    mutating func lines(_ text: [UInt8]) {
        add(text)
        lineStart = bytes.count
    }

    /// Empties the buffer but keeps its capacity.
    ///
    /// Call this only between lines.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        lineStart = 0
    }

    private mutating func fold() {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: bytes[lineStart...])
        bytes.removeSubrange(lineStart...)
        var from = 0
        // The limit includes the blank that starts a continuation line.
        var room = Self.lineLimit
        while scratch.count - from > room {
            var to = from + room
            while scratch[to] & 0xC0 == 0x80 { to -= 1 }
            bytes.append(contentsOf: scratch[from..<to])
            bytes.append(13)
            bytes.append(10)
            bytes.append(32)
            from = to
            room = Self.lineLimit - 1
        }
        bytes.append(contentsOf: scratch[from...])
    }
}
