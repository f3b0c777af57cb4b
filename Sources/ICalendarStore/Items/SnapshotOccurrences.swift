import ICalendar

/// An occurrence in a store, with where it is from.
struct FoundOccurrence: Sendable {
    /// The occurrence.
    let occurrence: Occurrence
    /// Its calendar.
    let calendar: EventCalendar
    /// Its file.
    let file: StoredFile
}

/// The occurrences of some calendars in a window, lazy and in one order: by start, end, UID, original start, and then by
/// calendar and file.
struct SnapshotOccurrences: Sequence, Sendable {
    private let occurrences: MergedOccurrences
    /// The level of each part, and its calendar.
    private let levels: [(level: ItemLevel, calendar: EventCalendar)]

    /// The occurrences of calendars, in the order of these.
    init(of items: [CalendarItems], in window: OccurrenceWindow) {
        var levels: [(level: ItemLevel, calendar: EventCalendar)] = []
        var parts: [MergedOccurrences.Part] = []
        for (place, calendar) in items.enumerated() {
            for level in calendar.levels {
                levels.append((level, calendar.calendar))
                parts.append(level.part(of: place))
            }
        }
        self.levels = levels
        occurrences = MergedOccurrences(parts, in: window)
    }

    func makeIterator() -> Iterator {
        Iterator(occurrences: occurrences.makeIterator(), levels: levels)
    }

    /// Gives one occurrence after the other.
    struct Iterator: IteratorProtocol {
        fileprivate var occurrences: MergedOccurrences.Iterator
        fileprivate let levels: [(level: ItemLevel, calendar: EventCalendar)]

        mutating func next() -> FoundOccurrence? {
            guard let found = occurrences.next() else { return nil }
            let (level, calendar) = levels[found.part]
            return FoundOccurrence(
                occurrence: found.occurrence,
                calendar: calendar,
                file: level.file(at: found.file)
            )
        }
    }
}
