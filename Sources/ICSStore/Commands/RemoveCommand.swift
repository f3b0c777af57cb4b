#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
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
            let (empty, identifiers) = try finder.emptySeries(among: named.identifiers)
            var found = try await finder.items(identifiers, options, span: span?.span)
            if let match = named.match {
                let event = try finder.event(matching: match)
                try options.ask("Remove \(event.words(span?.span ?? event.usualSpan))?")
                found.append(event)
            }
            for series in empty { try store.removeEmptySeries(series.identifier, commit: false) }
            let lines = empty.map { "would remove \(Words.title($0.title)), which has no occurrences left" }
            try options.remove(found, span, from: store, also: lines)
        }
    }

    extension ItemFinder {
        /// Separates the series without occurrences from the other items.
        func emptySeries(
            among names: [String]
        ) throws -> (empty: [(identifier: ItemIdentifier, title: String)], others: [String]) {
            var empty: [(identifier: ItemIdentifier, title: String)] = []
            var others: [String] = []
            for name in names {
                if let identifier = ItemIdentifier(try identifier(name)),
                    let title = store.titleOfEmptySeries(identifier)
                {
                    empty.append((identifier, title))
                } else {
                    others.append(name)
                }
            }
            return (empty, others)
        }
    }

    extension StoreOptions {
        /// Removes either all items or none of them.
        func remove(
            _ found: [NamedItem],
            _ span: SpanArgument?,
            from store: EventStore,
            also removed: [String] = []
        ) throws {
            var lines = removed
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
