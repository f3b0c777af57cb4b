#if CommandLine
    import ICSConsole
    import ICSItems
    import ICSViews
    import ICalendar
    import ICalendarStore
    import SystemIO

    /// An event of a store, and what a view shows of it.
    struct FoundEvent {
        let event: CalendarEvent
        let viewed: ViewedEvent
    }

    /// The events of a store that a view shows.
    struct EventSearch {
        let store: EventStore
        let zone: Zone
        let filter: EventFilter
        let calendars: [EventCalendar]?
        /// Whether a file or calendar was skipped, as was reported.
        let isIncomplete: Bool

        /// Opens a store, and reports what could not be read in the calendars of the arguments.
        init(_ options: StoreOptions, _ arguments: FilterArguments, in zone: Zone) async throws {
            // The command ends soon, and keeps the memory until then.
            Allocator.prepare()
            store = try await options.open(for: .readEvents, in: zone)
            self.zone = zone
            filter = EventFilter(arguments, options)
            calendars = try ItemFinder(store: store).calendars(arguments.calendars.names)
            isIncomplete = try StoreRemarks.print(of: store, in: calendars)
        }

        /// Returns the selected events in a range of time, in order.
        func events(in range: Range<Instant>) throws -> [FoundEvent] {
            var events: [FoundEvent] = []
            try forEach(in: range) { event in
                if let found = found(event) { events.append(found) }
            }
            return events
        }

        /// Returns an event with what a view shows of it, or nil if it is not selected.
        func found(_ event: CalendarEvent) -> FoundEvent? {
            guard let viewed = ViewedEvent(event, in: zone, addresses: filter.addresses),
                filter.includes(viewed)
            else { return nil }
            return FoundEvent(event: event, viewed: viewed)
        }

        /// Calls a function with each event in a range of time, in order.
        func forEach(in range: Range<Instant>, _ body: (CalendarEvent) throws -> Void) throws {
            let (start, end) = (range.lowerBound.date, range.upperBound.date)
            for predicate in try store.predicates(withStart: start, end: end, calendars: calendars) {
                var failure: (any Error)?
                try store.enumerateEvents(matching: predicate) { event, stop in
                    do { try body(event) } catch {
                        failure = error
                        stop = true
                    }
                }
                if let failure { throw failure }
            }
        }

        /// Returns short names for events, or none if nobody reads them.
        func handles(for events: [ViewedEvent], _ names: HandleArguments) -> [String] {
            guard names.areShown else { return [] }
            return Handles.made(for: events.compactMap(\.identifier), of: store.folder)
        }

        /// Returns the next step if the store has no calendars yet, and nil otherwise.
        func firstStep() throws -> String? {
            guard try store.calendars(for: .event).isEmpty else { return nil }
            return
                "\(Program.name): no calendars in \(store.folder) yet; create one with `\(Program.name) calendars create "
                + "NAME`, or connect an account with `\(Program.name) accounts add`"
        }
    }
#endif
