public import ICalendarCore

extension Occurrences {
    /// The occurrences as standalone events in order, with UIDs chosen so that all of them can be written to one
    /// calendar.
    ///
    /// Each event equals ``Occurrence/standaloneEvent``, except for an ambiguous UID. A UID is ambiguous if it is
    /// shared by events from two calendars, by two series in one calendar, or by an event and a series' instances. When
    /// the events were read back, one of them would replace the other. The first event, in calendar order, keeps the
    /// UID. Every other event gets a new UID: the old one, a hyphen and 16 digits that depend on its calendar's name,
    /// the UID and its series' start. Unambiguous UIDs do not change.
    ///
    /// ```swift
    /// let events = file.occurrences(in: window).standaloneEvents.map(\.component)
    /// let calendar = CalendarObject(Component("VCALENDAR", components: events))
    /// ```
    public var standaloneEvents: some Sequence<Event> & Sendable { StandaloneEvents(self) }
}

/// A lazy sequence of a window's occurrences as standalone events in the same order.
struct StandaloneEvents: Sequence, Sendable {
    private let occurrences: Occurrences
    private let identifiers: StandaloneIdentifiers

    init(_ occurrences: Occurrences) {
        self.occurrences = occurrences
        identifiers = StandaloneIdentifiers(of: occurrences)
    }

    func makeIterator() -> Iterator {
        Iterator(occurrences: occurrences.makeIterator(), identifiers: identifiers)
    }

    struct Iterator: IteratorProtocol {
        var occurrences: Occurrences.Iterator
        let identifiers: StandaloneIdentifiers

        mutating func next() -> Event? {
            guard let occurrence = occurrences.next() else { return nil }
            return Event(occurrence.standalone(occurrence.event, uid: identifiers.uid(of: occurrence)))
        }
    }
}
