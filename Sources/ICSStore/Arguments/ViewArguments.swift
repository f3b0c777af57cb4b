#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import SystemIO

    extension ColorAbility.Choice: ExpressibleByArgument {}

    /// The options for commands with readable output.
    struct ScreenArguments: ParsableArguments {
        @Option(help: ArgumentHelp("When to use colors: auto, always or never.", valueName: "when"))
        var color: ColorAbility.Choice = .auto

        @Flag(help: "Do not use a pager for long output.")
        var noPager = false

        /// Returns the layout for standard output.
        func layout(now: Instant) -> ViewLayout {
            ViewLayout(
                width: Screen.of(.output).columns,
                now: now,
                ability: ColorAbility.of(
                    color,
                    isTerminal: Descriptor.output.isTerminal,
                    environment: SystemCalls.environment
                )
            )
        }

        func print(_ lines: [StyledLine], _ layout: ViewLayout) throws {
            try PagedOutput.print(lines.map { $0.rendered(layout.ability) }, usesPager: !noPager)
        }
    }

    /// The option for listings that can show short names.
    struct HandleArguments: ParsableArguments {
        @Flag(
            help:
                "Print short names such as a3 even if the output is not a terminal; all commands accept them."
        )
        var handles = false

        /// Whether to show short names: on a terminal, or if the user requests them.
        var areShown: Bool { handles || Descriptor.output.isTerminal }
    }

    /// The status of an event: the value of `--status`.
    enum StatusArgument: String, ExpressibleByArgument {
        case confirmed
        case tentative
        case canceled
        /// Spelled as in RFC 5545.
        case cancelled
        case none

        var status: Event.Status? {
            switch self {
            case .confirmed: .confirmed
            case .tentative: .tentative
            case .canceled, .cancelled: .cancelled
            case .none: nil
            }
        }
    }

    /// The options that select events.
    struct FilterArguments: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Show only events with a participant whose name or address contains this text; may be repeated.",
                valueName: "text"
            )
        )
        var attendee: [String] = []

        @Option(
            help: ArgumentHelp(
                "Show only events with this status: confirmed, tentative, canceled or none; may be repeated.",
                valueName: "status"
            )
        )
        var status: [StatusArgument] = []

        @Option(
            help: ArgumentHelp("Show only events with this category; may be repeated.", valueName: "name")
        )
        var category: [String] = []

        @Flag(help: "Omit events that you declined (as the attendee with your --address).")
        var hideDeclined = false

        @Flag(help: "Omit canceled events.")
        var hideCancelled = false

        @Flag(help: "Print the latest events first.")
        var reverse = false

        /// Whether the options keep all events, except possibly canceled ones, in their usual order.
        var isPlain: Bool {
            attendee.isEmpty && status.isEmpty && category.isEmpty && !hideDeclined && !reverse
        }
    }

    /// The fields to print instead of the default fields.
    struct FieldListArguments: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                """
                Fields to print, separated by commas: id, uid, calendar, calendarId, date, time, start, end, title, \
                location, notes, url, status, answer, people, categories, repeats.
                """,
                valueName: "fields"
            ),
            transform: EventColumn.list
        )
        var fields: [EventColumn]?
    }

    /// The first and last day of a view.
    struct ViewWindowArguments: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Start: a day, or a period such as \"next week\" (default: today).",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsingStart:)
        )
        var from: TimeArgument?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("End, exclusive.", valueName: "time"),
            transform: TimeArgument.init(parsing:)
        )
        var to: TimeArgument?

        /// Returns the bounds of the view.
        ///
        /// A missing end defaults to a number of days after the start.
        func bounds(in zone: Zone, now: Instant, days: Int) throws -> Range<Instant> {
            try WindowTimes(zone: zone, now: now).range(from: from, to: to ?? .offset(days, .days))
        }
    }

    /// A view's display time zone.
    struct ZoneArguments: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Display time zone, such as Europe/Berlin (default: the system's).",
                valueName: "zone"
            )
        )
        var timeZone: String?

        var zone: Zone { get throws { try displayZone(named: timeZone) } }
    }
#endif
