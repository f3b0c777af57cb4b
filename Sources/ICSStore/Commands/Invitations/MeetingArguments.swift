#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    /// The arguments that identify the item in invitation commands.
    struct MeetingArguments: ParsableArguments {
        @Argument(
            help: ArgumentHelp("Identifier of an event, an occurrence or a reminder.", valueName: "id")
        )
        var identifier: String

        func meeting(in store: EventStore, _ options: StoreOptions) async throws -> Meeting {
            let finder = ItemFinder(store: store)
            let named = try await finder.item(identifier, options)
            guard let item = ItemIdentifier(try finder.identifier(identifier)) else {
                throw CommandError("'\(identifier)' is not an identifier (expected CALENDAR:UID)")
            }
            var whole = item
            whole.slot = nil
            let type: EntityType = named.isEvent ? .event : .reminder
            return Meeting(store: store, named: named, identifier: whole, slot: item.slotTime, type: type)
        }
    }

    /// An item that has or will have attendees.
    struct Meeting {
        let store: EventStore
        var named: NamedItem
        /// The whole item's identifier.
        var identifier: ItemIdentifier
        /// The named occurrence's original start, or nil for the whole item.
        let slot: EventTime?
        let type: EntityType

        /// Creates messages about the item, including pending changes.
        var scheduling: ItemScheduling {
            get throws {
                guard let found = try store.scheduling(of: identifier, type, at: .present) else {
                    throw CommandError("no item has the identifier \(identifier)")
                }
                return found
            }
        }

        /// The events that the item overlaps, or nil if there are none.
        var overlaps: String? {
            get throws {
                guard case .event(let event) = named.item else { return nil }
                return OverlapWarnings.text(
                    about: event,
                    try slot == nil ? scheduling.calendar : nil,
                    in: store
                )
            }
        }

        /// Returns the delivery through the calendar's server, or nil if the server does not send messages about the
        /// item.
        func delivery(_ options: StoreOptions) throws -> AccountDelivery? {
            let calendar = try store.calendar(withIdentifier: identifier.calendarIdentifier)
            return try AccountDelivery(calendar, options)?.about(scheduling.components)
        }

        /// Sets the progress of a reminder.
        ///
        /// Instances of a recurring reminder are completed with `reminders complete`.
        func setProgress(_ percent: Int) throws {
            guard var reminder = named.reminder, !reminder.hasRecurrenceRules, !reminder.isDetached else {
                return
            }
            if percent < 100 {
                reminder.isCompleted = false
                reminder.todo.percentComplete = percent
                if percent > 0 { reminder.todo.status = .inProcess }
            } else {
                reminder.isCompleted = true
            }
            try store.save(&reminder, commit: false)
        }

        /// Applies the user's message to the stored item.
        func apply(_ message: OutgoingMessage, commit: Bool) throws {
            let outcome = try store.applyOwn(message, to: identifier, type, commit: commit)
            if outcome.action == .ignored { throw CommandError("\(try scheduling.title): \(outcome.words)") }
        }
    }

    extension NamedItem {
        /// Returns a note about who notifies other people of a changed or removed event, or nil if no note is needed.
        func noteOnAttendees(_ options: StoreOptions, isRemoved: Bool = false) -> String? {
            guard case .event(let event) = item, let organizer = event.organizer else { return nil }
            let delivery = AccountDelivery(calendar, options)
            guard event.isCurrentUser(organizer) else {
                guard isRemoved, let delivery, event.participantStatus != nil else { return nil }
                return
                    "the server of account '\(delivery.account)' will notify the organizer that you have declined"
            }
            guard event.attendees?.contains(where: { !event.isCurrentUser($0) }) == true else { return nil }
            if let delivery { return "the server of account '\(delivery.account)' will notify the attendees" }
            return "the attendees are not notified; use `invite` to write a message to them"
        }
    }
#endif
