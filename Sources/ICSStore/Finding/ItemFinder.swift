#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// An event that was named, and how far a change to it reaches unless something else is said.
    struct NamedEvent {
        var event: CalendarEvent
        /// One occurrence where one was named, else the whole series.
        var usualSpan: EventSpan

        /// What it is called in questions and messages: `Stand-up, 2026-03-30 09:30, in Studio`.
        var title: String {
            let fields = EventFields(event.event)
            let title = event.title.isEmpty ? "(no title)" : event.title
            return "\(title), \(fields.text(.start)), in \(event.calendar?.title ?? "no calendar")"
        }
    }

    /// An event or a reminder that was named.
    enum NamedItem {
        case event(NamedEvent)
        case reminder(Reminder)
    }

    /// Finds events, reminders and calendars by what a person named.
    struct ItemFinder {
        let store: EventStore

        /// The event of an identifier.
        ///
        /// - Throws: ``CommandError`` when there is none.
        func event(_ identifier: String) throws -> NamedEvent {
            guard let item = ItemIdentifier(identifier) else {
                throw CommandError(
                    "'\(identifier)' is no identifier, which look like CALENDAR:UID; `events --ids` prints them"
                )
            }
            guard let event = try store.event(withOccurrenceIdentifier: identifier) else {
                throw CommandError("nothing has the identifier \(identifier)")
            }
            return NamedEvent(event: event, usualSpan: item.slot == nil ? .allEvents : .thisEvent)
        }

        /// The event of an identifier, or else the reminder, for which a person may be asked for access to the reminders.
        ///
        /// - Throws: ``CommandError`` when there is neither.
        func item(_ identifier: String, _ options: StoreOptions) async throws -> NamedItem {
            let missing: any Error
            do { return .event(try event(identifier)) } catch { missing = error }
            guard missing is CommandError, ItemIdentifier(identifier) != nil,
                (try? await options.allow(.readReminders, of: store)) != nil,
                let reminder = try store.reminder(withIdentifier: identifier)
            else { throw missing }
            return .reminder(reminder)
        }

        /// The events and reminders of identifiers, in their order.
        func items(_ identifiers: [String], _ options: StoreOptions) async throws -> [NamedItem] {
            var items: [NamedItem] = []
            for identifier in identifiers { items.append(try await item(identifier, options)) }
            return items
        }

        /// The one event whose title has a text in it: its next occurrence, or else its last.
        ///
        /// - Throws: ``CommandError`` when there is none, or several.
        func event(matching text: String, now: Instant = .now) throws -> NamedEvent {
            let wanted = text.lowercased()
            let day = 86_400
            let predicate = try store.predicateForEvents(
                withStart: now.adding(seconds: -365 * day).date,
                end: now.adding(seconds: 3 * 365 * day).date
            )
            var found: [String: CalendarEvent] = [:]
            var order: [String] = []
            for event in try store.events(matching: predicate)
            where event.title.lowercased().contains(wanted) {
                let identifier = event.eventIdentifier ?? ""
                if let known = found[identifier] {
                    // The first that has not ended yet.
                    if let end = known.endDate, end < now.date { found[identifier] = event }
                } else {
                    found[identifier] = event
                    order.append(identifier)
                }
            }
            guard let first = order.first, let event = found[first] else {
                throw CommandError(
                    "no event from a year ago to three years from now has '\(text)' in its title"
                )
            }
            guard order.count == 1 else {
                let names = order.prefix(5).map { "\(found[$0]?.title ?? "") (\($0))" }
                let more = order.count > 5 ? " and \(order.count - 5) more" : ""
                throw CommandError(
                    "\(order.count) events have '\(text)' in their titles: \(names.joined(separator: ", "))\(more)"
                )
            }
            return NamedEvent(event: event, usualSpan: .thisEvent)
        }

        /// The reminder of an identifier.
        ///
        /// - Throws: ``CommandError`` when there is none.
        func reminder(_ identifier: String) throws -> Reminder {
            guard let reminder = try store.reminder(withIdentifier: identifier) else {
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
        func calendars(_ names: [String], for type: EntityType = .event) throws -> [EventCalendar]? {
            names.isEmpty ? nil : try names.map { try calendar($0, for: type) }
        }
    }
#endif
