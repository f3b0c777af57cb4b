#if CommandLine
    import ICSConsole
    import ICSItems
    import ICSViews
    import ICalendar
    import ICalendarStore
    import SystemIO

    /// A stored event with the contents that a view shows.
    struct FoundEvent {
        let event: CalendarEvent
        let viewed: ViewedEvent
    }

    extension HandleArguments {
        /// Returns short names for items, or an empty array if short names are not shown.
        func handles(for identifiers: [String], of store: EventStore) -> [String] {
            areShown ? Handles.made(for: identifiers, of: store.folder) : []
        }
    }

    /// The events in a view, up to its limit.
    struct ListedEvents {
        var events: [FoundEvent] = []
        /// The instant at which the list is cut off, or nil if the list is complete.
        var end: Instant?

        /// Prints an error that states where a view ends early.
        static func sayLimit(before date: CivilDate) {
            Program.say(
                "error: limit reached: a view can have at most \(DayList.mostEntries) lines of events; this "
                    + "one ends before \(date); use a shorter range or the events command"
            )
        }
    }

    /// Searches a store for the events in a view.
    struct EventSearch {
        let store: EventStore
        let zone: Zone
        let filter: EventFilter
        let calendars: [EventCalendar]?
        /// Whether a file or calendar was skipped.
        ///
        /// Skipped files have already been reported.
        let isIncomplete: Bool

        /// Opens a store and reports unreadable parts of the selected calendars.
        init(
            _ options: StoreOptions,
            _ calendars: CalendarArguments,
            _ arguments: FilterArguments,
            in zone: Zone
        ) async throws {
            // The command ends soon, so it need not release memory.
            Allocator.prepare()
            store = try await options.open(for: .readEvents, in: zone)
            self.zone = zone
            filter = EventFilter(arguments, options)
            self.calendars = try ItemFinder(store: store).calendars(calendars.names)
            isIncomplete = try StoreRemarks.print(of: store, in: self.calendars)
        }

        /// Returns, in order and up to a limit, the selected events in a time range.
        func events(in range: Range<Instant>, atMost limit: Int = DayList.mostEntries) throws -> ListedEvents
        {
            var listed = ListedEvents()
            try forEach(in: range) { event, stop in
                guard let found = found(event) else { return }
                if listed.events.count < limit {
                    listed.events.append(found)
                } else {
                    listed.end = max(range.lowerBound, found.viewed.span.lowerBound)
                    stop = true
                }
            }
            return listed
        }

        /// Returns whether the options select an event.
        func includes(_ event: CalendarEvent) -> Bool { filter.isOpen || found(event) != nil }

        /// Returns an event with the contents that a view shows, or nil if the event is not selected.
        func found(_ event: CalendarEvent) -> FoundEvent? {
            guard let viewed = ViewedEvent(event, in: zone, addresses: filter.addresses),
                filter.includes(viewed)
            else { return nil }
            return FoundEvent(event: event, viewed: viewed)
        }

        /// Calls a closure, in order, with each event in a time range.
        ///
        /// The closure can stop the search.
        func forEach(in range: Range<Instant>, _ body: (CalendarEvent, inout Bool) throws -> Void) throws {
            let (start, end) = (range.lowerBound.date, range.upperBound.date)
            for predicate in try store.predicates(withStart: start, end: end, calendars: calendars) {
                guard try forEach(matching: predicate, body) else { return }
            }
        }

        /// Calls a closure with each event that matches a predicate.
        ///
        /// Returns false if the closure stopped the search.
        @discardableResult
        func forEach(
            matching predicate: EventPredicate,
            _ body: (CalendarEvent, inout Bool) throws -> Void
        ) throws -> Bool {
            var failure: (any Error)?
            var isStopped = false
            try store.enumerateEvents(matching: predicate) { event, stop in
                do { try body(event, &isStopped) } catch {
                    failure = error
                    isStopped = true
                }
                stop = isStopped
            }
            if let failure { throw failure }
            return !isStopped
        }

        /// Returns short names for events, or an empty array if short names are not shown.
        func handles(for events: [ViewedEvent], _ names: HandleArguments) -> [String] {
            names.handles(for: events.compactMap(\.identifier), of: store)
        }

        /// Returns advice if the store has no calendars yet, or nil otherwise.
        func firstStep() throws -> String? {
            guard try store.calendars(for: .event).isEmpty else { return nil }
            return
                "\(Program.name): no calendars in \(store.folder) yet; create one with `\(Program.name) calendars create "
                + "NAME`, or connect an account with `\(Program.name) accounts add`"
        }
    }
#endif
