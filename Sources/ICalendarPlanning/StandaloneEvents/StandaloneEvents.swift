public import ICalendarCore

extension Occurrences {
    /// The occurrences as events by themselves, in order, so that one calendar can hold them all.
    ///
    /// Each is ``Occurrence/standaloneEvent``, but for its UID where the same UID means several things: the events of
    /// two calendars, two series in one, or an event beside the instances of a series. Read back, one would take the
    /// place of another. So the first of them, in the order of the calendars, keeps the UID. Each other one gets a
    /// UID of its own: the old one, a hyphen and 16 digits that depend on the name of its calendar, the UID and the
    /// start of its series. A calendar that is free of such keeps all its UIDs.
    ///
    /// ```swift
    /// let events = file.occurrences(in: window).standaloneEvents.map(\.component)
    /// let calendar = CalendarObject(Component("VCALENDAR", components: events))
    /// ```
    public var standaloneEvents: StandaloneEvents { StandaloneEvents(self) }
}

/// The occurrences of a window as events by themselves: lazy, and in the order of the occurrences.
///
/// ```swift
/// for event in file.occurrences(in: window).standaloneEvents { print(event.uid ?? "", event.summary ?? "") }
/// ```
public struct StandaloneEvents: Sequence, Sendable {
    private let occurrences: Occurrences
    private let identifiers: StandaloneIdentifiers

    init(_ occurrences: Occurrences) {
        self.occurrences = occurrences
        identifiers = StandaloneIdentifiers(of: occurrences)
    }

    /// Goes through the events in order; a `for` loop calls it.
    ///
    /// ```swift
    /// var iterator = file.occurrences(in: window).standaloneEvents.makeIterator()
    /// let first = iterator.next()
    /// ```
    public func makeIterator() -> Iterator {
        Iterator(occurrences: occurrences.makeIterator(), identifiers: identifiers)
    }

    /// Makes one event after the other.
    ///
    /// ```swift
    /// var iterator: StandaloneEvents.Iterator = file.occurrences(in: window).standaloneEvents.makeIterator()
    /// ```
    public struct Iterator: IteratorProtocol {
        var occurrences: Occurrences.Iterator
        let identifiers: StandaloneIdentifiers

        /// The next event, or nil after the last.
        ///
        /// ```swift
        /// var iterator = file.occurrences(in: window).standaloneEvents.makeIterator()
        /// while let event = iterator.next() { print(event.summary ?? "") }
        /// ```
        public mutating func next() -> Event? {
            guard let occurrence = occurrences.next() else { return nil }
            return Event(occurrence.standalone(occurrence.event, uid: identifiers.uid(of: occurrence)))
        }
    }
}
