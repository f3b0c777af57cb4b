#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds the lines of a stream: reads blocks, finds line ends with `memchr`, and puts folded lines together.
///
/// One buffer holds what is being read; it grows only as far as one component or one line needs. Nothing is copied and
/// nothing is allocated for a line: a logical line (RFC 5545 section 3.1) is a range of the buffer, folds and all.
/// Line ends are LF, CRLF, CRCRLF and a bare CR; empty lines are passed over and do not end a folded line.
/// All offsets are into the buffer and change when the next line is read; ``keptFrom`` moves with them.
@safe struct LineScanner: ~Copyable {
    enum Found {
        /// A logical line: ``lineStart``, ``lineEnd``, ``lineNumber``, ``isFolded``.
        case line
        /// A line longer than the limit; its bytes are gone.
        case overlong
        case end
    }

    /// Where the current logical line starts.
    private(set) var lineStart = 0
    /// Where the content of the current logical line ends, its last line end excluded.
    var lineEnd = 0
    /// Where the line after the current one starts.
    var following = 0
    /// The number of the current line's first physical line, from 1.
    var lineNumber = 0
    /// The number of the last physical line that was read.
    var lastLineNumber: Int { followingNumber - 1 }
    private(set) var isFolded = false
    /// Whether another line stands behind the current one, without a line end between them.
    private var isSplit = false
    /// How long the current line is, folds and line end included.
    var lineLength: Int { (isSplit ? lineEnd : following) - lineStart }
    /// From where on bytes must stay in the buffer although their line has passed; nil to keep none.
    var keptFrom: Int?

    // What skimming shares.
    private let source: ByteSource
    let lineLimit: Int
    var base: UnsafeMutablePointer<UInt8>
    /// Whose bytes these are, if not the scanner's own.
    private let borrowed: ByteBlock?
    private var capacity: Int
    /// Whether the source is known to fit into the buffer that it begins with.
    private let isSmall: Bool
    var filled = 0
    var isAtEnd = false
    var followingNumber = 1
    /// The next LF at or after ``following``, as far as it was looked for.
    var lineFeed = Mark()
    /// The next CR, likewise.
    var carriageReturn = Mark()

    /// The first CR at or after ``following`` that no LF follows, as far as the buffer was looked through for one.
    var bareReturn = 0

    /// How far a byte was looked for, and whether it is there.
    package struct Mark {
        package var position = 0
        var isFound = false

        /// The place of the next such byte from `start` on, or `end`; bytes are looked at once only.
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

    /// Scans a part of a stream that is in memory; its first line has the number that is given.
    ///
    /// The part is shared, so nothing is moved in it.
    init(_ part: EventBlock, lineLimit: Int) {
        source = ByteSource(bytes: [], name: nil)
        self.lineLimit = max(lineLimit, 16)
        borrowed = part.bytes
        unsafe base = part.bytes.base
        capacity = part.bytes.capacity
        isSmall = false
        filled = part.end
        isAtEnd = true
        followingNumber = part.line
        findBareReturn(from: 0)
    }

    /// Scans a source; a logical line of more than `lineLimit` bytes is left out, and the first has the number `line`.
    init(_ source: ByteSource, lineLimit: Int, line: Int = 1) {
        self.source = source
        self.lineLimit = max(lineLimit, 16)
        borrowed = nil
        followingNumber = line
        // A small file fits as a whole, with room to see that it ends.
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

    /// Makes what follows, up to a place, the current line; it is neither folded nor empty.
    mutating func pass(contentUpTo end: Int, lineUpTo next: Int) {
        lineStart = following
        lineEnd = end
        lineNumber = followingNumber
        isFolded = false
        isSplit = false
        following = next
        followingNumber += 1
    }

    /// Ends the current line, which is not folded, in front of a place in it, where the next one starts.
    mutating func split(contentUpTo end: Int, at place: Int) {
        isSplit = true
        lineEnd = end
        following = place
        // What was looked for behind this line is where it was.
        followingNumber = lineNumber
    }

    /// Passes over byte order marks at the start of a line, where files that were put together have them.
    private mutating func skipByteOrderMarks() {
        while lineEnd - lineStart >= 3, unsafe memcmp(base + lineStart, "\u{FEFF}", 3) == 0 { lineStart += 3 }
    }

    /// Passes over blanks at the start of a line that goes on from none, as the first one and one behind a byte order mark:
    /// written behind another line it would be taken for a part of that.
    private mutating func skipBlanks() {
        while lineStart < lineEnd, unsafe Ascii.isBlank(base[lineStart]) { lineStart += 1 }
    }

    /// Moves ``lineEnd`` and ``following`` over one physical line; false when it outgrows the limit, nil at the end.
    ///
    /// One that is discarded has no limit: each block is forgotten as the next one is read.
    private mutating func readPhysicalLine(isDiscarded: Bool = false) throws(CalendarError) -> Bool? {
        while true {
            let feed = unsafe lineFeed.find(Ascii.lineFeed, base, from: following, upTo: filled)
            let end = unsafe min(
                feed,
                carriageReturn.find(Ascii.carriageReturn, base, from: following, upTo: filled)
            )
            if end < filled {
                if end < feed, end + 2 >= filled, !isAtEnd {
                    // What follows the CR decides what kind of line end it is.
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

    /// Where the line after a CR starts: CRLF, CRCRLF (as some servers write) or a bare CR.
    func afterReturn(_ position: Int) -> Int {
        guard position + 1 < filled else { return position + 1 }
        if unsafe base[position + 1] == Ascii.lineFeed { return position + 2 }
        guard position + 2 < filled, unsafe base[position + 1] == Ascii.carriageReturn,
            unsafe base[position + 2] == Ascii.lineFeed
        else { return position + 1 }
        return position + 3
    }

    /// Whether the line goes on in the next physical line; passes over empty lines in between.
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

    /// Looks past empty lines, 4 KiB at most: a file of nothing but line ends must not pile up in the buffer.
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

    /// Reads more behind what is filled, after making room: by forgetting what passed, or by growing.
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
        // A search that came to the end of the buffer goes on in what is new; a CR there had nothing behind it yet.
        let isSearchGoingOn = bareReturn >= filled - 1
        let newStart = max(0, filled - 1)
        filled += count
        if isSearchGoingOn { findBareReturn(from: newStart) }
        if count == 0 || source.isExhausted { isAtEnd = true }
    }

    /// The byte at an offset of the current line or of what is kept.
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

    /// All bytes of the stream, but no more than a limit, before any line was read.
    mutating func everything(upTo limit: Int) throws(CalendarError) -> [UInt8] {
        while filled < limit, !isAtEnd { try fill() }
        return copy(0..<min(limit, filled))
    }

    /// The first bytes of the stream, before any line was read.
    mutating func prefix(_ count: Int) throws(CalendarError) -> [UInt8] {
        while filled < count, !isAtEnd { try fill() }
        return copy(0..<min(count, filled))
    }

    /// Passes over the rest of a line that is too long, without keeping it.
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
