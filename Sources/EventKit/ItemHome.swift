import ICalendarStore
import SystemIO

/// The common part of the objects of one search: their store, their lock, and the values of those that nobody changed.
///
/// A search may find thousands of occurrences. An object for each of them costs little without a lock and a value of
/// its own.
final class ItemHome: Sendable {
    /// The state behind the lock.
    struct Shared {
        /// The events that were found, in the order of the objects.
        var events: [CalendarEvent]
        /// The calendars that a program has obtained from the objects, by identifier.
        var calendars: [String: EKCalendar] = [:]

        /// Returns the object for a calendar, which is kept because a program may change it.
        mutating func object(for calendar: EventCalendar, _ link: StoreLink) -> EKCalendar {
            if let known = calendars[calendar.calendarIdentifier] { return known }
            let object = link.object(for: calendar)
            calendars[calendar.calendarIdentifier] = object
            return object
        }
    }

    /// The maximum number of events; a program that keeps one of them keeps the values of all.
    static let size = 64

    let link: StoreLink
    let generation: Int
    let lock: Lock<Shared>

    init(_ link: StoreLink, generation: Int, _ events: [CalendarEvent] = []) {
        self.link = link
        self.generation = generation
        lock = Lock(Shared(events: events))
    }

    /// Adds a new object for each of the events.
    func add(to objects: inout [EKEvent]) {
        for index in lock.withLock({ $0.events.indices }) { objects.append(EKEvent(self, at: index)) }
    }

    var isFull: Bool { lock.withLock { $0.events.count >= Self.size } }

    /// Returns a new object for one more event.
    func object(for event: CalendarEvent) -> EKEvent {
        let index = lock.withLock { shared in
            shared.events.append(event)
            return shared.events.count - 1
        }
        return EKEvent(self, at: index)
    }
}
