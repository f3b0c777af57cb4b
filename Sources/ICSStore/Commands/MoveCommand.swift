#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    struct MoveCommand: AsyncParsableCommand, NamingCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract:
                "Move events and reminders, with their whole series, to another calendar and print the new identifiers."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events and reminders.", valueName: "id"))
        var names: [String]

        @Option(
            name: [.long, .customLong("calendar")],
            help: ArgumentHelp("Calendar to move to.", valueName: "name|id")
        )
        var to: String

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            let found = try await finder.items(names, options)
            for named in found.filter(\.isEvent) + found.filter({ !$0.isEvent })
            where named.usualSpan == .thisEvent && named.properties.hasRecurrenceRules {
                try options.ask("Move the whole series of \(named.title)?")
            }
            var lines: [String] = []
            // Do not move any items unless all can be moved.
            for named in found {
                let target = try finder.calendar(to, for: named.isEvent ? .event : .reminder)
                let identifier = try named.move(to: target, in: store)
                lines.append(options.dryRun ? "would move \(named.title) to \(target.title)" : identifier)
            }
            if options.dryRun { return try ListOutput.print(lines) }
            try store.commit()
            try DoneOutput.print(lines)
        }
    }
#endif
