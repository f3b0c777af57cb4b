import Foundation
import ICalendar
import ICalendarStore

extension StoreLink {
    // MARK: - Events

    /// Returns the objects for the events that the closure finds; an empty array if it fails.
    func events(_ find: (EventStore) throws(StoreError) -> [CalendarEvent]) -> [EKEvent] {
        let generation = generation
        let events = try? attempt(find)
        return (events ?? []).map { EKEvent($0, self, generation: generation) }
    }

    func events(matching predicate: NSPredicate) -> [EKEvent] {
        guard let query = events(of: predicate) else { return [] }
        let generation = generation
        let found = try? attempt { store throws(StoreError) in
            try store.events(matching: query, inArraysOf: ItemHome.size)
        }
        var objects: [EKEvent] = []
        objects.reserveCapacity((found ?? []).reduce(0) { $0 + $1.count })
        for events in found ?? [] { ItemHome(self, generation: generation, events).add(to: &objects) }
        return objects
    }

    func events(withExternalIdentifier uid: String) -> [EKEvent] {
        events { store throws(StoreError) in try store.calendarItems(withExternalIdentifier: uid) }
    }

    func enumerateEvents(matching predicate: NSPredicate, using block: EKEventSearchCallback) {
        guard let query = events(of: predicate) else { return }
        let generation = generation
        var home = ItemHome(self, generation: generation)
        try? attempt { store throws(StoreError) in
            try store.enumerateEvents(matching: query) { event, isStopped in
                var stop: ObjCBool = false
                if home.isFull { home = ItemHome(self, generation: generation) }
                let found = home.object(for: event)
                // As on Apple's systems, the flag is a pointer.
                unsafe withUnsafeMutablePointer(to: &stop) { unsafe block(found, $0) }
                isStopped = stop.boolValue
            }
        }
    }

    /// Returns the first occurrence of an event, or nil if the event does not exist or cannot be read.
    func event(withIdentifier identifier: String) -> EKEvent? {
        events { store throws(StoreError) in
            // Several files may have the same UID; the first is returned.
            guard var item = ItemIdentifier(identifier) else { return [] }
            item.slot = nil
            return Array(try store.events(withOccurrenceIdentifier: "\(item)").prefix(1))
        }.first
    }

    func save(_ event: EKEvent, span: EKSpan, commit: Bool) throws(EKError) {
        try event.check(for: self)
        guard event.hasChanges, var value = event.folded as? CalendarEvent else { return }
        try checkCalendar(of: event, .event)
        // The underlying store accepts events without times.
        guard let start = value.startDate else {
            throw EKError(.noStartDate, "\(value.title): the event has no start")
        }
        if start >= Self.firstUnwritableDate {
            throw EKError(.startDateTooFarInFuture, "\(value.title): the event starts after the year 9999")
        }
        if event.peek(false, { $0.lacksEnd }) {
            throw EKError(.noEndDate, "\(value.title): the event has no end")
        }
        try event.checkAlarms()
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.save(&value, span: EventSpan(span), commit: commit)
            event.take(value)
        }
    }

    func remove(_ event: EKEvent, span: EKSpan, commit: Bool) throws(EKError) {
        try event.check(for: self)
        guard let value = event.current({ $0 as? CalendarEvent }), !value.isNew else { return }
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.remove(value, span: EventSpan(span), commit: commit)
            event.untie(CalendarEvent(Event()))
        }
    }

    // MARK: - Reminders

    func reminder(withIdentifier identifier: String) -> EKReminder? {
        let generation = generation
        let found = try? attempt { store throws(StoreError) in
            try store.reminder(withIdentifier: identifier)
        }
        return (found ?? nil).map { EKReminder($0, self, generation: generation) }
    }

    func reminders(withExternalIdentifier uid: String) -> [EKReminder] {
        calendars(for: .reminder).compactMap { calendar in
            let item = ItemIdentifier(calendarIdentifier: calendar.calendarIdentifier, uid: uid)
            return reminder(withIdentifier: "\(item)")
        }
    }

    func save(_ reminder: EKReminder, commit: Bool) throws(EKError) {
        try reminder.check(for: self)
        if reminder.peek(false, { $0.removed != nil }) {
            throw EKError(
                .objectBelongsToDifferentStore,
                "\(reminder.last { $0.title }): the reminder was removed"
            )
        }
        guard reminder.hasChanges, var value = reminder.folded as? Reminder else { return }
        try checkCalendar(of: reminder, .reminder)
        if value.lacksDueTime {
            throw EKError(
                .recurringReminderRequiresDueDate,
                "\(value.title): a recurring reminder needs a due date"
            )
        }
        try reminder.checkAlarms()
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.save(&value, commit: commit)
            reminder.take(value)
        }
    }

    func remove(_ reminder: EKReminder, commit: Bool) throws(EKError) {
        try reminder.check(for: self)
        guard let value = reminder.current({ $0 as? Reminder }), !value.isNew else { return }
        try change(commit: commit) { store, commit throws(StoreError) in
            try store.remove(value, commit: commit)
            reminder.untie(Reminder(value.todo, calendar: value.calendar))
        }
    }
}

extension Reminder {
    /// Whether the reminder lacks a due time that EventKit, unlike the underlying store, requires.
    ///
    /// A recurring reminder that was saved without a due time can still be changed.
    fileprivate var lacksDueTime: Bool {
        guard hasRecurrenceRules, dueDateComponents == nil else { return false }
        var saved = self
        saved.rollback()
        return isNew || !saved.hasRecurrenceRules || saved.dueDateComponents != nil
    }
}

extension EventSpan {
    fileprivate init(_ span: EKSpan) { self = span == .futureEvents ? .futureEvents : .thisEvent }
}
