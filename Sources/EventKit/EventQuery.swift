import Foundation
import ICalendarStore

/// An event store's predicate, which contains a query for the underlying store.
///
/// Like Apple's predicates, the predicate is opaque: evaluating it on an object always returns false.
final class EventQuery: NSPredicate {
    enum Query {
        /// A search for events in some calendars; nil for an empty time range.
        case events(EventPredicate?)
        case reminders(ReminderPredicate)
    }

    let link: StoreLink
    let query: Query

    init(_ query: Query, _ link: StoreLink) {
        self.query = query
        self.link = link
        super.init(value: false)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }
}

extension StoreLink {
    func eventQuery(_ start: Date, _ end: Date, _ calendars: [EKCalendar]?) -> NSPredicate {
        let query = try? attempt { store throws(StoreError) in
            let searched = searched(calendars, .event)
            return try store.predicateForEvents(withStart: start, end: end, calendars: searched)
        }
        return EventQuery(.events(query), self)
    }

    func reminderQuery(_ calendars: [EKCalendar]?) -> NSPredicate {
        query(calendars) { store, calendars throws(StoreError) in
            try store.predicateForReminders(in: calendars)
        }
    }

    func openReminderQuery(_ start: Date?, _ end: Date?, _ calendars: [EKCalendar]?) -> NSPredicate {
        query(calendars) { store, calendars throws(StoreError) in
            try store.predicateForIncompleteReminders(
                withDueDateStarting: start,
                ending: end,
                calendars: calendars
            )
        }
    }

    func completedReminderQuery(_ start: Date?, _ end: Date?, _ calendars: [EKCalendar]?) -> NSPredicate {
        query(calendars) { store, calendars throws(StoreError) in
            try store.predicateForCompletedReminders(
                withCompletionDateStarting: start,
                ending: end,
                calendars: calendars
            )
        }
    }

    /// Returns a predicate for reminders in the given calendars or, if nil, in all calendars.
    ///
    /// Without access, the predicate matches nothing.
    private func query(
        _ calendars: [EKCalendar]?,
        _ body: (EventStore, [EventCalendar]?) throws(StoreError) -> ReminderPredicate
    ) -> NSPredicate {
        let query = try? attempt { store throws(StoreError) in
            try body(store, searched(calendars, .reminder))
        }
        return query.map { EventQuery(.reminders($0), self) } ?? NSPredicate(value: false)
    }

    /// Returns a predicate's event search, or nil if the predicate does not belong to this store.
    func events(of predicate: NSPredicate) -> EventPredicate? {
        guard let query = predicate as? EventQuery, query.link === self,
            case .events(let events) = query.query
        else { return nil }
        return events
    }

    /// Returns a predicate's reminder search, or nil if the predicate does not belong to this store.
    func reminders(of predicate: NSPredicate) -> ReminderPredicate? {
        guard let query = predicate as? EventQuery, query.link === self,
            case .reminders(let reminders) = query.query
        else { return nil }
        return reminders
    }
}
