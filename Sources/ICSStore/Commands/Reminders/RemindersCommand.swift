#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
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

    struct AddReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a reminder and print its identifier."
        )

        @OptionGroup var options: StoreOptions

        @Option(help: "Title of the reminder.")
        var title: String

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Due time: 2026-04-02, 2026-04-02T18:00, today, tomorrow, now, +1d, +2h, +15min, \"fri 14:00\".",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsingTimeOfItem:)
        )
        var due: TimeArgument?

        @Option(help: ArgumentHelp("Time zone of the due time (default: the system's).", valueName: "zone"))
        var timeZone: String?

        @Option(help: "Notes.")
        var notes: String?

        @Option(
            name: .customLong("repeat"),
            help: ArgumentHelp("Recurrence rule (RFC 5545); requires --due.", valueName: "rule")
        )
        var rule: String?

        @Option(help: PriorityArgument.help, transform: PriorityArgument.init(parsing:))
        var priority: PriorityArgument?

        @Option(help: "Location.")
        var location: String?

        @Option(help: "URL.")
        var url: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Start, in the same form as the due time.", valueName: "time"),
            transform: ReminderTime.init(parsing:)
        )
        var start: ReminderTime?

        @Option(parsing: .unconditionalSingleValue, help: ReminderAlarms.help)
        var alarm: [String] = []

        @Option(help: ArgumentHelp("Calendar to add to.", valueName: "name|id"))
        var calendar: String?

        func validate() throws {
            let texts: [(String, String?)] = [
                ("title", title), ("notes", notes), ("repeat", rule), ("location", location), ("url", url),
            ]
            for (name, text) in texts {
                try checkTypedText(text, of: "--\(name)")
            }
            try ReminderAlarms.check(alarm)
        }

        func run() async throws {
            let zone = try displayZone(named: timeZone)
            var (time, begin): (EventTime?, EventTime?)
            var rules: [RecurrenceRule] = []
            do {
                time = try due.map { try ReminderTime.time($0, in: zone) }
                begin = try start?.time(in: zone)
                if let rule {
                    guard due != nil else { throw ValidationError("--repeat requires --due") }
                    rules = [try RuleLine.rule(rule).ending(like: time)]
                }
            } catch let error as WindowTimesError {
                throw ValidationError("--due: \(error)")
            } catch let error as FieldError {
                throw ValidationError("--\(error.text)")
            }
            let store = try await options.open(for: .readReminders, in: zone)
            let target = try await ItemFinder(store: store).target(calendar, .reminder, options)
            var todo = try Todo(title, due: time)
            todo.descriptionText = notes
            todo.recurrenceRules = rules
            if let priority { todo.priority = priority.number }
            todo.location = location
            todo.url = url
            if let begin { todo.start = begin }
            ImportedItem.warn(of: [CalendarFile(calendars: [CalendarObject(todos: [todo])])], in: zone)
            var reminder = Reminder(todo, calendar: target)
            reminder.alarms = try ReminderAlarms.alarms(alarm, of: reminder)
            try ReminderAlarms.check(reminder.alarms, of: reminder)
            ClockWarnings.print(about: time, named: "the due time", in: store.zone)
            try store.save(&reminder, commit: !options.dryRun)
            guard options.dryRun else { return try DoneOutput.print([reminder.calendarItemIdentifier]) }
            try ListOutput.print(["would add \(reminder.title) to \(reminder.calendar?.title ?? "")"])
        }
    }

    struct CompleteReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract:
                "Complete reminders and, for recurring ones, print when the next instance is due.",
            discussion: """
                A completed instance becomes a reminder of its own, in a separate file, and its series then starts at \
                the next instance. This way programs that support only one VTODO per file, such as todoman, can still \
                edit the series. With --in-series, or if the series already holds completed instances, the \
                instance is kept in its series, with a RECURRENCE-ID.
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
                try options.ask("Complete \(found.last?.title ?? "")?")
            }
            var reminders = found.compactMap(\.reminder)
            var known: Set<String> = []
            reminders.removeAll { !known.insert($0.id).inserted }
            for reminder in reminders where reminder.isCompleted {
                Program.errors.print("\(Program.name): \(reminder.title): already completed")
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
