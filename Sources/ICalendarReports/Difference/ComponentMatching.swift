import ICalendarCore

/// The matching of components that have the same key.
struct ComponentMatching {
    /// The matched components, which may differ.
    private(set) var pairs: [(old: Component, new: Component)] = []
    /// Whether DTSTAMP counts as a difference because it changes which component is current.
    private(set) var isDecidedByStamp = false
    private(set) var removed: [Component] = []
    private(set) var added: [Component] = []

    /// Matches components by their entire content, then by DTSTART, then by SEQUENCE and DTSTAMP.
    init(
        _ old: [Component],
        _ new: [Component],
        _ options: CalendarDifference.Options
    ) {
        if old.count == 1, new.count == 1 {
            pairs = [(old[0], new[0])]
            return
        }
        var (olds, news) = (Self.ordered(old), Self.ordered(new))
        let alike = Self.match(&olds, &news) { ComponentForm($0, options) }
        pairs = Self.match(&olds, &news) { $0.first("DTSTART").map { PropertyForm($0) } }
        let count = min(olds.count, news.count)
        pairs += zip(olds, news).map { (old: $0, new: $1) }
        removed = Array(olds.dropFirst(count))
        added = Array(news.dropFirst(count))
        guard old.count > 1, new.count > 1 else { return }
        let (before, after) = (Counting(old, options), Counting(new, options))
        isDecidedByStamp = before.isOther(than: after)
        if isDecidedByStamp { pairs += alike }
    }

    /// The current components among those with the same key, if only DTSTAMP determines them.
    ///
    /// For each SEQUENCE and time, this is the component with the latest DTSTAMP.
    ///
    /// If DTSTAMPs are equal, the reader uses the last component in the file, but the comparison ignores file order.
    private struct Counting {
        private var all: Set<ComponentForm> = []
        private var latest: [Rivals: (stamp: Int, forms: Set<ComponentForm>)] = [:]

        init(_ components: [Component], _ options: CalendarDifference.Options) {
            for component in components {
                let form = ComponentForm(component, options)
                all.insert(form)
                let rivals = Rivals(component)
                let stamp = Revision(component).stamp
                if let known = latest[rivals]?.stamp, stamp <= known {
                    if stamp == known { latest[rivals]?.forms.insert(form) }
                } else {
                    latest[rivals] = (stamp, [form])
                }
            }
        }

        /// Returns whether different components are current on the two sides even though each side contains both
        /// components.
        func isOther(than other: Counting) -> Bool {
            latest.contains { rivals, own in
                guard let theirs = other.latest[rivals] else { return false }
                let (before, after) = (own.forms.intersection(other.all), theirs.forms.intersection(all))
                return !before.isEmpty && !after.isEmpty && before != after
            }
        }
    }

    private struct Rivals: Hashable {
        let sequence: Int
        let times: [PropertyForm?]

        init(_ component: Component) {
            sequence = component[integer: "SEQUENCE"] ?? 0
            // An override replaces its instance regardless of its own times.
            let names =
                !component.isOverride ? ["DTSTART", "DTEND", "DURATION", "DUE"] : []
            times = names.map { component.first($0).map { PropertyForm($0) } }
        }
    }

    /// Returns the components sorted by revision and then by content, regardless of file order.
    private static func ordered(_ components: [Component]) -> [Component] {
        components.map { (Revision($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func match<Key: Hashable>(
        _ olds: inout [Component],
        _ news: inout [Component],
        by key: (Component) -> Key
    ) -> [(old: Component, new: Component)] {
        var waiting: [Key: [Int]] = [:]
        for (place, old) in olds.enumerated().reversed() { waiting[key(old), default: []].append(place) }
        var taken: Set<Int> = []
        var pairs: [(old: Component, new: Component)] = []
        news.removeAll { new in
            guard let place = waiting[key(new)]?.popLast() else { return false }
            taken.insert(place)
            pairs.append((olds[place], new))
            return true
        }
        olds = olds.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
        return pairs
    }

    private struct Revision: Comparable {
        let sequence: Int
        let stamp: Int
        let summary: String
        let start: Int

        init(_ component: Component) {
            sequence = component[integer: "SEQUENCE"] ?? 0
            stamp = component[instant: "DTSTAMP"]?.secondsSince1970 ?? .min
            summary = component.text("SUMMARY") ?? ""
            start = component[time: "DTSTART"]?.civil.secondNumber ?? .min
        }

        static func < (left: Revision, right: Revision) -> Bool {
            (left.sequence, left.stamp, left.summary, left.start)
                < (right.sequence, right.stamp, right.summary, right.start)
        }
    }
}
