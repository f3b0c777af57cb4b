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
                "Completes reminders; of one that recurs the next comes up, and its due time is printed.",
            discussion: """
                An instance that is done becomes a reminder of its own, in another file, and its series begins with the \
                next one, so that programs which know one VTODO a file, such as todoman, can go on with it. With \
                --in-series it stays in its series with a RECURRENCE-ID, and so it does in a series that has such \
                instances already.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Flag(name: .long, help: "Keep an instance that is done in its series, as RFC 5545 has it.")
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

        /// When those that recur are due next, a line each.
        private static func lines(after reminders: [Reminder], in store: EventStore) throws -> [String] {
            var known: Set<String> = []
            return try reminders.filter { $0.isInstance && known.insert($0.calendarItemIdentifier).inserted }
                .map { reminder in
                    let next = try store.reminder(withIdentifier: reminder.calendarItemIdentifier)
                    guard let next, !next.isCompleted else {
                        return "\(reminder.title): nothing is left to be done"
                    }
                    let due = ReminderOutput.due(next).map { EventFields.text($0) } ?? ""
                    return "\(next.title): next due \(due)  \(next.id)"
                }
        }
    }
#endif
