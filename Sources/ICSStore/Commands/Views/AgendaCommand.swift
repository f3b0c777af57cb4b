#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct AgendaCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "agenda",
            abstract: "Show today's events and those of the next six days (the default command).",
            discussion: """
                All-day events are listed on each of their days. Events that overlap are marked, and a line shows the \
                present. On a terminal, each event has a short name such as a3, which all commands accept.

                The output fits the terminal, or COLUMNS. ICS_NOW, such as 2026-03-29T10:00:00+02:00, replaces the \
                present.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var window: ViewWindowArguments

        @Option(help: ArgumentHelp("Number of days (default: 7).", valueName: "n"))
        var days: Int?

        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        @OptionGroup var filter: FilterArguments
        @OptionGroup var fields: FieldListArguments
        @OptionGroup var screen: ScreenArguments

        func validate() throws {
            try ViewFormat.check(format)
            if let days, !(1...3660).contains(days) {
                throw ValidationError("--days must be a whole number from 1 to 3660")
            }
            if days != nil, window.to != nil { throw ValidationError("--days cannot be combined with --to") }
        }

        func run() async throws {
            let now = Instant.present
            let zone = try window.zone.zone
            let range = try window.bounds(in: zone, now: now, days: days ?? 7)
            let search = try await EventSearch(options, filter, in: zone)
            let events = try search.events(in: range)
            if format == .text, fields.fields == nil {
                try show(events.map(\.viewed), range, search, now)
            } else {
                try ViewFormat.write(
                    filter.reverse ? events.reversed() : events,
                    format,
                    fields.fields,
                    of: search,
                    in: range
                )
            }
            if search.isIncomplete { throw ExitCode.failure }
        }

        private func show(
            _ events: [ViewedEvent],
            _ range: Range<Instant>,
            _ search: EventSearch,
            _ now: Instant
        ) throws {
            if let step = try search.firstStep() { return Program.errors.print(step) }
            let zone = search.zone
            let first = zone.civil(at: range.lowerBound).date
            let last = zone.civil(at: range.upperBound.adding(seconds: -1)).date
            var layout = screen.layout(now: now)
            layout.isReversed = filter.reverse
            let list = DayList(events, from: first, until: last.adding(days: 1), in: zone)
            layout.handles = search.handles(for: events, screen.names)
            try screen.print(AgendaText.lines(list, layout), layout)
        }
    }
#endif
