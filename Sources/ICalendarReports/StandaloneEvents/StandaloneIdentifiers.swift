package import ICalendarCore

/// The UIDs of occurrences written as standalone events, chosen so that no event is lost when they are read back.
///
/// The reader treats components with the same UID as one item. If several events have no RECURRENCE-ID, the reader uses
/// the one with the highest SEQUENCE; if several have the same RECURRENCE-ID, it uses the latest one. Therefore, each
/// UID belongs to a single event or to instances with different RECURRENCE-IDs. See ``Occurrences/standaloneEvents``
/// for the rules.
package struct StandaloneIdentifiers: Sendable {
    /// The new UIDs, keyed by the shared frame of the occurrences.
    private var made: [ObjectIdentifier: String] = [:]

    /// Assigns UIDs to occurrences.
    ///
    /// The UIDs are valid as long as the occurrences exist.
    package init(of occurrences: Occurrences) {
        let sources = Self.shared(occurrences)
        guard !sources.isEmpty else { return }
        var taken = Set(sources.keys)
        // UIDs are created in calendar order so that results are reproducible.
        let groups = sources.values.map { StandaloneStrand.strands(of: $0) }
            .filter { $0.count > 1 }
            .sorted { $0[0].place < $1[0].place }
        var beginnings: [Int: ContentHash] = [:]
        for strands in groups {
            var known: [Strand: Int] = [:]
            for strand in strands.dropFirst() {
                // A calendar's name is hashed only once, since it may be as long as a file.
                let beginning =
                    beginnings[strand.place.calendar] ?? StableIdentifier.beginning(with: strand.calendarName)
                beginnings[strand.place.calendar] = beginning
                let name = Strand(calendar: beginning.state, uid: strand.uid, start: strand.start)
                var number = known[name, default: 0]
                var uid = ""
                repeat {
                    let rest = [name.uid, name.start] + (number > 0 ? ["\(number)"] : [])
                    uid = "\(strand.uid)-\(StableIdentifier.digits(of: rest, after: beginning))"
                    number += 1
                } while !taken.insert(UIDHash(uid)).inserted
                known[name] = number
                for frame in strand.frames { made[ObjectIdentifier(frame)] = uid }
            }
        }
    }

    private struct Strand: Hashable {
        let calendar: UInt64
        let uid: String
        let start: String
    }

    package func uid(of occurrence: Occurrence) -> String {
        made[occurrence.frameIdentity] ?? Self.written(occurrence.uid)
    }

    /// Returns a UID without control characters, which iCalendar cannot represent.
    static func written(_ uid: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 && scalar != "\t" && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
        }
        guard uid.unicodeScalars.contains(where: isControl) else { return uid }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: uid.unicodeScalars.lazy.filter { !isControl($0) })
        return String(scalars)
    }

    /// Returns the sources of occurrences that share a UID, keyed by the UID's hash.
    ///
    /// If any UID is shared, the result also includes each UID with a single source, mapped to an empty list.
    private static func shared(_ occurrences: Occurrences) -> [UIDHash: [StandaloneSource]] {
        var counts: [UIDHash: Int32] = [:]
        var isShared = false
        func hash(_ member: SeriesMember) -> UIDHash {
            // Fast path: nearly all UIDs consist of printable ASCII.
            member.uid.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? member.uidHash : UIDHash(written(member.uid))
        }
        func count(_ member: SeriesMember) {
            counts[hash(member), default: 0] &+= 1
            if counts[hash(member)] != 1 { isShared = true }
        }
        for segment in occurrences.segments { count(segment.member) }
        for single in occurrences.singles { count(single.member) }
        guard isShared else { return [:] }
        var shared: [UIDHash: [StandaloneSource]] = [:]
        func add(_ source: StandaloneSource) {
            let hash = hash(source.frame.member)
            if counts[hash] == 1 { shared[hash] = [] } else { shared[hash, default: []].append(source) }
        }
        for (place, segment) in occurrences.segments.enumerated() {
            if let source = StandaloneSource(segment, at: place) { add(source) }
        }
        let count = occurrences.segments.count
        for (place, single) in occurrences.singles.enumerated() {
            add(StandaloneSource(single, at: count + place))
        }
        return shared
    }
}

/// A source of occurrences, and the properties that determine their UIDs.
struct StandaloneSource {
    let frame: OccurrenceFrame
    let kind: Kind
    /// The calendar and the index among all sources, which define the order.
    let place: Place

    enum Kind: Equatable {
        case series(isRecurring: Bool)
        /// The instances of the previous series from an override with RANGE=THISANDFUTURE onward.
        case following
        /// A single instance, identified by the key of its original start.
        case override(key: Int)
        case event
    }

    struct Place: Comparable {
        let calendar: Int
        let number: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.calendar, left.number) < (right.calendar, right.number)
        }
    }

    /// Creates the source for a part of a series, or returns nil for a single event whose only instance is overridden.
    init?(_ segment: Segment, at number: Int) {
        if !segment.isRecurring, segment.overriddenKeys.contains(segment.base.start.key) { return nil }
        frame = segment.frame
        kind = segment.isDetached ? .following : .series(isRecurring: segment.isRecurring)
        place = Place(calendar: frame.member.calendarNumber, number: number)
    }

    /// Creates the source for a single occurrence.
    init(_ single: SingleOccurrence, at number: Int) {
        frame = single.frame
        kind = frame.originalClock == nil ? .event : .override(key: single.originalKey)
        place = Place(calendar: frame.member.calendarNumber, number: number)
    }
}

/// A group of sources whose occurrences can share a UID.
struct StandaloneStrand {
    private(set) var frames: [OccurrenceFrame]
    /// The position of the first source.
    let place: StandaloneSource.Place
    /// The identity within the calendar: the start of the first component, or an empty string for overrides.
    let start: String
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

    var uid: String { StandaloneIdentifiers.written(frames[0].member.uid) }
    /// The calendar's name, or an empty string if it has none.
    var calendarName: String { frames[0].member.calendarName ?? "" }

    /// Sorts sources with the same UID and groups them into as few strands as possible.
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
        // Overrides belong to their series' strand. If there are several series or an event without RECURRENCE-ID, the
        // overrides form separate strands.
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
