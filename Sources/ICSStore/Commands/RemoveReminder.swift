#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store reminders remove ID...`.
    struct RemoveReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract:
                "Removes reminders; one that recurs as a whole, but for an instance that was done and is named."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            var identifiers = named.identifiers
            var reminders = try identifiers.map { try finder.reminder($0) }
            if let match = named.match {
                let found = try finder.reminder(matching: match)
                try options.ask("Remove \(found.title)?")
                reminders.append(found)
                identifiers.append(found.id)
            }
            for (reminder, identifier) in zip(reminders, identifiers) {
                try store.remove(reminder, namedBy: identifier, commit: false)
            }
            guard options.dryRun else { return try store.commit() }
            try ListOutput.print(reminders.map { "would remove \($0.title)" })
        }
    }
#endif
