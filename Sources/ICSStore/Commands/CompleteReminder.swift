#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store reminders complete ID...`.
    struct CompleteReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract: "Completes reminders; of one that recurs the next comes up."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            var reminders = try named.identifiers.map { try finder.reminder($0) }
            if let match = named.match {
                let found = try finder.reminder(matching: match, isOpen: true)
                try options.ask("Complete \(found.title)?")
                reminders.append(found)
            }
            var known: Set<String> = []
            reminders.removeAll { !known.insert($0.id).inserted }
            for reminder in reminders where reminder.isCompleted {
                Program.errors.print("\(Program.name): \(reminder.title): it is done already")
            }
            reminders.removeAll(where: \.isCompleted)
            for reminder in reminders {
                var reminder = reminder
                reminder.isCompleted = true
                try store.save(&reminder, commit: false)
            }
            guard options.dryRun else { return try store.commit() }
            try ListOutput.print(reminders.map { "would complete \($0.title)" })
        }
    }
#endif
