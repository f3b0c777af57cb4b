#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    /// `ics-store remove ID...`: takes events and reminders away.
    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes events, occurrences, or occurrences and all that follow, and reminders."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events, occurrences or reminders.", valueName: "id"))
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
            var found = try await finder.items(identifiers, options, span: span?.span)
            if let match {
                let named = try finder.event(matching: match)
                let words = EditCommand.words(span?.span ?? named.usualSpan, named.event)
                try options.ask("Remove \(words), \(named.title)?")
                found.append(.event(named))
            }
            var lines: [String] = []
            // All or nothing.
            for (place, item) in found.enumerated() {
                switch item {
                case .event(let named):
                    let span = span?.span ?? named.usualSpan
                    try store.remove(named.event, span: span, commit: false)
                    lines.append("would remove \(EditCommand.words(span, named.event)), \(named.title)")
                case .reminder(let reminder):
                    let span = span?.span ?? SpanArgument.usual(of: identifiers[place])
                    try store.remove(reminder, span: span, commit: false)
                    lines.append("would remove \(SpanArgument.words(span, reminder))")
                }
            }
            guard options.dryRun else { return try store.commit() }
            try ListOutput.print(lines)
        }
    }
#endif
