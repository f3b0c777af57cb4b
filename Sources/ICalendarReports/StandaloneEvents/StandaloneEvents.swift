public import ICalendarCore

extension Occurrences {
    /// The occurrences as standalone events, in order, which can all be in one calendar.
    ///
    /// Each is an ``Occurrence/standaloneEvent``, except for its UID if that UID is ambiguous: shared by the events of
    /// two calendars, by two series in one, or by an event and the instances of a series. When read back, one would
    /// replace the other. So the first of them, in the order of the calendars, keeps the UID. Each other one gets a new
    /// UID: the old one, a hyphen and 16 digits that depend on the name of its calendar, the UID and the start of its
    /// series. A calendar without ambiguous UIDs keeps them all.
    ///
    /// ```swift
    /// let events = file.occurrences(in: window).standaloneEvents.map(\.component)
    /// let calendar = CalendarObject(Component("VCALENDAR", components: events))
    /// ```
    public var standaloneEvents: some Sequence<Event> & Sendable { StandaloneEvents(self) }
}

/// The occurrences of a window as standalone events, created lazily in the order of the occurrences.
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
