#if CommandLine
    import ICSConsole
    import ICalendarStore

    extension ItemFinder {
        /// The calendar that takes a new item; nil where the store knows it, as there is but one that can be meant.
        ///
        /// One that was named is taken, or else the one that a person chose. Nobody's items shall land in whatever
        /// calendar happens to be the first, such as one that another user of the folder has just made: where several take
        /// them and none was chosen, a person is asked, whose answer is remembered.
        ///
        /// - Throws: ``CommandError`` when none is named that there is, and when nobody can be asked.
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
        /// What a person named.
        let name: String?
        private var known: [EntityType: EventCalendar?] = [:]

        init(store: EventStore, name: String?) {
            self.store = store
            self.name = name
        }

        /// The calendar of a kind of items, as ``ItemFinder/target(_:_:_:)`` gives it.
        mutating func target(for type: EntityType, _ options: StoreOptions) async throws -> EventCalendar? {
            if let found = known[type] { return found }
            let found = try await ItemFinder(store: store).target(name, type, options)
            known[type] = .some(found)
            return found
        }
    }
#endif
