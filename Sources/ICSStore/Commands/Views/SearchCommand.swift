#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import SystemIO

    struct SearchCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "search",
            abstract: "Find events by title, place, notes, people or category, including past events.",
            discussion: """
                Case and accents are ignored. An event matches only if it contains every search term.

                Upcoming events are listed first, starting with the next one, followed by past events, \
                starting with the most recent. For a recurring event, only the next occurrence (or the last, \
                if all are past) is listed, with the number of other occurrences, unless --all is used.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Search terms.", valueName: "text"))
        var texts: [String]

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Start of the search (default: ten years ago).", valueName: "time"),
            transform: TimeArgument.init(parsingStart:)
        )
        var from: TimeArgument?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("End of the search, exclusive (default: in two years).", valueName: "time"),
            transform: TimeArgument.init(parsing:)
        )
        var to: TimeArgument?

        @Flag(help: "List every occurrence.")
        var all = false

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Maximum number of results to print.", valueName: "n"),
            transform: limitNumber
        )
        var limit: Int?

        @OptionGroup var output: ViewFormat

        @OptionGroup var zone: ZoneArguments
        @OptionGroup var calendars: CalendarArguments
        @OptionGroup var filter: FilterArguments
        @OptionGroup var fields: FieldListArguments
        @OptionGroup var screen: ScreenArguments
        @OptionGroup var names: HandleArguments

        func validate() throws {
            guard texts.contains(where: { !FoldedText.bytes($0).isEmpty }) else {
                throw ValidationError("the text to search for is empty")
            }
        }

        func run() async throws {
            let now = Instant.present
            let zone = try self.zone.zone
            let range = try range(zone, now)
            let search = try await EventSearch(options, calendars, filter, in: zone)
            if let step = try search.firstStep() { return Program.errors.print(step) }
            var candidates = SearchCandidates(now: now, zone: zone, isExhaustive: all)
            try search.forEach(in: range) { event, _ in candidates.add(event) }
            var found = candidates.matches(of: texts, search)
            if filter.reverse { found.reverse() }
            if let limit { found = Array(found.prefix(limit)) }
            if output.format != .text || fields.fields != nil {
                try output.write(found.map(\.event), fields.fields, of: search, in: range)
            } else {
                try show(found, search, now)
            }
            if found.isEmpty, limit != 0 {
                let searched = WindowText(range, in: zone)
                Program.say("nothing found between \(searched.from) and \(searched.to)")
            }
            if search.isIncomplete { throw ExitCode.failure }
        }

        private func range(_ zone: Zone, _ now: Instant) throws -> Range<Instant> {
            let times = WindowTimes(zone: zone, now: now)
            // The default end is relative to now rather than to the start.
            let end = try to ?? .instant(times.from(.offset(2, .years)))
            return try times.range(from: from ?? .offset(-10, .years), to: end)
        }

        private func show(_ found: [SearchMatch], _ search: EventSearch, _ now: Instant) throws {
            let events = found.map(\.event.viewed)
            var layout = screen.layout(now: now)
            layout.handles = search.handles(for: events, names)
            let notes = found.map { $0.others > 0 ? "and \($0.others) more" : nil }
            try screen.print(EventListText.lines(events, notes: notes, in: search.zone, layout), layout)
        }
    }
#endif
