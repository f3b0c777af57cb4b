import ICalendarStore
import SystemIO

/// The data shared by the objects in one search result: the store, the lock, and the values of unchanged items.
///
/// A search may find thousands of occurrences. Sharing this data keeps each object small.
final class ItemHome: Sendable {
    /// The state protected by the lock.
    struct Shared {
        /// The events found, in the same order as the objects.
        var events: [CalendarEvent]
        /// The calendars that a program has obtained from the objects, keyed by identifier.
        var calendars: [String: EKCalendar] = [:]

        /// Returns the object for a calendar, and retains the object because a program may change it.
        mutating func object(for calendar: EventCalendar, _ link: StoreLink) -> EKCalendar {
            if let known = calendars[calendar.calendarIdentifier] { return known }
            let object = link.object(for: calendar)
            calendars[calendar.calendarIdentifier] = object
            return object
        }
    }

    /// The maximum number of events.
    ///
    /// Retaining one event also retains the values of all events in the same home.
    static let size = 64

    let link: StoreLink
    let generation: Int
    let lock: Lock<Shared>

    init(_ link: StoreLink, generation: Int, _ events: [CalendarEvent] = []) {
        self.link = link
        self.generation = generation
        lock = Lock(Shared(events: events))
    }

    /// Adds a new object for each event.
    func add(to objects: inout [EKEvent]) {
        for index in lock.withLock({ $0.events.indices }) { objects.append(EKEvent(self, at: index)) }
    }

    var isFull: Bool { lock.withLock { $0.events.count >= Self.size } }

    /// Returns a new object for an additional event.
    func object(for event: CalendarEvent) -> EKEvent {
        let index = lock.withLock { shared in
            shared.events.append(event)
            return shared.events.count - 1
        }
        return EKEvent(self, at: index)
    }
}
