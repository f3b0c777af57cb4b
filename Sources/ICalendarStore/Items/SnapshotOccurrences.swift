import ICalendar

/// An occurrence in a store, with where it is from.
struct FoundOccurrence: Sendable {
    /// The occurrence.
    let occurrence: Occurrence
    /// The place of its calendar among those that were asked.
    let calendar: Int
    /// Its file.
    let file: StoredFile
}

/// The occurrences of some calendars in a window, lazy and in one order: by start, end, UID, original start, and then by
/// calendar and file.
struct SnapshotOccurrences: Sequence, Sendable {
    private let occurrences: MergedOccurrences
    /// The level of each part, and the place of its calendar.
    private let levels: [(level: ItemLevel, calendar: Int)]
    /// The calendars.
    let calendars: [EventCalendar]

    /// The occurrences of calendars, in the order of these.
    init(of items: [CalendarItems], in window: OccurrenceWindow) {
        var levels: [(level: ItemLevel, calendar: Int)] = []
        var parts: [MergedOccurrences.Part] = []
        for (place, calendar) in items.enumerated() {
            for level in calendar.levels {
                levels.append((level, place))
                parts.append(level.part(of: place))
            }
        }
        self.levels = levels
        calendars = items.map(\.calendar)
        occurrences = MergedOccurrences(parts, in: window)
    }

    /// How many there are, and which series were not followed to the end of the window, as that takes too much work.
    ///
    /// With `hidesCancelled` those that are cancelled are not counted.
    func count(work: Int, hidesCancelled: Bool) -> (number: Int, remarks: [Diagnostic]) {
        occurrences.count(work: work, hidesCancelled: hidesCancelled)
    }

    func makeIterator() -> Iterator {
        Iterator(occurrences: occurrences.makeIterator(), levels: levels)
    }

    /// Gives one occurrence after the other.
    struct Iterator: IteratorProtocol {
        fileprivate var occurrences: MergedOccurrences.Iterator
        fileprivate let levels: [(level: ItemLevel, calendar: Int)]

        mutating func next() -> FoundOccurrence? {
            guard let found = occurrences.next() else { return nil }
            return FoundOccurrence(
                occurrence: found.occurrence,
                calendar: levels[found.part].calendar,
                file: levels[found.part].level.file(at: found.file)
            )
        }
    }
}
