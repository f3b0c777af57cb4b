/// Tells from the bytes of an event whether it can touch a range of instants, before anything is copied or decoded.
///
/// It looks at the few lines that say when the event happens, and is sure or keeps the event: a shape that it does not
/// know, a folded line, a quoted parameter, RDATE or an override for several instances is never left out. Zones are not
/// looked up; they and the display zone count as 26 hours on either side.
struct ComponentScreen: Sendable {
    /// The instants that are searched, in seconds since 1970.
    let searched: Range<Int>
    /// UIDs of which everything is kept: what is left out of them may decide something inside the range.
    var keptUIDs: Set<UIDHash> = []

    /// What became of a component.
    enum Verdict: Sendable, Equatable {
        /// It may touch the range.
        case keep
        /// It cannot; what it covers, in civil seconds, and nil for an end that never comes.
        case leaveOut(Extent)
    }

    /// What a component that was left out covers, and which revision of its series it is.
    struct Extent: Sendable, Equatable {
        var start: Int
        var end: Int?
        /// SEQUENCE of a whole event: it may still beat a copy inside the range.
        var sequence = 0
        /// Where the UID is, unless it has parameters.
        var uid: Range<Int>?
        /// Whether it is an override of an instance, which may stand inside the range or be a later revision there.
        var isOverride = false
    }

    /// What zones can move a wall-clock time by.
    private static let zoneSlack = 26 * 3600
    /// How far an override for all later instances can move them: 400 days.
    static let seriesSlack = 400 * 86_400

    /// Looks at a component of this name.
    func verdict(_ name: String, _ lines: [SliceLine], _ bytes: Span<UInt8>) -> Verdict {
        guard name == "VEVENT" else { return .keep }
        var keys = ScreenKeys()
        var depth = 0
        for line in lines {
            switch line.kind {
            case .begin: depth += 1
            case .end: depth -= 1
            case .property:
                guard depth == 1 else { continue }
                if !keys.read(line, bytes) { return .keep }
            }
        }
        guard let start = keys.start else { return .keep }
        var extent = Extent(start: start, end: keys.end(from: start), sequence: keys.sequence)
        extent.uid = keys.uid
        if let original = keys.original {
            extent.isOverride = true
            guard !keys.isRecurring, !touches(from: original, through: original) else { return .keep }
        }
        guard keys.isRecurring else {
            return touches(from: start, through: extent.end) ? .keep : leaveOut(extent, bytes)
        }
        let length = (extent.end ?? start) - start
        extent.end = keys.lastStart(from: start).map { $0 + length }
        let last = extent.end.map { $0 + Self.seriesSlack }
        return touches(from: start - Self.seriesSlack, through: last) ? .keep : leaveOut(extent, bytes)
    }

    private func leaveOut(_ extent: Extent, _ bytes: Span<UInt8>) -> Verdict {
        guard !keptUIDs.isEmpty, let uid = extent.uid else { return .leaveOut(extent) }
        guard let hash = UIDHash(plain: bytes.extracting(uid)) else { return .keep }
        return keptUIDs.contains(hash) ? .keep : .leaveOut(extent)
    }

    private func touches(from start: Int, through end: Int?) -> Bool {
        guard start - Self.zoneSlack < searched.upperBound else { return false }
        guard let end else { return true }
        return end + Self.zoneSlack >= searched.lowerBound
    }
}
