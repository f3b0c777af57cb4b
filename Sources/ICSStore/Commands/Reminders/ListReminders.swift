#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct ListReminders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the open reminders: overdue ones first, those without a due time last.",
            discussion: """
                Each line starts with [ ] for an open reminder, [!] for an overdue one, [x] for a completed one and \
                [-] for a canceled one. Completed and canceled reminders are listed only with --all, and completed \
                ones also with --done. A reminder that is due on a day is overdue after that day.

                On a terminal, each reminder has a short name such as a3 in place of its identifier, which all \
                commands accept.
                """
        )

        @OptionGroup var options: StoreOptions

        @Flag(help: "List completed and canceled reminders too.")
        var all = false

        @Flag(name: [.long, .customLong("completed")], help: "List only completed reminders.")
        var done = false

        @Flag(help: "List only open reminders (the default).")
        var incomplete = false

        @OptionGroup var calendars: CalendarArguments

        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        @OptionGroup var names: HandleArguments

        func validate() throws {
            try format.checkForList()
            let chosen = [("--all", all), ("--done", done), ("--incomplete", incomplete)].filter(\.1).map(\.0)
            guard chosen.count < 2 else {
                throw ValidationError("\(chosen[0]) and \(chosen[1]) cannot be combined")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let calendars = try ItemFinder(store: store).calendars(self.calendars.names, for: .reminder)
            let isIncomplete = try StoreRemarks.print(of: store, for: .reminder, in: calendars)
            var list = ListOutput(format, to: .output)
            let found = try reminders(of: store, in: calendars)
            if found.isEmpty {
                let hint = all || done ? "" : "; --all lists completed ones too"
                Program.errors.print("\(Program.name): no matching reminders" + hint)
            }
            let handles = format == .text ? names.handles(for: found.map(\.id), of: store) : []
            let width = handles.map(\.utf8.count).max() ?? 0
            for (position, reminder) in found.enumerated() {
                let handle = handles.indices.contains(position) ? handles[position] : nil
                let line = ReminderOutput.line(reminder, of: store, withIdentifier: handle == nil)
                try list.add {
                    [width > 0 ? MomentText.padded(handle ?? "", to: width) + "  " + line : line]
                } json: {
                    ReminderOutput.append(reminder, of: store, to: &$0)
                }
            }
            try list.finish()
            if isIncomplete { throw ExitCode.failure }
        }

        /// Returns the reminders sorted by due time, overdue reminders first; reminders with the same or no due time
        /// are sorted by priority and title.
        private func reminders(of store: EventStore, in calendars: [EventCalendar]?) throws -> [Reminder] {
            let predicate: ReminderPredicate
            if all {
                predicate = try store.predicateForReminders(in: calendars)
            } else if done {
                predicate = try store.predicateForCompletedReminders(
                    withCompletionDateStarting: nil,
                    ending: nil,
                    calendars: calendars
                )
            } else {
                predicate = try store.predicateForIncompleteReminders(
                    withDueDateStarting: nil,
                    ending: nil,
                    calendars: calendars
                )
            }
            let keyed = try store.reminders(matching: predicate).enumerated().map { place, reminder in
                let due = reminder.due == nil ? nil : reminder.latest
                return (
                    reminder: reminder, overdue: reminder.isOverdue(in: store.zone) ? 0 : 1,
                    due: due?.secondsSince1970 ?? .max,
                    priority: reminder.priority == 0 ? 10 : reminder.priority, place: place
                )
            }
            return keyed.sorted {
                ($0.overdue, $0.due, $0.priority, $0.reminder.title, $0.place)
                    < ($1.overdue, $1.due, $1.priority, $1.reminder.title, $1.place)
            }.map(\.reminder)
        }
    }

    struct ShowReminders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print the fields of reminders."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws { try format.checkForList() }

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store, isForChange: false)
            var found = try named.identifiers.map { try finder.reminder($0) }
            if let match = named.match { found.append(try finder.reminder(matching: match)) }
            var list = ListOutput(format, to: .output)
            for (number, named) in found.enumerated() {
                guard let reminder = named.reminder else { continue }
                try list.add {
                    (number > 0 ? [""] : []) + ShowCommand.lines(named)
                        + (reminder.isOverdue(in: store.zone) ? ["overdue: yes"] : [])
                } json: {
                    ReminderOutput.append(reminder, of: store, to: &$0)
                }
            }
            try list.finish()
        }
    }
#endif
