#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import SystemIO

    struct NextCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "next",
            abstract: "Show the next event and the time until it starts.",
            discussion: """
                All-day, free, canceled and declined events are ignored unless --all is used. If several \
                events start at the same time, all of them are shown. The search covers the next two years.
                """
        )

        @OptionGroup var options: StoreOptions

        @Flag(help: "Include all-day, free and canceled events.")
        var all = false

        @OptionGroup var output: ViewFormat

        @OptionGroup var zone: ZoneArguments
        @OptionGroup var calendars: CalendarArguments
        @OptionGroup var filter: FilterArguments
        @OptionGroup var fields: FieldListArguments
        @OptionGroup var screen: ScreenArguments
        @OptionGroup var names: HandleArguments

        private static let day = 86_400
        /// The lengths of successive search windows in days.
        ///
        /// Most calendars have an event in the first window.
        private static let steps = [8, 60, 732]

        func run() async throws {
            let now = Instant.present
            let zone = try self.zone.zone
            let search = try await EventSearch(options, calendars, filter, in: zone)
            if let step = try search.firstStep() { return Program.errors.print(step) }
            let events = try next(after: now, search)
            if output.format != .text || fields.fields != nil {
                let range = now..<now.adding(seconds: Self.day)
                try output.write(events, fields.fields, of: search, in: range)
            } else {
                try show(events.map(\.viewed), search, now)
            }
            if search.isIncomplete { throw ExitCode.failure }
        }

        /// Returns the events with the earliest start after an instant.
        private func next(after now: Instant, _ search: EventSearch) throws -> [FoundEvent] {
            var start = now
            for days in Self.steps {
                let end = now.adding(seconds: days * Self.day)
                let found = try search.events(in: start..<end).events.filter {
                    $0.viewed.span.lowerBound > now && (all || $0.viewed.isBusy && !$0.viewed.isAllDay)
                }
                if let first = found.map(\.viewed.span.lowerBound).min() {
                    return found.filter { $0.viewed.span.lowerBound == first }
                }
                start = end
            }
            return []
        }

        private func show(_ events: [ViewedEvent], _ search: EventSearch, _ now: Instant) throws {
            guard let first = events.first else {
                return Program.say("no events in the next two years")
            }
            let zone = search.zone
            var layout = screen.layout(now: now)
            layout.handles = search.handles(for: events, names)
            let start = first.span.lowerBound
            let date = zone.civil(at: start).date
            let today = zone.civil(at: now).date
            let seconds = start.secondsSince1970 - now.secondsSince1970
            var heading = StyledLine("in \(DayText.length(seconds))", .bold)
            let day = DayText.day(date, withYear: date.year != today.year)
            heading.add(": " + (DayText.distance(date, from: today).map { "\(day), \($0)" } ?? day))
            let list = DayList(events, from: date, until: date.adding(days: 1), in: zone)
            // The first line replaces the day's heading.
            let lines = AgendaText.entryLines(list, layout)
            try screen.print([heading] + lines, layout)
        }
    }
#endif
