#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    /// `ics-store move ID... --to CALENDAR`: to another calendar.
    struct MoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract:
                "Moves events, with all of their series, to another calendar; prints their new identifiers."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events.", valueName: "id"))
        var identifiers: [String]

        @Option(name: .long, help: ArgumentHelp("Where they go.", valueName: "name|id"))
        var to: String

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            let target = try finder.calendar(to)
            let found = try identifiers.map { try finder.event($0) }
            for named in found where named.usualSpan == .thisEvent && named.event.hasRecurrenceRules {
                try options.ask("The whole series of \(named.title) will move. Go on?")
            }
            var lines: [String] = []
            for named in found {
                var event = named.event
                event.calendar = target
                try store.save(&event, span: .allEvents, commit: false)
                lines.append(
                    options.dryRun
                        ? "would move \(named.title), to \(target.title)" : event.eventIdentifier ?? ""
                )
            }
            if !options.dryRun { try store.commit() }
            try ListOutput.print(lines)
        }
    }
#endif
