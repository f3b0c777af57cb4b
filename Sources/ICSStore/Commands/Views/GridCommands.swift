#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import SystemIO

    /// The options for `week` and `month`.
    struct GridArguments: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                """
                First period to show: a day in the period, next, last, a period such as december or "next \
                month", or an offset (default: today).
                """,
                valueName: "time"
            ),
            transform: GridDay.init
        )
        var day: GridDay?

        @Option(help: ArgumentHelp("Number of periods to show.", valueName: "n"))
        var count = 1

        @Flag(help: "Begin weeks on Sunday.")
        var sunday = false

        @OptionGroup var zone: ZoneArguments
        @OptionGroup var calendars: CalendarArguments
        @OptionGroup var filter: FilterArguments
        @OptionGroup var fields: FieldListArguments
        @OptionGroup var screen: ScreenArguments
        @OptionGroup var names: HandleArguments

        func validate() throws {
            guard (1...120).contains(count) else {
                throw ValidationError("--count must be a whole number from 1 to 120")
            }
        }

        /// Returns a day of the first period.
        func date(in zone: Zone, now: Instant, days: (CivilDate) -> Range<CivilDate>) throws -> CivilDate {
            let times = WindowTimes(zone: zone, now: now)
            do {
                switch day {
                case nil: return zone.civil(at: try times.from(nil)).date
                case .time(let time): return zone.civil(at: try times.from(time)).date
                case .next: return days(zone.civil(at: now).date).upperBound
                case .last: return days(zone.civil(at: now).date).lowerBound.adding(days: -1)
                }
            } catch {
                throw ValidationError("\(error)")
            }
        }

        /// Prints time periods with their events.
        ///
        /// - Parameters:
        ///   - days: A closure that returns the days of the period that contains a date.
        ///   - hasHandles: Whether the lines show short names.
        ///   - lines: A closure that returns the output lines for the period that contains a date.
        func print(
            _ options: StoreOptions,
            days: (CivilDate, ViewLayout) -> Range<CivilDate>,
            hasHandles: (ViewLayout) -> Bool,
            lines: ([ViewedEvent], CivilDate, Zone, ViewLayout) -> [StyledLine]
        ) async throws {
            let now = Instant.present
            let zone = try self.zone.zone
            let search = try await EventSearch(options, calendars, filter, in: zone)
            if let step = try search.firstStep() { return Program.errors.print(step) }
            var layout = screen.layout(now: now)
            layout.weekStart = sunday ? .sunday : .monday
            layout.isReversed = filter.reverse
            var date = try date(in: zone, now: now) { days($0, layout) }
            var periods: [(events: [ViewedEvent], date: CivilDate)] = []
            var entries = 0
            var end: CivilDate?
            for _ in 0..<count {
                let period = days(date, layout)
                let bounds =
                    zone.instant(
                        of: CivilDateTime(period.lowerBound)
                    )..<zone.instant(of: CivilDateTime(period.upperBound))
                let listed = try search.events(in: bounds)
                let events = listed.events.map(\.viewed)
                for event in events {
                    let own = DayList.days(of: event, in: zone)
                    entries +=
                        own.clamped(to: period.lowerBound.dayNumber..<period.upperBound.dayNumber).count
                }
                guard listed.end == nil, entries <= DayList.mostEntries else {
                    end = period.lowerBound
                    break
                }
                periods.append((events, date))
                date = period.upperBound
            }
            if let columns = fields.fields {
                let events = periods.enumerated().flatMap { number, period in
                    // An event that spans several periods is listed in the first one.
                    let start = zone.instant(of: CivilDateTime(period.date))
                    return number == 0 ? period.events : period.events.filter { $0.span.lowerBound >= start }
                }
                try EventColumnOutput.print(
                    filter.reverse ? events.reversed() : events,
                    columns,
                    .text,
                    in: zone
                )
            } else {
                try show(periods, search, layout, hasHandles: hasHandles, lines: lines)
            }
            if let end { ListedEvents.sayLimit(before: end) }
            if search.isIncomplete || end != nil { throw ExitCode.failure }
        }

        private func show(
            _ periods: [(events: [ViewedEvent], date: CivilDate)],
            _ search: EventSearch,
            _ layout: ViewLayout,
            hasHandles: (ViewLayout) -> Bool,
            lines: ([ViewedEvent], CivilDate, Zone, ViewLayout) -> [StyledLine]
        ) throws {
            let periods = filter.reverse ? periods.reversed() : periods
            var layout = layout
            var handles =
                (hasHandles(layout) ? search.handles(for: periods.flatMap(\.events), names) : [])[...]
            var printed: [StyledLine] = []
            for (events, date) in periods {
                if !printed.isEmpty { printed.append(StyledLine()) }
                layout.handles = Array(handles.prefix(events.count))
                handles = handles.dropFirst(events.count)
                printed += lines(events, date, search.zone, layout)
            }
            try screen.print(printed, layout)
        }
    }

    /// The day argument of `week` and `month`.
    enum GridDay {
        case time(TimeArgument)
        case next
        case last

        init(_ text: String) throws {
            switch text.lowercased() {
            case "next": self = .next
            case "last", "previous": self = .last
            default: self = .time(try TimeArgument(parsingStart: text))
            }
        }
    }

    struct WeekCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "week",
            abstract: "Show the events of a week, one column for each day.",
            discussion: "On a terminal narrower than 64 columns, the events are shown as a list."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var grid: GridArguments

        func run() async throws {
            try await grid.print(options) { date, layout in
                WeekGrid.days(of: date, startingOn: layout.weekStart)
            } hasHandles: { _ in
                true
            } lines: {
                WeekGrid($0, of: $1, in: $2, $3).lines
            }
        }
    }

    struct MonthCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "month",
            abstract: "Show the events of a month, one row for each week.",
            discussion: "On a terminal narrower than 64 columns, the events are shown as a list."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var grid: GridArguments

        func run() async throws {
            try await grid.print(options) { date, _ in
                MonthGrid.days(of: date)
            } hasHandles: {
                !MonthGrid.isGrid(in: $0)
            } lines: {
                MonthGrid($0, of: $1, in: $2, $3).lines
            }
        }
    }
#endif
