#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A scanner that finds the logical lines of a stream.
///
/// The scanner reads blocks, finds line endings with `memchr`, and joins folds.
///
/// A single buffer holds the bytes being read and grows only as needed for one component or line. Lines are neither
/// copied nor allocated: a logical line (RFC 5545 section 3.1) is a range of the buffer, including its folds. Line
/// endings are LF, CRLF, CRCRLF, and a bare CR; empty lines are skipped and do not end a folded line. All offsets refer
/// to the buffer and change when the next line is read; ``keptFrom`` is adjusted accordingly.
@safe struct LineScanner: ~Copyable {
    enum Found {
        /// A logical line, described by ``lineStart``, ``lineEnd``, ``lineNumber``, and ``isFolded``.
        case line
        /// A line longer than the limit; its bytes have been discarded.
        case overlong
        case end
    }

    /// The start of the current logical line.
    private(set) var lineStart = 0
    /// The end of the current logical line's content, before the final line ending.
    var lineEnd = 0
    /// The start of the line after the current one.
    var following = 0
    /// The one-based number of the current line's first physical line.
    var lineNumber = 0
    /// The number of the most recently read physical line.
    var lastLineNumber: Int { followingNumber - 1 }
    private(set) var isFolded = false
    /// Whether another content line follows on the same physical line.
    private var isSplit = false
    /// The length of the current line, including folds and the line ending.
    var lineLength: Int { (isSplit ? lineEnd : following) - lineStart }
    /// The offset of the first byte to keep in the buffer after its line has been read, or nil to keep none.
    var keptFrom: Int?

    // State shared with skimming.
    private let source: ByteSource
    let lineLimit: Int
    var base: UnsafeMutablePointer<UInt8>
    /// The owner of the bytes, or nil if the scanner owns them.
    private let borrowed: ByteBlock?
    private var capacity: Int
    /// Whether the source is known to fit in the initial buffer.
    private let isSmall: Bool
    var filled = 0
    var isAtEnd = false
    var followingNumber = 1
    /// The search for the next LF at or after ``following``.
    var lineFeed = Mark()
    /// The search for the next CR at or after ``following``.
    var carriageReturn = Mark()

    /// The first CR at or after ``following`` that no LF follows, or the position that the search has reached.
    var bareReturn = 0

    /// The state of a search for a byte: the position reached, and whether the byte is at this position.
    package struct Mark {
        package var position = 0
        var isFound = false

        /// Returns the position of the next occurrence of a byte at or after `start`, or `end` if there is none.
        ///
        /// Each byte is examined only once.
        @inline(__always)
        mutating func find(
            _ byte: UInt8,
            _ base: UnsafeMutablePointer<UInt8>,
            from start: Int,
            upTo end: Int
        ) -> Int {
            if isFound && position >= start { return position }
            let from = isFound ? start : max(start, position)
            if from < end, let hit = unsafe memchr(base + from, Int32(byte), end - from) {
                unsafe position = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
                isFound = true
            } else {
                position = end
                isFound = false
            }
            return position
        }
    }

    /// Creates a scanner for an in-memory part of a stream, which provides the number of its first line.
    ///
    /// The part is shared, so the scanner does not move its bytes.
    init(_ part: ByteBlock, lineLimit: Int) {
        source = ByteSource(bytes: [], name: nil)
        self.lineLimit = max(lineLimit, 16)
        borrowed = part
        unsafe base = part.base
        capacity = part.capacity
        isSmall = false
        filled = part.count
        isAtEnd = true
        followingNumber = part.line
        findBareReturn(from: 0)
    }

