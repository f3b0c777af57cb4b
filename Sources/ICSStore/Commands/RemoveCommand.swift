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
            let finder = ItemFinder(store: store)
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
            let lines = found.map { named in
                "would remove \(EditCommand.words(span?.span ?? named.usualSpan, named.event)), \(named.title)"
            }
            try ListOutput.print(lines)
        }
    }
#endif
