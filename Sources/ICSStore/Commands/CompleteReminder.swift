#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store reminders complete ID...`: what was done.
    struct CompleteReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract: "Completes reminders; of one that recurs the next comes up."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(
            name: .long,
            help: ArgumentHelp("The one open reminder whose title has this text in it.", valueName: "text")
        )
        var match: String?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("which reminder? Name identifiers, or --match a title")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            var reminders = try identifiers.map { try finder.reminder($0) }
            if let match {
                let found = try finder.reminder(matching: match, isOpen: true)
                try options.ask("Complete \(found.title)?")
                reminders.append(found)
            }
            var named: Set<String> = []
            reminders.removeAll { !named.insert($0.id).inserted }
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
