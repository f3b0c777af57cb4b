#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct RemindersCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reminders",
            abstract: "List, add, complete and remove reminders.",
            subcommands: [ListReminders.self, AddReminder.self, CompleteReminder.self, RemoveReminder.self],
            defaultSubcommand: ListReminders.self
        )
    }

    struct ListReminders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List reminders in the order in which they are due."
        )

        @OptionGroup var options: StoreOptions

        @Flag(help: "List only completed reminders.")
        var completed = false

        @Flag(help: "List only incomplete reminders.")
        var incomplete = false

        @OptionGroup var calendars: CalendarArguments

        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws {
            try format.checkForList()
            if completed, incomplete {
                throw ValidationError(
                    "--completed and --incomplete cannot be combined; omit both to list all reminders"
                )
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let calendars = try ItemFinder(store: store).calendars(self.calendars.names, for: .reminder)
            let isIncomplete = try StoreRemarks.print(of: store, for: .reminder, in: calendars)
            let predicate: ReminderPredicate
            if completed {
                predicate = try store.predicateForCompletedReminders(
                    withCompletionDateStarting: nil,
                    ending: nil,
                    calendars: calendars
                )
            } else if incomplete {
                predicate = try store.predicateForIncompleteReminders(
                    withDueDateStarting: nil,
                    ending: nil,
                    calendars: calendars
                )
            } else {
                predicate = try store.predicateForReminders(in: calendars)
            }
            var list = ListOutput(format, to: .output)
            let found = try store.reminders(matching: predicate)
            if found.isEmpty { Program.errors.print("\(Program.name): no matching reminders") }
            for reminder in found {
                try list.add {
                    [ReminderOutput.line(reminder, of: store)]
                } json: {
                    ReminderOutput.append(reminder, to: &$0)
                }
            }
            try list.finish()
            if isIncomplete { throw ExitCode.failure }
        }
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

        @Option(help: ArgumentHelp("Priority, from 1 (highest) to 9 (lowest).", valueName: "1-9"))
        var priority: Int?

        @Option(help: ArgumentHelp("Calendar to add to.", valueName: "name|id"))
        var calendar: String?

        func validate() throws {
            let texts: [(String, String?)] = [("title", title), ("notes", notes), ("repeat", rule)]
            for (name, text) in texts {
                try checkTypedText(text, of: "--\(name)")
            }
            if let priority, !(1...9).contains(priority) {
                throw ValidationError("--priority: '\(priority)' is not a number from 1 to 9")
            }
        }

        func run() async throws {
            let zone = try displayZone(named: timeZone)
            var time: EventTime?
            var rules: [RecurrenceRule] = []
            do {
                time = try due.map { try Self.time($0, in: zone) }
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
            if let priority { todo.priority = priority }
            ImportedItem.warn(of: [CalendarFile(calendars: [CalendarObject(todos: [todo])])], in: zone)
            var reminder = Reminder(todo, calendar: target)
            try store.save(&reminder, commit: !options.dryRun)
            guard options.dryRun else { return try DoneOutput.print([reminder.calendarItemIdentifier]) }
            try ListOutput.print(["would add \(reminder.title) to \(reminder.calendar?.title ?? "")"])
        }

        private static func time(_ time: TimeArgument, in zone: Zone) throws -> EventTime {
            switch try WindowTimes(zone: zone, now: .present).exact(time) {
            case .date(let date): return .date(date)
            case .local(let civil): return EventTime(civil, timeZoneID: zone.identifier)
            case .instant(let instant): return .utc(Zone.utc.civil(at: instant))
            case .today, .tomorrow, .offset:
                let times = WindowTimes(zone: zone, now: .present)
                return .date(zone.civil(at: try times.from(time)).date)
            case .now, .clock, .phrase:
                let instant = try WindowTimes(zone: zone, now: .present).from(time)
                let civil = zone.civil(at: instant)
                guard zone.instant(of: civil) == instant else {
                    // If an hour occurs twice, the second one can only be written in UTC.
                    return .utc(Zone.utc.civil(at: instant.adding(seconds: -civil.second)))
                }
                // A user who types "now" does not mean the seconds.
                return EventTime(civil.adding(seconds: -civil.second), timeZoneID: zone.identifier)
            }
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
