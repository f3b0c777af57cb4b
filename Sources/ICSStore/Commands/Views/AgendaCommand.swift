#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import SystemIO

    struct AgendaCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "agenda",
            abstract: "Show today's events and those of the next six days (the default command).",
            discussion: """
                All-day events are listed on each of their days. Events that overlap are marked, and a line marks the \
                current time. On a terminal, each event has a short name such as a3, which all commands accept.

                The output fits the width of the terminal, or the value of COLUMNS if it is set. ICS_NOW, \
                such as 2026-03-29T10:00:00+02:00, overrides the current time.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var window: ViewWindowArguments
        @OptionGroup var zone: ZoneArguments

        @Option(help: ArgumentHelp("Number of days to show (default: 7).", valueName: "n"))
        var days: Int?

        @OptionGroup var output: ViewFormat

        @OptionGroup var calendars: CalendarArguments
        @OptionGroup var filter: FilterArguments
        @OptionGroup var fields: FieldListArguments
        @OptionGroup var screen: ScreenArguments
        @OptionGroup var names: HandleArguments

        func validate() throws {
            if let days, !(1...3660).contains(days) {
                throw ValidationError("--days must be a whole number from 1 to 3660")
            }
            if days != nil, window.to != nil { throw ValidationError("--days cannot be combined with --to") }
        }

        func run() async throws {
            let now = Instant.present
            let zone = try self.zone.zone
            let range = try window.bounds(in: zone, now: now, days: days ?? 7)
            let search = try await EventSearch(options, calendars, filter, in: zone)
            let listed = try search.events(in: range)
            var end = listed.end.map { zone.civil(at: $0).date }
            if output.format == .text, fields.fields == nil {
                end = try show(listed.events.map(\.viewed), range, until: end, search, now) ?? end
            } else {
                let events = filter.reverse ? listed.events.reversed() : listed.events
                try output.write(events, fields.fields, of: search, in: range)
            }
            if let end { ListedEvents.sayLimit(before: end) }
            if search.isIncomplete || end != nil { throw ExitCode.failure }
        }

        /// Shows the days before the given end.
        ///
        /// Returns an earlier end if the limit is reached.
        private func show(
            _ events: [ViewedEvent],
            _ range: Range<Instant>,
            until end: CivilDate?,
            _ search: EventSearch,
            _ now: Instant
        ) throws -> CivilDate? {
            if let step = try search.firstStep() {
                Program.errors.print(step)
                return nil
            }
            let zone = search.zone
            let first = zone.civil(at: range.lowerBound).date
            let last = zone.civil(at: range.upperBound.adding(seconds: -1)).date
            var layout = screen.layout(now: now)
            layout.isReversed = filter.reverse
            let days = max(first.adding(days: 1), end ?? last.adding(days: 1))
            let list = DayList(events, from: first, until: days, in: zone)
            layout.handles = search.handles(for: events, names)
            try screen.print(AgendaText.lines(list, layout), layout)
            return list.days.count < days.dayNumber - first.dayNumber
                ? first.adding(days: list.days.count) : nil
        }
    }
#endif
