/// A filter that decides whether an event can overlap a range of instants, before its bytes are copied or decoded.
///
/// The screen examines the few lines that determine when the event occurs, and keeps the event in case of doubt. It
/// never rejects an override for several instances, or an event with an unknown form, a folded line, a quoted
/// parameter, or RDATE. It does not look up zones; a margin of 26 hours on either side allows for them and for the
/// display zone.
struct ComponentScreen: Sendable {
    /// The instants to search, in seconds since 1970.
    let searched: Range<Int>
    /// Whether to keep the bytes of kept events; without them, the events can only be counted.
    var keepsContent = true
    /// Whether to record components other than events.
    var notesOthers = false
    /// The UIDs for which all components are kept, because skipped components might affect the range.
    var keptUIDs: Set<UIDHash> = []

    enum Verdict: Sendable, Equatable {
        /// The event may overlap the range.
        case keep
        /// The event cannot overlap the range; the extent is in civil seconds, with a nil end if the event never
        /// ends.
        case leaveOut(Extent)
    }

    /// A component's UID as the screen reads it.
    package enum UID: Sendable, Equatable {
        case missing
        /// The hash of a plainly written UID.
        case plain(UIDHash)
        /// A UID that must be decoded.
        case odd
    }

    /// The time span that a skipped component covers, with its SEQUENCE and UID.
    struct Extent: Sendable, Equatable {
        var start: Int
        var end: Int?
        /// The SEQUENCE of an event that is not an override; the event may still supersede a copy inside the range.
        var sequence = 0
        /// The UID, if the screen can read it.
        var uid = UID.missing
        /// Whether the component may override an instance inside the range, or may be a later revision of such an
        /// override.
        var isOverride = false
    }

    /// The maximum effect of time zones on a wall-clock time, in seconds.
    private static let zoneSlack = 26 * 3600
    /// The maximum distance by which an override may move all later instances: 400 days.
    static let seriesSlack = 400 * 86_400

    /// Returns the verdict on a component with the given name and lines.
    func verdict(_ name: ComponentName, _ lines: Span<ComponentSlice.Line>, _ bytes: Span<UInt8>) -> Verdict {
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

    /// Returns the verdict on an event according to the keys read from these bytes.
    func verdict(on keys: ScreenKeys, _ bytes: Span<UInt8>) -> Verdict {
        // A canceled override may lack DTSTART. It is as long as its series' instances, whose length is unknown here.
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

    /// Returns whether all lines of an event are needed, because it is an override or is already known to be kept.
    func needsLines(_ keys: ScreenKeys) -> Bool {
        if keys.original != nil { return true }
        guard let start = keys.start else { return false }
        guard keys.isRecurring else { return touches(from: start, through: start) }
        return keys.lastStart(from: start) == nil && touches(from: start, through: nil)
    }

    /// Returns whether all components with the given UID, or with a UID that may equal it, are kept.
    private func isKept(_ uid: UID) -> Bool {
        guard !keptUIDs.isEmpty else { return false }
        switch uid {
        case .missing: return false
        case .plain(let hash): return keptUIDs.contains(hash)
        case .odd: return true
        }
    }

    /// Returns whether a time span between two civil seconds may overlap the range; a nil end means that the span never
    /// ends.
    func touches(from start: Int, through end: Int?) -> Bool {
        guard start - Self.zoneSlack < searched.upperBound else { return false }
        guard let end else { return true }
        return end + Self.zoneSlack >= searched.lowerBound
    }
}
