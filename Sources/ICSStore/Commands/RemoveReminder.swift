#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store reminders remove ID...`.
    struct RemoveReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes reminders, or occurrences of those that recur."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Option(name: .long, help: SpanArgument.help)
        var span: SpanArgument?

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            var found = try named.identifiers.map { identifier in
                (try finder.reminder(identifier), span?.span ?? SpanArgument.usual(of: identifier))
            }
            if let match = named.match {
                let reminder = try finder.reminder(matching: match)
                let reach = span?.span ?? .thisEvent
                try options.ask("Remove \(SpanArgument.words(reach, reminder))?")
                found.append((reminder, reach))
            }
            for (reminder, reach) in found { try store.remove(reminder, span: reach, commit: false) }
            guard options.dryRun else { return try store.commit() }
            try ListOutput.print(found.map { "would remove \(SpanArgument.words($1, $0))" })
        }
    }
#endif
