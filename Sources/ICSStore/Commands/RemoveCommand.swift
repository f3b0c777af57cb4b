#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    /// `ics-store remove ID...`: takes events away.
    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes events, occurrences, or occurrences and all that follow."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events or occurrences.", valueName: "id"))
        var identifiers: [String] = []

        @Option(
            name: .long,
            help: ArgumentHelp("The one event whose title has this text in it.", valueName: "text")
        )
        var match: String?

        @Option(name: .long, help: SpanArgument.help)
        var span: SpanArgument?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("which event? Name identifiers, or --match a title")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = EventFinder(store: store)
            var found = try identifiers.map { try finder.event($0) }
            if let match {
                let named = try finder.event(matching: match)
                let words = EditCommand.words(span?.span ?? named.usualSpan, named.event)
                try options.ask("Remove \(words), \(named.title)?")
                found.append(named)
            }
            // All or nothing.
            for named in found {
                try store.remove(named.event, span: span?.span ?? named.usualSpan, commit: false)
            }
            guard options.dryRun else { return try store.commit() }
            var list = ListOutput(.text, to: .output)
            for named in found {
                let words = EditCommand.words(span?.span ?? named.usualSpan, named.event)
                try list.add {
                    ["would remove \(words), \(named.title)"]
                } json: { _ in
                }
            }
            try list.finish()
        }
    }

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
            let finder = EventFinder(store: store)
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
            var list = ListOutput(.text, to: .output)
            try list.add {
                lines
            } json: { _ in
            }
            try list.finish()
        }
    }
#endif
