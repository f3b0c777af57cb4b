#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct RemindersCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reminders",
            abstract: "List, add, edit, postpone, complete and remove reminders.",
            subcommands: [
                ListReminders.self, ShowReminders.self, AddReminder.self, EditReminder.self,
                PostponeReminder.self, CompleteReminder.self, RemoveReminder.self,
            ],
            defaultSubcommand: ListReminders.self
        )
    }

    struct CompleteReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract:
                "Complete reminders and, for recurring ones, print when the next instance is due.",
            discussion: """
                A completed instance becomes a separate reminder in its own file, and its series then starts \
                at the next instance; canceled instances before it are removed. This way, programs that \
                support only one VTODO per file, such as todoman, can still edit the series. With \
                --in-series, or if the series already contains completed instances, the instance is kept in its \
                series, with a RECURRENCE-ID.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Flag(help: "Keep completed instances in their series (RECURRENCE-ID).")
        var inSeries = false

        func run() async throws {
            let store = try await options.open(for: .readReminders, keeping: inSeries ? .inSeries : .apart)
            let finder = ItemFinder(store: store)
            var found = try named.identifiers.map { try finder.reminder($0) }
            if let match = named.match {
                found.append(try finder.reminder(matching: match, isOpen: true))
                try options.ask("Complete \(Words.title(found.last?.title ?? ""))?")
            }
            var reminders = found.compactMap(\.reminder)
            var known: Set<String> = []
            reminders.removeAll { !known.insert($0.id).inserted }
            for reminder in reminders where reminder.isCompleted {
                Program.say("\(Words.title(reminder.title)): already completed")
            }
            reminders.removeAll(where: \.isCompleted)
            for reminder in reminders {
                var reminder = reminder
                reminder.isCompleted = true
                try store.save(&reminder, commit: false)
            }
            if options.dryRun {
                return try ListOutput.print(reminders.map { "would complete \(Words.title($0.title))" })
            }
            try store.commit()
            try DoneOutput.print(Self.lines(after: reminders, in: store))
        }

        private static func lines(after reminders: [Reminder], in store: EventStore) throws -> [String] {
            var known: Set<String> = []
            return try reminders.filter { $0.isInstance && known.insert($0.calendarItemIdentifier).inserted }
                .map { reminder in
                    let next = try store.reminder(withIdentifier: reminder.calendarItemIdentifier)
                    guard let next, !next.isCompleted else {
                        return "\(Words.title(reminder.title)): completed; no instances left"
                    }
                    let due = ReminderOutput.dueText(next, of: store)
                    let verb = next.due == nil ? "starts" : "due"
                    return "\(Words.title(next.title)): next \(verb) \(due)  \(next.id)"
                }
        }
    }

    struct RemoveReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove reminders, or occurrences of recurring ones."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Option(help: SpanArgument.help)
        var span: SpanArgument?

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            var found = try named.identifiers.map { try finder.reminder($0) }
            if let match = named.match {
                let reminder = try finder.reminder(matching: match)
                try options.ask("Remove \(reminder.words(span?.span ?? .thisEvent))?")
                found.append(reminder)
            }
            try options.remove(found, span, from: store)
        }
    }
#endif
