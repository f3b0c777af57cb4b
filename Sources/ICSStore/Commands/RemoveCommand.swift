#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove events, occurrences or reminders."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedItems

        @Option(help: SpanArgument.help)
        var span: SpanArgument?

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            var found = try await finder.items(named.identifiers, options, span: span?.span)
            if let match = named.match {
                let event = try finder.event(matching: match)
                try options.ask("Remove \(event.words(span?.span ?? event.usualSpan))?")
                found.append(event)
            }
            try options.remove(found, span, from: store)
        }
    }

    extension StoreOptions {
        /// Removes either all items or none of them.
        func remove(_ found: [NamedItem], _ span: SpanArgument?, from store: EventStore) throws {
            var lines: [String] = []
            for named in found {
                let span = span?.span ?? named.usualSpan
                if let note = named.noteOnAttendees(self, isRemoved: true) { Program.say(note) }
                try named.remove(from: store, span: span)
                lines.append("would remove \(named.words(span))")
            }
            guard dryRun else { return try store.commit() }
            try ListOutput.print(lines)
        }
    }

    extension RemoveCommand: NamingCommand {
        var names: [String] {
            get { named.identifiers }
            set { named.identifiers = newValue }
        }
    }
#endif
