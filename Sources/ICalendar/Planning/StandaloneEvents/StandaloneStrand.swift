/// What occurrences come from, as far as their UIDs depend on it.
struct StandaloneSource {
    /// What its occurrences share.
    let frame: OccurrenceFrame
    /// What it is.
    let kind: Kind
    /// Its calendar, and its place among all sources; these order it.
    let place: Place

    /// What a source is.
    enum Kind: Equatable {
        /// A series, or one date of it.
        case series(isRecurring: Bool)
        /// What follows an override with RANGE=THISANDFUTURE in the series before.
        case following
        /// One instance, named by the key of its original start.
        case override(key: Int)
        /// An event that happens once.
        case event
    }

    /// Where a source stands.
    struct Place: Comparable {
        let calendar: Int
        let number: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.calendar, left.number) < (right.calendar, right.number)
        }
    }

    /// A part of a series, or nil for an event that happens once and whose one instance has an override.
    init?(_ segment: Segment, at number: Int) {
        if !segment.isRecurring, segment.overriddenKeys.contains(segment.base.start.key) { return nil }
        frame = segment.frame
        kind = segment.isDetached ? .following : .series(isRecurring: segment.isRecurring)
        place = Place(calendar: frame.member.calendarNumber, number: number)
    }

    /// What stands for itself.
    init(_ single: SingleOccurrence, at number: Int) {
        frame = single.frame
        kind = frame.originalClock == nil ? .event : .override(key: single.originalKey)
        place = Place(calendar: frame.member.calendarNumber, number: number)
    }
}

/// Sources whose occurrences can stand under one UID: an event alone, or instances of different RECURRENCE-IDs.
struct StandaloneStrand {
    /// What the occurrences of its sources share.
    private(set) var frames: [OccurrenceFrame]
    /// The first of its sources.
    let place: StandaloneSource.Place
    /// What tells it from others in its calendar: when its first component starts; nothing for overrides.
    let start: String
    /// The original starts of its overrides.
    private var originals: Set<Original> = []

    private struct Original: Hashable {
        let kind: SeriesClock.Kind
        let key: Int
    }

    private init(_ source: StandaloneSource) {
        frames = [source.frame]
        place = source.place
        if case .override = source.kind {
            start = ""
        } else {
            let time = source.frame.member.start
            start = "\(time.civil) \(time.isDate) \(time.timeZoneID ?? "")"
        }
    }

    /// The UID of its occurrences.
    var uid: String { StandaloneIdentifiers.written(frames[0].member.uid) }
    /// The name of its calendar, or an empty text.
    var calendarName: String { frames[0].member.calendarName ?? "" }

    /// The sources of one UID in as few strands as they need, in order.
    static func strands(of sources: [StandaloneSource]) -> [StandaloneStrand] {
        var strands: [StandaloneStrand] = []
        var rest = sources.sorted { $0.place < $1.place }[...]
        while let calendar = rest.first?.place.calendar {
            let own = rest.prefix { $0.place.calendar == calendar }
            rest = rest.dropFirst(own.count)
            strands += self.strands(ofOneCalendar: own)
        }
        return strands
    }

    private static func strands(ofOneCalendar sources: ArraySlice<StandaloneSource>) -> [StandaloneStrand] {
        var strands: [StandaloneStrand] = []
        for source in sources {
            switch source.kind {
            case .series, .event: strands.append(StandaloneStrand(source))
            case .following:
                if strands.isEmpty {
                    strands.append(StandaloneStrand(source))
                } else {
                    strands[strands.count - 1].frames.append(source.frame)
                }
            case .override: break
            }
        }
        // Overrides stand beside the one series that they belong to. Where there is more than one, or an event that has
        // no RECURRENCE-ID, they are apart from it.
        let isOne = strands.count == 1 && sources.contains { $0.kind == .series(isRecurring: true) }
        let first = isOne ? 0 : strands.count
        for source in sources {
            guard case .override(let key) = source.kind, let clock = source.frame.originalClock else {
                continue
            }
            let original = Original(kind: clock.kind, key: key)
            var place = first
            while place < strands.count, strands[place].originals.contains(original) { place += 1 }
            if place == strands.count {
                strands.append(StandaloneStrand(source))
            } else {
                strands[place].frames.append(source.frame)
            }
            strands[place].originals.insert(original)
        }
        return strands
    }
}
