#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// An event that was named, and how far a change to it reaches unless something else is said.
    struct NamedEvent {
        var event: CalendarEvent
        /// One occurrence where one was named, else the whole series.
        var usualSpan: EventSpan
        /// Whether the whole event was named, and not an occurrence of it.
        var isSeries = false

        /// What it is called in questions and messages: `Stand-up, 2026-03-30 09:30, in Studio`.
        var title: String {
            let fields = EventFields(event.event)
            let title = fields.text(.title).isEmpty ? "(no title)" : fields.text(.title)
            return "\(title), \(fields.text(.start)), in \(event.calendar?.title ?? "no calendar")"
        }
    }

    /// An event or a reminder that was named.
    enum NamedItem {
        case event(NamedEvent)
        case reminder(Reminder)

        /// The calendar that it is in.
        var calendar: EventCalendar? {
            switch self {
            case .event(let named): named.event.calendar
            case .reminder(let reminder): reminder.calendar
            }
        }
    }

    /// Finds events, reminders and calendars by what a person named.
    struct ItemFinder {
        let store: EventStore
        /// Whether to say what could not be read where something is not found, as that may be it.
        var saysLosses = true
        /// Whether what is found is to be changed, so that it must be one event for sure.
        var isForChange = true

        /// The event of an identifier; one that is to be changed as its series says it, unless a span other than all of
        /// them is meant.
        ///
        /// - Throws: ``CommandError`` when there is none.
        func event(_ identifier: String, span: EventSpan? = nil) throws -> NamedEvent {
            guard let item = ItemIdentifier(identifier) else {
                throw CommandError(
                    "'\(identifier)' is no identifier, which look like CALENDAR:UID; `events --ids` prints them"
                )
            }
            guard let event = try store.event(withOccurrenceIdentifier: identifier) else {
                throw CommandError("nothing has the identifier \(identifier)")
            }
            if isForChange { try store.requireOneEvent(item) }
            guard item.slot == nil else { return NamedEvent(event: event, usualSpan: .thisEvent) }
            guard isForChange, span ?? .allEvents == .allEvents else {
                return NamedEvent(event: event, usualSpan: .allEvents)
            }
            let series = try store.series(item)
            return NamedEvent(event: series ?? event, usualSpan: .allEvents, isSeries: series != nil)
        }

        /// The event of an identifier, or else the reminder, for which a person may be asked for access to the reminders.
        ///
        /// - Throws: ``CommandError`` when there is neither.
        func item(_ identifier: String, _ options: StoreOptions, span: EventSpan? = nil) async throws
            -> NamedItem
        {
            let missing: any Error
            do { return .event(try event(identifier, span: span)) } catch { missing = error }
            guard missing is CommandError, ItemIdentifier(identifier) != nil,
                (try? await options.allow(.readReminders, of: store)) != nil,
                try store.reminder(withIdentifier: identifier) != nil
            else {
                if missing is CommandError { sayLosses(identifier, .event) }
                throw missing
            }
            return .reminder(try reminder(identifier))
        }

        /// The events and reminders of identifiers, in their order.
        func items(
            _ identifiers: [String],
            _ options: StoreOptions,
            span: EventSpan? = nil
        ) async throws -> [NamedItem] {
            var items: [NamedItem] = []
            for identifier in identifiers { items.append(try await item(identifier, options, span: span)) }
            return items
        }

        /// The same for showing them: where files share a UID, all that an identifier names.
        func shownItems(_ identifiers: [String], _ options: StoreOptions) async throws -> [NamedItem] {
            var items: [NamedItem] = []
            for identifier in identifiers {
                let events = try store.events(withOccurrenceIdentifier: identifier)
                if events.count > 1 {
                    items += events.map { .event(NamedEvent(event: $0, usualSpan: .thisEvent)) }
                } else {
                    items.append(try await item(identifier, options))
                }
            }
            return items
        }

        /// The one event whose title has a text in it, that of its series or of a changed occurrence: its next occurrence, or
        /// else its last.
        ///
        /// - Throws: ``CommandError`` when there is none, or several.
        func event(matching text: String, now: Instant = .now) throws -> NamedEvent {
            let first = try only("event", titled: text, of: store.events(titled:)) {
                $0.title
            } name: {
                "\($0.title) (\($0.identifier))"
            }
            if isForChange { try store.requireOneEvent(first.identifier) }
            guard let event = try store.nextEvent(first, titled: text, now: now) else {
                throw CommandError("'\(first.title)' (\(first.identifier)) never happens")
            }
            return NamedEvent(event: event, usualSpan: .thisEvent)
        }

        /// The reminder of an identifier.
        ///
        /// - Throws: ``CommandError`` when there is none.
        func reminder(_ identifier: String) throws -> Reminder {
            if let item = ItemIdentifier(identifier) { try store.requireOneReminder(item) }
            guard let reminder = try store.reminder(withIdentifier: identifier) else {
                sayLosses(identifier, .reminder)
                throw CommandError("no reminder has the identifier \(identifier)")
            }
            return reminder
        }

        /// The calendar of an identifier or, where it is the only one, of a title.
        ///
        /// - Throws: ``CommandError`` when there is none, or several.
        func calendar(_ name: String, for type: EntityType = .event) throws -> EventCalendar {
            let all = try store.calendars(for: type)
            if let calendar = all.first(where: { $0.calendarIdentifier == name }) { return calendar }
            let titled = all.filter { $0.title.lowercased() == name.lowercased() }
            if titled.count == 1 { return titled[0] }
            guard titled.isEmpty else {
                let names = titled.map(\.calendarIdentifier).joined(separator: ", ")
                throw CommandError("several calendars are called '\(name)': \(names)")
            }
            let names = all.map(\.calendarIdentifier).joined(separator: ", ")
            throw CommandError(
                "there is no calendar '\(name)'"
                    + (names.isEmpty ? "; a new calendar is a new folder" : "; there are \(names)")
            )
        }

        /// The calendars that were named, or nil for all.
        ///
        /// Where there is none of a name it is said what could not be read, as that may be it.
        func calendars(_ names: [String], for type: EntityType = .event) throws -> [EventCalendar]? {
            guard !names.isEmpty else { return nil }
            do {
                return try names.map { try calendar($0, for: type) }
            } catch {
                try StoreRemarks.print(of: store, for: type)
                throw error
            }
        }

        /// Says what could not be read of the calendar that an identifier names.
        private func sayLosses(_ identifier: String, _ type: EntityType) {
            guard saysLosses, ItemIdentifier(identifier) != nil else { return }
            do {
                try StoreRemarks.printLosses(of: store, for: type, in: calendars(of: [identifier]))
            } catch {
                // Of what may not be looked at nothing is said.
            }
        }

        /// The calendars that identifiers of items name; nil, for all, where one is named that is not there.
        func calendars(of identifiers: [String]) throws -> [EventCalendar]? {
            var found: [EventCalendar] = []
            for identifier in identifiers {
                guard let name = ItemIdentifier(identifier)?.calendarIdentifier,
                    let calendar = try store.calendar(withIdentifier: name)
                else { return nil }
                found.append(calendar)
            }
            return found
        }
    }
#endif
