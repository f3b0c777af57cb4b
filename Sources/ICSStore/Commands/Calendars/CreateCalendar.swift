#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    struct CreateCalendar: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a calendar and print its identifier.",
            discussion: """
                The calendar is stored in a folder with the same name. Its files displayname and color are also read \
                by vdirsyncer and khal. --kind also writes .Radicale.props, which limits what the calendar accepts.

                To add a calendar on a server, create it there. The next `refresh` then adds it here.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: "Name of the calendar.")
        var name: String

        @Option(
            help: ArgumentHelp("Color: '#3366cc' or a name such as red.", valueName: "color"),
            transform: ColorArgument.init(parsing:)
        )
        var color: ColorArgument?

        @Option(
            help: ArgumentHelp(
                "Items that the calendar accepts: events or reminders (default: both).",
                valueName: "kind"
            )
        )
        var kind: CalendarKind?

        func run() async throws {
            let name = try CalendarName(name)
            try options.createFolder()
            let store = try await options.open(for: kind == .reminders ? .readReminders : .readEvents)
            try name.checkFree(in: store)
            guard let source = try store.sources.first else { throw CommandError("the store has no folder") }
            var calendar = EventCalendar(
                title: name.text,
                color: color?.color,
                source: source,
                allowing: kind?.types ?? [.event, .reminder]
            )
            if options.dryRun {
                let details = [kind.map { "for \($0.rawValue)" }, calendar.color.map { "color \($0)" }]
                let text = details.compactMap(\.self).joined(separator: ", ")
                return try ListOutput.print([
                    "would create the calendar \(name.text)" + (text.isEmpty ? "" : " (\(text))")
                ])
            }
            try store.saveCalendar(&calendar)
            try DoneOutput.print([calendar.calendarIdentifier])
        }
    }

    /// The value of `--kind`: the type of items that a new calendar accepts.
    enum CalendarKind: String, ExpressibleByArgument, CaseIterable {
        case events
        case reminders

        var types: EntityTypes { self == .events ? .event : .reminder }
    }
#endif
