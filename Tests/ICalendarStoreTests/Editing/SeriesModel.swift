import ICalendar

@testable import ICalendarCore
@testable import ICalendarStore

/// A brute-force model of a series: a list of occurrences, each changed one by one.
struct SeriesModel {
    /// One occurrence.
    struct Entry {
        var series: Int
        /// The wall-clock second given by the rule.
        var slot: Int
        /// The actual wall-clock second.
        var start: Int
        var length: Int
        var title: String
    }

    var entries: [Entry]
    /// The length and title of each series' master.
    var masters: [(length: Int, title: String)]

    /// Removes the occurrences in a span.
    mutating func remove(_ index: Int, _ span: EventSpan) {
        let entry = entries[index]
        entries.removeAll { Self.reaches($0, from: entry, span) }
    }

    /// Changes the occurrences in a span: moves them by seconds, and sets their length and title.
    mutating func save(_ index: Int, _ span: EventSpan, moved: Int, length: Int?, title: String?) {
        let entry = entries[index]
        if span == .thisEvent {
            entries[index].start += moved
            if let length { entries[index].length = length }
            if let title { entries[index].title = title }
            return
        }
        let old = masters[entry.series]
        let isWhole =
            span == .allEvents || !entries.contains { $0.series == entry.series && $0.slot < entry.slot }
        let series = isWhole ? entry.series : masters.count
        // Moving an occurrence does not affect the length of the others.
        let changesLength = length != nil && length != entry.length
        let changesTimes = moved != 0 || changesLength
        let newLength = changesLength ? length ?? entry.length : old.length
        let newTitle = title != nil && title != entry.title ? title : nil
        if isWhole {
            masters[series] = (newLength, newTitle ?? old.title)
        } else {
            masters.append((newLength, newTitle ?? old.title))
        }
        for place in entries.indices
        where Self.reaches(entries[place], from: entry, isWhole ? .allEvents : span) {
            var other = entries[place]
            let isInPlace = other.start == other.slot
            let isAsLong = other.length == old.length
            other.slot += moved
            other.series = series
            if changesTimes {
                if place == index {
                    other.start += moved
                    other.length = length ?? entry.length
                } else if isInPlace {
                    other.start = other.slot
                    if isAsLong { other.length = newLength }
                }
            }
            if let newTitle, place == index || other.title == old.title { other.title = newTitle }
            entries[place] = other
        }
    }

    private static func reaches(_ other: Entry, from entry: Entry, _ span: EventSpan) -> Bool {
        guard other.series == entry.series else { return false }
        switch span {
        case .thisEvent: return other.slot == entry.slot
        case .futureEvents: return other.slot >= entry.slot
        case .allEvents: return true
        }
    }
}
