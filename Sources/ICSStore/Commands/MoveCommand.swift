#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    /// `ics-store move ID... --to CALENDAR`: to another calendar.
    struct MoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract:
                "Moves events and reminders, with all of their series, to another calendar; prints their new identifiers."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events and reminders.", valueName: "id"))
        var identifiers: [String]

        @Option(name: .long, help: ArgumentHelp("Where they go.", valueName: "name|id"))
        var to: String

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            let found = try await finder.items(identifiers, options)
            for case .event(let named) in found
            where named.usualSpan == .thisEvent && named.event.hasRecurrenceRules {
                try options.ask("The whole series of \(named.title) will move. Go on?")
            }
            for case (let identifier, .reminder(let reminder)) in zip(identifiers, found)
            where SpanArgument.usual(of: identifier) == .thisEvent && reminder.hasRecurrenceRules {
                try options.ask("The whole series of \(reminder.title) will move. Go on?")
            }
            var lines: [String] = []
            func add(_ title: String, _ target: EventCalendar, _ identifier: String) {
                lines.append(options.dryRun ? "would move \(title), to \(target.title)" : identifier)
            }
            // All or nothing.
            for item in found {
                switch item {
                case .event(let named):
                    var event = named.event
                    let target = try finder.calendar(to)
                    event.calendar = target
                    try store.save(&event, span: .allEvents, commit: false)
                    add(named.title, target, event.eventIdentifier ?? "")
                case .reminder(var reminder):
                    let target = try finder.calendar(to, for: .reminder)
                    reminder.calendar = target
                    try store.save(&reminder, commit: false)
                    add(reminder.title, target, reminder.calendarItemIdentifier)
                }
            }
            if options.dryRun { return try ListOutput.print(lines) }
            try store.commit()
            try DoneOutput.print(lines)
        }
    }
#endif
