#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store reminders complete ID...`.
    struct CompleteReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract:
                "Completes reminders; for a recurring one, prints when its next instance is due.",
            discussion: """
                A completed instance becomes a reminder of its own, in a separate file, and its series then starts at \
                the next instance. This way programs that support only one VTODO per file, such as todoman, can still \
                edit the series. With --in-series the instance stays in its series, with a RECURRENCE-ID. It also \
                stays there if the series already holds completed instances.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Flag(name: .long, help: "Keep completed instances in their series (RECURRENCE-ID).")
        var inSeries = false

        func run() async throws {
            let store = try await options.open(for: .readReminders, keeping: inSeries ? .inSeries : .apart)
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
            if options.dryRun {
                return try ListOutput.print(reminders.map { "would complete \($0.title)" })
            }
            try store.commit()
            try DoneOutput.print(Self.lines(after: reminders, in: store))
        }

        /// One line for each recurring reminder: when its next instance is due.
        private static func lines(after reminders: [Reminder], in store: EventStore) throws -> [String] {
            var known: Set<String> = []
            return try reminders.filter { $0.isInstance && known.insert($0.calendarItemIdentifier).inserted }
                .map { reminder in
                    let next = try store.reminder(withIdentifier: reminder.calendarItemIdentifier)
                    guard let next, !next.isCompleted else {
                        return "\(reminder.title): completed; no instances left"
                    }
                    let due = ReminderOutput.dueText(next, of: store)
                    return "\(next.title): next due \(due)  \(next.id)"
                }
        }
    }
#endif
