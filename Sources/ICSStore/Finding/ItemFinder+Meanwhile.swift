#if CommandLine
    import ICalendarStore

    extension ItemFinder {
        /// What other programs have made of an event since it was found.
        func meanwhile(_ named: NamedEvent) throws -> Meanwhile {
            try store.refreshSourcesIfNecessary()
            var event = named.event
            event.rollback()
            if try store.refresh(&event) {
                return .there(EventFields(event.event), in: event.calendar, before: named.event.calendar)
            }
            let whole = named.event.eventIdentifier
            return try whole.flatMap { try store.event(withIdentifier: $0) } == nil
                ? .gone : .withoutOccurrence
        }

        /// The same of a reminder.
        func meanwhile(_ reminder: Reminder) throws -> Meanwhile {
            try store.refreshSourcesIfNecessary()
            if let now = try store.reminder(withIdentifier: reminder.id) {
                return .there(EventFields(now), in: now.calendar, before: reminder.calendar)
            }
            let whole = try store.reminder(withIdentifier: reminder.calendarItemIdentifier)
            return whole == nil ? .gone : .withoutOccurrence
        }
    }
#endif
