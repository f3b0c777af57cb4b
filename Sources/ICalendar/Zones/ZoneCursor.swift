/// Reads wall-clock times in one zone, remembering the stretch of the last answer.
///
/// Questions that move along in time cost a subtraction and a comparison each, and a search only where the offset
/// changes. Every order of questions gives the same answers. Seconds count from 1970-01-01 00:00:00.
struct ZoneCursor: Sendable {
    private let table: TransitionTable
    private var civilLow = 0
    private var civilLength: UInt = 0
    private var civilOffset = 0
    private var gapStart = 0

    /// A cursor that stands nowhere yet.
    init(_ table: TransitionTable) {
        self.table = table
    }

    /// The instant of a wall-clock second: in a gap with the offset before it, of two the first.
    @inline(__always)
    mutating func instant(ofCivil second: Int) -> Int {
        if UInt(bitPattern: second &- civilLow) >= civilLength { moveCivil(to: second) }
        return second &- civilOffset
    }

    /// Whether the clocks skip this wall-clock second.
    @inline(__always)
    mutating func isInGap(_ civilSecond: Int) -> Bool {
        if UInt(bitPattern: civilSecond &- civilLow) >= civilLength { moveCivil(to: civilSecond) }
        return civilSecond >= gapStart
    }

    /// The stretch of wall-clock seconds around one.
    func span(atCivil second: Int) -> TransitionTable.Span { table.span(atCivil: second) }

    /// The offset at an instant.
    func offset(atInstant second: Int) -> Int { table.span(atInstant: second).offset }

    @inline(never)
    private mutating func moveCivil(to second: Int) {
        let span = table.span(atCivil: second)
        civilLow = span.low
        civilLength = UInt(bitPattern: span.high &- span.low)
        civilOffset = span.offset
        gapStart = span.gapStart
    }
}
