#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    struct ItemFinder {
        let store: EventStore
        /// Whether to say what could not be read where something is not found, as that may be it.
        var saysLosses = true
        /// Whether what is found is to be changed, so that it must be one event for sure.
        var isForChange = true

        /// The event of an identifier; one that is to be changed as its series says it, unless a span other than all of
        /// them is meant.
        func event(_ identifier: String, span: EventSpan? = nil) throws -> NamedItem {
            guard let item = ItemIdentifier(identifier) else {
                throw CommandError(
                    "'\(identifier)' is no identifier, which look like CALENDAR:UID; `events --ids` prints them"
                )
            }
            guard let event = try store.event(withOccurrenceIdentifier: identifier) else {
                throw CommandError("nothing has the identifier \(identifier)")
            }
            if isForChange { try store.requireOneEvent(item) }
            guard item.slot == nil else { return NamedItem(event, usualSpan: .thisEvent) }
            guard isForChange, span ?? .allEvents == .allEvents else {
                return NamedItem(event, usualSpan: .allEvents)
            }
            let series = try store.series(item)
            return NamedItem(series ?? event, usualSpan: .allEvents, isSeries: series != nil)
        }

        /// The event of an identifier, or else the reminder, for which a person may be asked for access to the reminders.
        func item(_ identifier: String, _ options: StoreOptions, span: EventSpan? = nil) async throws
            -> NamedItem
        {
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
                    items += events.map { NamedItem($0, usualSpan: .thisEvent) }
                } else {
                    items.append(try await item(identifier, options))
                }
            }
            return items
        }

        /// The one event whose title has a text in it, that of its series or of a changed occurrence: its next occurrence, or
        /// else its last.
        func event(matching text: String, now: Instant = .now) throws -> NamedItem {
            let first = try only("event", titled: text, of: store.events(titled:)) {
                $0.title
            } name: {
                "\($0.title) (\($0.identifier))"
            }
            if isForChange { try store.requireOneEvent(first.identifier) }
            guard let event = try store.nextEvent(first, titled: text, now: now) else {
                throw CommandError("'\(first.title)' (\(first.identifier)) never happens")
            }
            return NamedItem(event, usualSpan: .thisEvent)
        }

        func reminder(_ identifier: String) throws -> NamedItem {
            if let item = ItemIdentifier(identifier) { try store.requireOneReminder(item) }
            guard let reminder = try store.reminder(withIdentifier: identifier) else {
                sayLosses(identifier, .reminder)
                throw CommandError("no reminder has the identifier \(identifier)")
            }
            return NamedItem(reminder, usualSpan: SpanArgument.usual(of: identifier))
        }

        /// The calendar of an identifier or, where it is the only one, of a title.
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

        /// The one reminder whose title has a text in it, of all or of those that are to be done; of one that recurs its next
        /// instance, or else its last.
        func reminder(matching text: String, isOpen: Bool = false) throws -> NamedItem {
            let reminder = try only(isOpen ? "open reminder" : "reminder", titled: text) {
                try store.reminders(titled: $0, isOpen: isOpen)
            } title: {
                $0.title
            } name: {
                "\($0.title) (\($0.id))"
            }
            return NamedItem(reminder, usualSpan: .thisEvent)
        }

        /// Returns the one item of a kind whose title contains a text.
        ///
        /// Of several, an exact match wins, regardless of case.
        func only<Item>(
            _ kind: String,
            titled text: String,
            of find: (String) throws -> [Item],
            title: (Item) -> String,
            name: (Item) -> String
        ) throws -> Item {
            guard !text.isEmpty else { throw ValidationError("--match needs a text of a title") }
            var found = try find(text)
            let exact = found.filter { title($0).trimmed.lowercased() == text.trimmed.lowercased() }
            if !exact.isEmpty { found = exact }
            guard let first = found.first else { throw CommandError("no \(kind) has '\(text)' in its title") }
            guard found.count == 1 else {
                let more = found.count > 5 ? " and \(found.count - 5) more" : ""
                throw CommandError(
                    "\(found.count) \(kind)s have '\(text)' in their titles: "
                        + found.prefix(5).map(name).joined(separator: ", ") + more
                )
            }
            return first
        }

        /// The calendar that takes a new item; nil where the store knows it, as there is but one that can be meant.
        ///
        /// One that was named is taken, or else the one that a person chose. Nobody's items shall land in whatever
        /// calendar happens to be the first, such as one that another user of the folder has just made: where several take
        /// them and none was chosen, a person is asked, whose answer is remembered.
        func target(_ name: String?, _ type: EntityType, _ options: StoreOptions) async throws
            -> EventCalendar?
        {
            if store.authorizationStatus(for: type) == .writeOnly {
                return try await targetForAddingAlone(name, type, options)
            }
            if let name { return try calendar(name, for: type) }
            if let chosen = try store.chosenCalendar(for: type) { return chosen }
            let possible = try store.calendars(for: type).filter(\.allowsContentModifications)
            guard possible.count > 1 else { return nil }
            guard !options.yes, Prompt.isPossible else {
                let names = possible.map(\.calendarIdentifier).joined(separator: ", ")
                throw CommandError(
                    "which calendar? There are \(names): use --calendar, or choose one for good with "
                        + "`\(Program.name) calendars --default NAME`"
                )
            }
            let number = try Prompt.choice("Which calendar? It will be the default.", possible.map(\.title))
            if !options.dryRun { try store.setDefaultCalendar(possible[number], for: type) }
            return possible[number]
        }

        /// The same where nothing may be seen: the calendar that was chosen when access was granted, or with more access
        /// another one.
        private func targetForAddingAlone(
            _ name: String?,
            _ type: EntityType,
            _ options: StoreOptions
        ) async throws -> EventCalendar? {
            let chosen = try store.chosenCalendar(for: type)
            guard let name else {
                guard chosen != nil else {
                    throw CommandError(
                        "no calendar was chosen for what is added, or it takes no more; name one with --calendar, or "
                            + "choose one with `\(Program.name) access --forget`, and then --ask"
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
                    throw CommandError("there is no calendar '\(name)' that events can be added to")
                }
                throw CommandError(
                    "events may only be added to \(chosen.calendarIdentifier); "
                        + "`\(Program.name) access --forget` lets access be asked for anew"
                )
            }
            return try calendar(name, for: type)
        }
    }

    /// The calendars that take the items of a file, each kind's looked for once.
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
