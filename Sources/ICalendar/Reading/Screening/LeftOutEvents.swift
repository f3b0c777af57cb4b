/// Whole events that a screen left out: of each a hash of its UID, and its SEQUENCE.
///
/// Such an event may still beat a copy that was kept. Which UIDs that can be is known when all was read, so until then
/// events are only put one behind the other, 16 bytes each, and lists of them are handed on as they are.
struct LeftOutEvents: Sendable {
    /// The highest SEQUENCE that can be noted; an event with a higher one has to be kept.
    static let largestSequence = Int(Int32.max)

    private struct Event {
        let low: UInt64
        let high: UInt32
        let sequence: Int32
    }

    /// Pieces of bounded size, so that none is copied as it grows; one is about what a part of a stream leaves out.
    private var pieces: [[Event]] = []
    private static let pieceSize = 256

    /// Whether there is none.
    var isEmpty: Bool { pieces.isEmpty }

    /// Notes an event; a SEQUENCE below 0 counts as 0.
    mutating func append(_ uid: UIDHash, _ sequence: Int) {
        if pieces.last.map({ $0.count >= Self.pieceSize }) ?? true {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(Self.pieceSize)
        }
        let event = Event(low: uid.low, high: uid.high, sequence: Int32(clamping: max(0, sequence)))
        pieces[pieces.count - 1].append(event)
    }

    /// Adds what another list notes.
    mutating func add(_ other: LeftOutEvents) {
        pieces += other.pieces
    }

    /// Calls a function with each event's UID and SEQUENCE.
    func forEach(_ body: (UIDHash, Int32) -> Void) {
        for piece in pieces {
            for event in piece { body(UIDHash(low: event.low, high: event.high), event.sequence) }
        }
    }
}
