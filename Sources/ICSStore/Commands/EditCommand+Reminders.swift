#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    extension EditCommand {
        /// Edits a reminder: one instance of a recurring one, or all of it.
        func edit(_ named: Reminder, _ finder: ItemFinder) throws {
            let item = identifier.flatMap { ItemIdentifier($0) }
            let isSeries = item?.slot == nil && span ?? .all == .all
            let series = try isSeries ? item.flatMap { try finder.store.reminderSeries($0) } : nil
            let given = series ?? named
            // Of a series that was named another rule holds from the next instance on, and all else for all of it.
            let span = span?.span ?? (isSeries ? nil : .thisEvent)
            let reach = SpanArgument.words(span ?? .allEvents, given)
            let old = EventFields(given)
            var reminder = given
            let zone = try options.zone(nil)
            let heading = given.isInstance ? [given.title, "Changes apply to \(reach)."] : [given.title]
            let edited = try change(old, heading) { (new, old) throws(FieldError) in
                reminder = given
                try new.apply(over: old, to: &reminder, in: zone)
            }
            try keeping(edited) {
                try hinting(from: old, { EventFields(reminder) }) {
                    try save(&reminder, reach, span, old, finder)
                }
            }
        }

        /// Saves a changed reminder, after asking.
        private func save(
            _ reminder: inout Reminder,
            _ reach: String,
            _ span: EventSpan?,
            _ old: EventFields,
            _ finder: ItemFinder
        ) throws {
            let (store, new) = (finder.store, EventFields(reminder))
            var changes = EventText.changes(from: old, to: new)
            guard reminder.hasChanges, !changes.isEmpty else { return say("nothing was changed") }
            if settings.isEmpty { changes += try finder.meanwhile(reminder).lines(shown: old, new: new) }
            if new.mayMissRule(besides: old) {
                ImportedItem.warn(
                    of: try store.files(bySaving: reminder, span: span),
                    in: try options.zone(nil)
                )
            }
            if !options.dryRun, settings.isEmpty {
                try ListOutput.print(["\(reach):"] + changes, to: .error)
                try options.ask("Save this?")
            }
            let isSeries = reminder.isSeries
            if let span {
                try store.save(&reminder, span: span, commit: !options.dryRun)
            } else {
                try store.save(&reminder, commit: !options.dryRun)
            }
            if options.dryRun {
                return try ListOutput.print(["would change \(reach):"] + changes, to: .output)
            }
            try DoneOutput.print([isSeries ? reminder.seriesIdentifier : reminder.id])
        }
    }
#endif
