/// Tells from the bytes of an event whether it can touch a range of instants, before anything is copied or decoded.
///
/// It looks at the few lines that say when the event happens, and is sure or keeps the event: a shape that it does not
/// know, a folded line, a quoted parameter, RDATE or an override for several instances is never left out. Zones are not
/// looked up; they and the display zone count as 26 hours on either side.
struct ComponentScreen: Sendable {
    /// The instants that are searched, in seconds since 1970.
    let searched: Range<Int>
    /// Whether the bytes of the events that are kept are kept too; without them they can only be counted.
    var keepsContent = true
    /// Whether it is noted which other components than events there are.
    var notesOthers = false
    /// UIDs of which everything is kept: what is left out of them may decide something inside the range.
    var keptUIDs: Set<UIDHash> = []

    enum Verdict: Sendable, Equatable {
        /// It may touch the range.
        case keep
        /// It cannot; what it covers, in civil seconds, and nil for an end that never comes.
        case leaveOut(Extent)
    }

    /// The UID of a component, as far as a screen reads it.
    package enum UID: Sendable, Equatable {
        case missing
        /// It is written plainly, and this is its hash.
        case plain(UIDHash)
        /// It is written in a way that only decoding reads.
        case odd
    }

    /// What a component that was left out covers, and which revision of its series it is.
    struct Extent: Sendable, Equatable {
        var start: Int
        var end: Int?
        /// SEQUENCE of a whole event: it may still beat a copy inside the range.
        var sequence = 0
        /// What is known of its UID.
        var uid = UID.missing
        /// Whether it is an override of an instance, which may stand inside the range or be a later revision there.
        var isOverride = false
    }

    /// What zones can move a wall-clock time by.
    private static let zoneSlack = 26 * 3600
    /// How far an override for all later instances can move them: 400 days.
    static let seriesSlack = 400 * 86_400

    /// Looks at a component of this name, of which all lines are known.
    func verdict(_ name: ComponentName, _ lines: Span<SliceLine>, _ bytes: Span<UInt8>) -> Verdict {
        guard name.known == .event else { return .keep }
        var keys = ScreenKeys()
        var depth = 0
        for place in lines.indices where lines[place].mayBound {
            let line = lines[place]
            switch line.kind {
            case .begin: depth += 1
            case .end: depth -= 1
            case .property:
                if depth == 1, !keys.read(bytes, line.range, isFolded: line.isFolded) { return .keep }
            }
        }
        return verdict(on: keys, bytes)
    }

    /// Judges an event by what was read of its lines; the bytes are those that they were read from.
    func verdict(on keys: ScreenKeys, _ bytes: Span<UInt8>) -> Verdict {
        // A cancelled override may lack DTSTART, and is as long as its series, which is not known here.
        guard let start = keys.start ?? keys.original,
            keys.start != nil || !touches(from: start, through: nil)
        else {
            return .keep
        }
        var extent = Extent(start: start, end: keys.end(from: start), sequence: keys.sequence)
        if let original = keys.original {
            extent.isOverride = true
            guard !keys.isRecurring, !touches(from: original, through: original) else { return .keep }
        }
        if keys.isRecurring {
            let length = (extent.end ?? start) - start
            extent.end = keys.lastStart(from: start).map { $0 + length }
            let last = extent.end.map { $0 + Self.seriesSlack }
            if touches(from: start - Self.seriesSlack, through: last) { return .keep }
        } else if touches(from: start, through: extent.end) {
            return .keep
        }
        if let uid = keys.uid {
            extent.uid = UIDHash(plain: bytes.extracting(uid)).map(UID.plain) ?? .odd
        }
        return isKept(extent.uid) ? .keep : .leaveOut(extent)
    }

    /// Whether it is known already that an event is kept, or an override, so that all of its lines are needed.
    func needsLines(_ keys: ScreenKeys) -> Bool {
        if keys.original != nil { return true }
        guard let start = keys.start else { return false }
        guard keys.isRecurring else { return touches(from: start, through: start) }
        return keys.lastStart(from: start) == nil && touches(from: start, through: nil)
    }

    /// Whether everything of a UID is kept, or of one that may be it.
    private func isKept(_ uid: UID) -> Bool {
        guard !keptUIDs.isEmpty else { return false }
        switch uid {
        case .missing: return false
        case .plain(let hash): return keptUIDs.contains(hash)
        case .odd: return true
        }
    }

    /// Whether what goes on between two civil seconds may touch the range; nil is an end that never comes.
    func touches(from start: Int, through end: Int?) -> Bool {
        guard start - Self.zoneSlack < searched.upperBound else { return false }
        guard let end else { return true }
        return end + Self.zoneSlack >= searched.lowerBound
    }
}