    /// Creates a scanner that starts at line number `line` and skips logical lines of more than `lineLimit` bytes.
    init(_ source: ByteSource, lineLimit: Int, line: Int = 1) {
        self.source = source
        self.lineLimit = max(lineLimit, 16)
        borrowed = nil
        followingNumber = line
        // A small file fits entirely and leaves space to detect its end.
        let size = source.size.map { $0 + 1 } ?? .max
        isSmall = size <= ByteSource.blockSize
        capacity = isSmall ? max(size, 64) : 2 * ByteSource.blockSize
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    deinit {
        if borrowed == nil { unsafe base.deallocate() }
    }

    // MARK: - Lines

    mutating func next() throws(CalendarError) -> Found {
        repeat {
            lineStart = following
            lineNumber = followingNumber
            guard let isWhole = try readPhysicalLine() else { return .end }
            guard isWhole else { return try discardLine(isWithinLine: true) }
            if unsafe base[lineStart] == 0xEF { skipByteOrderMarks() }
            skipBlanks()
        } while lineEnd == lineStart
        isFolded = false
        isSplit = false
        while try isContinued() {
            isFolded = true
            guard try readPhysicalLine() == true else { return try discardLine(isWithinLine: true) }
            if lineEnd - lineStart > lineLimit { break }
        }
        return lineEnd - lineStart <= lineLimit ? .line : try discardLine(isWithinLine: false)
    }

    /// Makes the bytes up to `end` the current line.
    ///
    /// The line must not be folded or empty.
    mutating func pass(contentUpTo end: Int, lineUpTo next: Int) {
        lineStart = following
        lineEnd = end
        lineNumber = followingNumber
        isFolded = false
        isSplit = false
        following = next
        followingNumber += 1
    }

    /// Splits the current unfolded line at the given position, where the next line starts.
    mutating func split(contentUpTo end: Int, at place: Int) {
        isSplit = true
        lineEnd = end
        following = place
        // The results of earlier searches past this line remain valid.
        followingNumber = lineNumber
    }

    /// Skips byte order marks at the start of a line, as found in concatenated files.
    private mutating func skipByteOrderMarks() {
        while lineEnd - lineStart >= 3, unsafe memcmp(base + lineStart, "\u{FEFF}", 3) == 0 { lineStart += 3 }
    }

    /// Skips blanks at the start of a line that does not continue another line, such as the first line.
    ///
    /// If the line were written after another one, its leading blanks would turn it into a continuation.
    private mutating func skipBlanks() {
        while lineStart < lineEnd, unsafe Ascii.isBlank(base[lineStart]) { lineStart += 1 }
    }

    /// Moves ``lineEnd`` and ``following`` past one physical line.
    ///
    /// Returns false if the line exceeds the limit, and nil at the end of the stream. The limit does not apply to a
    /// discarded line, because each block is dropped before the next one is read.
    private mutating func readPhysicalLine(isDiscarded: Bool = false) throws(CalendarError) -> Bool? {
        while true {
            let feed = unsafe lineFeed.find(Ascii.lineFeed, base, from: following, upTo: filled)
            let end = unsafe min(
                feed,
                carriageReturn.find(Ascii.carriageReturn, base, from: following, upTo: filled)
            )
            if end < filled {
                if end < feed, end + 2 >= filled, !isAtEnd {
                    // The bytes after the CR determine the kind of line ending.
                    if isDiscarded { drop(upTo: end) }
                    try fill()
                    continue
                }
                lineEnd = end
                following = end == feed ? end + 1 : afterReturn(end)
                followingNumber += 1
                return true
            }
            if isAtEnd {
                if following == filled { return nil }
                lineEnd = filled
                following = filled
                followingNumber += 1
                return true
            }
            if isDiscarded {
                drop(upTo: filled)
            } else if filled - lineStart > lineLimit {
                return false
            }
            try fill()
        }
    }

    /// Returns the start of the line after a CR.
    ///
    /// The CR is bare or starts a CRLF or CRCRLF. Some servers write CRCRLF.
    func afterReturn(_ position: Int) -> Int {
        guard position + 1 < filled else { return position + 1 }
        if unsafe base[position + 1] == Ascii.lineFeed { return position + 2 }
        guard position + 2 < filled, unsafe base[position + 1] == Ascii.carriageReturn,
            unsafe base[position + 2] == Ascii.lineFeed
        else { return position + 1 }
        return position + 3
    }

    /// Returns whether the line continues on the next physical line, skipping empty lines in between.
    mutating func isContinued() throws(CalendarError) -> Bool {
        if following == filled {
            guard !isAtEnd else { return false }
            try fill()
            guard following < filled else { return false }
        }
        let byte = unsafe base[following]
        if Ascii.isBlank(byte) { return true }
        guard byte == Ascii.lineFeed || byte == Ascii.carriageReturn else { return false }
        return try isContinuedAfterEmptyLines()
    }

    /// Looks past up to 4 KiB of empty lines, so that a file of only line endings does not fill the buffer.
    private mutating func isContinuedAfterEmptyLines() throws(CalendarError) -> Bool {
        var ahead = 0
        var lines = 0
        while ahead < 4096 {
            if following + ahead + 2 >= filled, !isAtEnd { try fill() }
            let position = following + ahead
            guard position < filled else { return false }
            switch unsafe base[position] {
            case Ascii.lineFeed: ahead += 1
            case Ascii.carriageReturn: ahead = afterReturn(position) - following
            case Ascii.space, Ascii.tab:
                following = position
                followingNumber += lines
                return true
            default: return false
            }
            lines += 1
        }
        return false
    }

    // MARK: - Buffer

    mutating func drop(upTo position: Int) {
        guard borrowed == nil else { return }
        unsafe memmove(base + lineStart, base + position, filled - position)
        filled -= position - lineStart
        following = lineStart
        bareReturn = -1
        lineFeed = Mark(position: lineStart)
        carriageReturn = Mark(position: lineStart)
    }

    /// Reads more bytes after making space by dropping unneeded bytes or by growing the buffer.
    mutating func fill() throws(CalendarError) {
        let start = min(keptFrom ?? lineStart, lineStart)
        if start > 0 {
            unsafe memmove(base, base + start, filled - start)
            filled -= start
            lineStart -= start
            lineEnd = max(0, lineEnd - start)
            following -= start
            if let kept = keptFrom { keptFrom = kept - start }
            bareReturn = max(-1, bareReturn - start)
            lineFeed.position = max(0, lineFeed.position - start)
            carriageReturn.position = max(0, carriageReturn.position - start)
            if lineFeed.position < following { lineFeed = Mark(position: following) }
            if carriageReturn.position < following { carriageReturn = Mark(position: following) }
        }
        if capacity - filled < (isSmall ? 1 : ByteSource.blockSize / 2) {
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
            unsafe larger.update(from: base, count: filled)
            unsafe base.deallocate()
            unsafe base = larger
            capacity *= 2
        }
        let room = min(capacity - filled, ByteSource.blockSize)
        let block = unsafe UnsafeMutableRawBufferPointer(start: base + filled, count: room)
        let count = try unsafe source.read(into: block)
        // Continues a search that reached the end of the buffer, where a CR could not be classified yet.
        let isSearchGoingOn = bareReturn >= filled - 1
        let newStart = max(0, filled - 1)
        filled += count
        if isSearchGoingOn { findBareReturn(from: newStart) }
        if count == 0 || source.isExhausted { isAtEnd = true }
    }

    /// Returns the byte at the given offset in the current line or in the kept bytes.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < filled)
        return unsafe base[offset]
    }

    func withBytes<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= filled)
        let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        return unsafe body(bytes.span)
    }

    func copy(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= filled)
        return unsafe Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Returns the first bytes of the stream; call this before reading lines.
    mutating func prefix(_ count: Int) throws(CalendarError) -> [UInt8] {
        while filled < count, !isAtEnd { try fill() }
        return copy(0..<min(count, filled))
    }

    /// Skips the rest of an overlong line without keeping it.
    mutating func discardLine(isWithinLine: Bool) throws(CalendarError) -> Found {
        let number = lineNumber
        var isWithinLine = isWithinLine
        repeat {
            if isWithinLine { _ = try readPhysicalLine(isDiscarded: true) }
            isWithinLine = true
            if following - lineStart > ByteSource.blockSize { drop(upTo: following) }
        } while try isContinued()
        lineNumber = number
        lineEnd = lineStart
        return .overlong
    }
}
