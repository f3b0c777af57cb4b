#if CommandLine
    import ICalendarStore

    extension ItemFinder {
        /// What other programs have made of an event since it was found; the event takes it in, beside what was edited.
        func meanwhile(_ event: inout CalendarEvent) throws -> Meanwhile {
            try store.refreshSourcesIfNecessary()
            let (identifier, before) = (event.eventIdentifier, event.calendar)
            guard try store.refresh(&event) else {
                return try identifier.flatMap { try store.event(withIdentifier: $0) } == nil
                    ? .gone : .withoutOccurrence
            }
            var now = event
            now.rollback()
            return .there(EventFields(now.event), in: now.calendar, before: before)
        }

        /// The same of a reminder.
        func meanwhile(_ reminder: Reminder) throws -> Meanwhile {
            try store.refreshSourcesIfNecessary()
            let item = reminder.isSeries ? ItemIdentifier(reminder.calendarItemIdentifier) : nil
            if let now = try item.map({ try store.reminderSeries($0) })
                ?? store.reminder(withIdentifier: reminder.id)
            {
                return .there(EventFields(now), in: now.calendar, before: reminder.calendar)
            }
            let whole = try store.reminder(withIdentifier: reminder.calendarItemIdentifier)
            return whole == nil ? .gone : .withoutOccurrence
        }
    }
#endif
