#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct ItemFinder {
        let store: EventStore
        /// Whether to report unreadable files if an item is not found, since one of them may contain it.
        var saysLosses = true
        /// Whether the item will be changed.
        ///
        /// The identifier of an item to change must be unambiguous.
        var isForChange = true

        /// The maximum number of items to choose from.
        private static let mostChoices = 50

        /// Returns the event with the given identifier or short name.
        ///
        /// For a change to all occurrences, returns the event as its series defines it.
        func event(_ name: String, span: EventSpan? = nil) throws -> NamedItem {
            let identifier = try identifier(name)
            guard let item = ItemIdentifier(identifier) else {
                throw CommandError(
                    "'\(identifier)' is not an identifier (expected CALENDAR:UID); use `search` to find it by its title"
                )
            }
            guard let event = try store.event(withOccurrenceIdentifier: identifier) else {
                if item.slot == nil, let file = try store.file(withEventOf: item) {
                    throw CommandError("\(identifier) in \(file) never happens: it has no occurrences left")
                }
                var whole = item
                whole.slot = nil
                if store.titleOfEmptySeries(whole) != nil {
                    throw CommandError("\(whole) never happens: it has no occurrences left")
                }
                throw CommandError("no item has the identifier \(identifier)")
            }
            if isForChange { try store.requireOneEvent(item) }
            guard item.slot == nil else { return NamedItem(event, usualSpan: .thisEvent) }
            guard isForChange, span ?? .allEvents == .allEvents else {
                return NamedItem(event, usualSpan: .allEvents)
            }
            let series = try store.series(item)
            return NamedItem(series ?? event, usualSpan: .allEvents, isSeries: series != nil)
        }

        /// Returns the identifier for a short name.
        ///
        /// Returns any other string unchanged.
        func identifier(_ name: String) throws -> String {
            guard Handles.isHandle(name) else { return name }
            guard let identifier = Handles.identifier(name, in: store.folder) else {
                throw CommandError(
                    "no recent listing of this folder has the item '\(name)'; list the items again"
                )
            }
            return identifier
        }

        /// Returns the event with an identifier or, if there is none, the reminder with that identifier.
        ///
        /// Asks for access to reminders if necessary.
        func item(_ name: String, _ options: StoreOptions, span: EventSpan? = nil) async throws
            -> NamedItem
        {
            let identifier = try identifier(name)
            let missing: any Error
            do { return try event(identifier, span: span) } catch { missing = error }
            guard missing is CommandError, ItemIdentifier(identifier) != nil,
                (try? await options.allow(.readReminders, of: store)) != nil,
                try store.reminder(withIdentifier: identifier) != nil
            else {
                if missing is CommandError { sayLosses(identifier, .event) }
                throw missing
            }
            return try reminder(identifier)
        }

        /// Returns the item with the given identifier, or the event whose title contains the given text.
        func item(
            _ identifier: String?,
            matching text: String?,
            _ options: StoreOptions,
            span: EventSpan?
        ) async throws -> NamedItem {
            guard let identifier else { return try event(matching: text ?? "") }
            return try await item(identifier, options, span: span)
        }

        func items(
            _ identifiers: [String],
            _ options: StoreOptions,
            span: EventSpan? = nil
        ) async throws -> [NamedItem] {
            var items: [NamedItem] = []
            for identifier in identifiers { items.append(try await item(identifier, options, span: span)) }
            return items
        }

        /// Returns the items to show, including all items that share an identifier.
        func shownItems(_ identifiers: [String], _ options: StoreOptions) async throws -> [NamedItem] {
            var items: [NamedItem] = []
            for name in identifiers {
                let identifier = try identifier(name)
                let events = try store.events(withOccurrenceIdentifier: identifier)
                if events.count > 1 {
                    items += events.map { NamedItem($0, usualSpan: .thisEvent) }
                } else {
                    items.append(try await item(identifier, options))
                }
            }
            return items
        }

        /// Returns the next occurrence of the only event with `text` in its title, or the last one if none follows.
        ///
        /// The title may belong to the series or to a changed occurrence.
        func event(matching text: String, now: Instant = .present) throws -> NamedItem {
            let first = try only("event", titled: text, of: store.events(titled:)) {
                $0.title
            } name: {
                "\($0.title) (\($0.identifier))"
            } shown: {
                let next = try store.nextEvent($0, titled: text, now: now)
                return next.map { NamedItem($0, usualSpan: .thisEvent).title }
                    ?? "\($0.title), which never happens"
            }
            if isForChange { try store.requireOneEvent(first.identifier) }
            guard let event = try store.nextEvent(first, titled: text, now: now) else {
                throw CommandError("'\(first.title)' (\(first.identifier)) never happens")
            }
            return NamedItem(event, usualSpan: .thisEvent)
        }

        func reminder(_ name: String) throws -> NamedItem {
            let identifier = try identifier(name)
            if let item = ItemIdentifier(identifier) { try store.requireOneReminder(item) }
            guard let reminder = try store.reminder(withIdentifier: identifier) else {
                sayLosses(identifier, .reminder)
                throw CommandError("no reminder has the identifier \(identifier)")
            }
            return NamedItem(reminder, usualSpan: SpanArgument.usual(of: identifier))
        }

        /// Returns the named calendars, or nil for all.
        ///
        /// If a calendar is not found, reports unreadable calendars, since the named one may be among them.
        func calendars(_ names: [String], for type: EntityType = .event) throws -> [EventCalendar]? {
            guard !names.isEmpty else { return nil }
            do {
                return try names.map { try calendar($0, for: type) }
            } catch {
                try StoreRemarks.print(of: store, for: type)
                throw error
            }
        }

        private func sayLosses(_ identifier: String, _ type: EntityType) {
            guard saysLosses, ItemIdentifier(identifier) != nil else { return }
            do {
                try StoreRemarks.printLosses(of: store, for: type, in: calendars(of: [identifier]))
            } catch {
                // Do not report calendars without access.
            }
        }

        /// Returns the calendars named in item identifiers, or nil (for all calendars) if one of them does not exist.
        func calendars(of identifiers: [String]) throws -> [EventCalendar]? {
            var found: [EventCalendar] = []
            for name in identifiers {
                guard let identifier = try? identifier(name),
                    let name = ItemIdentifier(identifier)?.calendarIdentifier,
                    let calendar = try store.calendar(withIdentifier: name)
                else { return nil }
                found.append(calendar)
            }
            return found
        }

        /// Returns the only reminder, or only incomplete reminder, whose title contains the given text.
        ///
        /// For a recurring reminder, returns the next instance, or the last one if none follows.
        func reminder(matching text: String, isOpen: Bool = false) throws -> NamedItem {
            let reminder = try only(isOpen ? "open reminder" : "reminder", titled: text) {
                try store.reminders(titled: $0, isOpen: isOpen)
            } title: {
                $0.title
            } name: {
                "\($0.title) (\($0.id))"
            } shown: {
                let due = EventFields($0).text(.due)
                let list = $0.calendar.map { ", in \($0.title)" } ?? ""
                return $0.title + (due.isEmpty ? "" : ", due \(due)") + list
            }
            return NamedItem(reminder, usualSpan: .thisEvent)
        }

        /// Returns the only item of a kind whose title contains the given text.
        ///
        /// If several items match, prefers an exact match (ignoring case).
        ///
        /// - Parameters:
        ///   - name: A closure that returns an item's title and identifier for messages.
        ///   - shown: A closure that returns an item's title and time for a choice on the terminal.
        func only<Item>(
            _ kind: String,
            titled text: String,
            of find: (String) throws -> [Item],
            title: (Item) -> String,
            name: (Item) -> String,
            shown: (Item) throws -> String
        ) throws -> Item {
            guard !text.isEmpty else { throw ValidationError("--match needs part of a title") }
            var found = try find(text)
            let exact = found.filter { title($0).trimmed.lowercased() == text.trimmed.lowercased() }
            if !exact.isEmpty { found = exact }
            guard let first = found.first else { throw CommandError("no \(kind) has '\(text)' in its title") }
            guard found.count == 1 else {
                if Prompt.isPossible, found.count <= Self.mostChoices {
                    return found[try Prompt.choice("Which \(kind)?", found.map(shown))]
                }
                let more = found.count > 5 ? " and \(found.count - 5) more" : ""
                throw CommandError(
                    "\(found.count) \(kind)s have '\(text)' in their titles: "
                        + found.prefix(5).map(name).joined(separator: ", ") + more
                )
            }
            return first
        }

        /// Returns the calendar for a new item, or nil to let the store choose the only possible calendar.
        ///
        /// The result is the named calendar or, without a name, the default. If there are several calendars and no
        /// default, asks the user and saves the choice. Otherwise, new items might be added to an arbitrary calendar,
        /// such as one that another user of the folder has just created.
        func target(_ name: String?, _ type: EntityType, _ options: StoreOptions) async throws
            -> EventCalendar?
        {
            if store.authorizationStatus(for: type) == .writeOnly {
                return try await targetForAddingAlone(name, type, options)
            }
            if let name { return try calendar(name, for: type) }
            if let chosen = try store.chosenCalendar(for: type) { return chosen }
            let possible = try store.calendars(for: type).filter(\.allowsContentModifications)
            guard !possible.isEmpty else {
                throw CommandError(
                    "no calendar accepts new \(type == .event ? "events" : "reminders"); create one with "
                        + "`\(Program.name) calendars create NAME`"
                )
            }
            guard possible.count > 1 else { return nil }
            guard !options.yes, Prompt.isPossible else {
                let names = possible.map(\.calendarIdentifier).joined(separator: ", ")
                throw CommandError(
                    "there are several calendars (\(names)); name one, or choose a default with "
                        + "`\(Program.name) calendars --default NAME`"
                )
            }
            let number = try Prompt.choice("Which calendar? It becomes the default.", possible.map(\.title))
            if !options.dryRun { try store.setDefaultCalendar(possible[number], for: type) }
            return possible[number]
        }

        /// Returns the calendar for a new item with write-only access.
        ///
        /// The result is the calendar that was chosen when access was granted. Other calendars require more access.
        private func targetForAddingAlone(
            _ name: String?,
            _ type: EntityType,
            _ options: StoreOptions
        ) async throws -> EventCalendar? {
            let chosen = try store.chosenCalendar(for: type)
            guard let name else {
                guard chosen != nil else {
                    throw CommandError(
                        "no calendar was chosen for new items, or the chosen calendar is no longer writable; use "
                            + "--calendar, or choose one with `\(Program.name) access --forget` and then --ask"
                    )
                }
                return nil
            }
            if let chosen, chosen.calendarIdentifier == name || chosen.title.lowercased() == name.lowercased()
            {
                return nil
            }
            do {
                try await options.allow(.readEvents, of: store)
            } catch is CommandError {
                guard let chosen else {
                    throw CommandError("unknown calendar '\(name)', or no events can be added to it")
                }
                throw CommandError(
                    "events can be added only to \(chosen.calendarIdentifier); "
                        + "run `\(Program.name) access --forget` to change this"
                )
            }
            return try calendar(name, for: type)
        }
    }

    /// The calendars for the items in a file, looked up once per item type.
    struct ItemTargets {
        let store: EventStore
        let name: String?
        var known: [EntityType: EventCalendar?] = [:]

        mutating func target(for type: EntityType, _ options: StoreOptions) async throws -> EventCalendar? {
            if let found = known[type] { return found }
            let found = try await ItemFinder(store: store).target(name, type, options)
            known[type] = .some(found)
            return found
        }
    }
#endif
