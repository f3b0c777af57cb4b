#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// `ics-store reminders`: what is to be done.
    struct RemindersCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reminders",
            abstract: "Lists, adds and completes reminders.",
            subcommands: [ListReminders.self, AddReminder.self, CompleteReminder.self],
            defaultSubcommand: ListReminders.self
        )
    }

    /// `ics-store reminders list`.
    struct ListReminders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists reminders; those that are due first come first."
        )

        @OptionGroup var options: StoreOptions

        @Flag(name: .long, help: "Only those that are done.")
        var completed = false

        @Flag(name: .long, help: "Only those that are to be done.")
        var incomplete = false

        @Option(
            name: .long,
            help: ArgumentHelp("Look at this calendar only; may be repeated.", valueName: "name|id")
        )
        var calendar: [String] = []

        @Option(name: .long, help: ArgumentHelp("text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws {
            try format.checkForList()
            if completed, incomplete {
                throw ValidationError("--completed and --incomplete together are all; leave both out")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let calendars = try EventFinder(store: store).calendars(calendar, for: .reminder)
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
            for reminder in try store.reminders(matching: predicate) {
                let due = reminder.todo.due ?? reminder.todo.start
                try list.add {
                    let time = MomentText.padded(due.map { EventFields.text($0) } ?? "", to: 16)
                    let title = reminder.title.isEmpty ? "(no title)" : reminder.title
                    let mark = reminder.isCompleted ? "x" : " "
                    return ["[\(mark)] \(time)  \(MomentText.padded(title, to: 32))  \(reminder.id)"]
                } json: { bytes in
                    JSONText.append(
                        object: [
                            ("id", reminder.id), ("calendar_id", reminder.calendar?.calendarIdentifier),
                            ("uid", reminder.calendarItemExternalIdentifier), ("summary", reminder.title),
                            ("due", due.map(MomentText.written)),
                            ("completed", reminder.todo.completed?.description),
                            ("location", reminder.location), ("description", reminder.notes),
                        ],
                        to: &bytes
                    )
                    bytes.removeLast()
                    JSONText.append(key: "isCompleted", to: &bytes)
                    bytes += Array("\(reminder.isCompleted)".utf8)
                    JSONText.append(key: "priority", to: &bytes)
                    bytes += Array("\(reminder.priority)}".utf8)
                }
            }
            try list.finish()
        }
    }

    /// `ics-store reminders add`.
    struct AddReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a reminder, and prints its identifier."
        )

        @OptionGroup var options: StoreOptions

        @Option(name: .long, help: "What is to be done.")
        var title: String

        @Option(
            name: .long,
            help: ArgumentHelp("When it is due: 2026-04-02, or 2026-04-02T18:00.", valueName: "time")
        )
        var due: String?

        @Option(
            name: .long,
            help: ArgumentHelp("The zone of its time (default: the system's).", valueName: "zone")
        )
        var timeZone: String?

        @Option(name: .long, help: "More to say.")
        var notes: String?

        @Option(
            name: .customLong("repeat"),
            help: ArgumentHelp("A rule of RFC 5545, which needs --due.", valueName: "rule")
        )
        var rule: String?

        @Option(name: .long, help: ArgumentHelp("1 is the most urgent, 9 the least.", valueName: "1-9"))
        var priority: Int?

        @Option(name: .long, help: ArgumentHelp("Where it is saved.", valueName: "name|id"))
        var calendar: String?

        func run() async throws {
            let zone = try options.zone(timeZone)
            var time: EventTime?
            var rules: [RecurrenceRule] = []
            do {
                if let due {
                    let typed = try EventTime(due)
                    time =
                        if case .floating(let civil) = typed {
                            EventTime(civil, timeZoneID: zone.identifier)
                        } else { typed }
                }
                if let rule { rules = [try RuleLine.rule(rule)] }
            } catch let error as CalendarError {
                throw ValidationError("--due: \(error.detail)")
            } catch let error as FieldError {
                throw ValidationError("--\(error.text)")
            }
            let store = try await options.open(for: .readReminders, in: zone)
            let target = try calendar.map { try EventFinder(store: store).calendar($0, for: .reminder) }
            var todo = try Todo(title, due: time)
            todo.todoDescription = notes
            if !rules.isEmpty { todo.recurrenceRules = rules }
            if let priority { todo.priority = priority }
            var reminder = Reminder(todo, calendar: target)
            try store.save(&reminder, commit: !options.dryRun)
            let line =
                options.dryRun
                ? "would add \(reminder.title) to \(reminder.calendar?.title ?? "")"
                : reminder.calendarItemIdentifier
            try Descriptor.output.write(Array("\(PrintableText.string(line))\n".utf8))
        }
    }

    /// `ics-store reminders complete ID...`.
    struct CompleteReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract: "Completes reminders; of one that recurs the next comes up."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of reminders.", valueName: "id"))
        var identifiers: [String]

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            var reminders: [Reminder] = []
            for identifier in identifiers {
                guard let reminder = try store.reminder(withIdentifier: identifier) else {
                    throw CommandError("no reminder has the identifier \(identifier)")
                }
                reminders.append(reminder)
            }
            for reminder in reminders {
                var reminder = reminder
                reminder.isCompleted = true
                try store.save(&reminder, commit: false)
            }
            guard options.dryRun else { return try store.commit() }
            var list = ListOutput(.text, to: .output)
            try list.add {
                reminders.map { "would complete \($0.title)" }
            } json: { _ in
            }
            try list.finish()
        }
    }
#endif
