#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICSViews
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct ListReminders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the open reminders: overdue ones first, those without a due time last.",
            discussion: """
                Each line starts with [ ] for an open reminder, [!] for an overdue one, [x] for a completed \
                one and [-] for a canceled one. Completed and canceled reminders are listed only with --all, \
                and completed ones also with --done. A reminder that is due on a day, without a time, is \
                overdue only after that day.

                On a terminal, each reminder has a short name such as a3, which all commands accept in place \
                of its identifier.

                In JSON objects, "start", "due" and "completed" are RFC 3339 times as in `events`, such as \
                2026-04-02T18:00:00+02:00. A time of day without a time zone has no offset, and a day is a date \
                such as 2026-04-02. Without a due time, "due" is the start.
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

        @OptionGroup var output: ListFormat

        @OptionGroup var names: HandleArguments

        func validate() throws {
            let chosen = [("--all", all), ("--done", done), ("--incomplete", incomplete)].filter(\.1).map(\.0)
            guard chosen.count < 2 else {
                throw ValidationError("\(chosen[0]) and \(chosen[1]) cannot be combined")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let calendars = try ItemFinder(store: store).calendars(self.calendars.names, for: .reminder)
            let isIncomplete = try StoreRemarks.print(of: store, for: .reminder, in: calendars)
            let found = try reminders(of: store, in: calendars)
            if found.isEmpty {
                let hint = all || done ? "" : "; --all lists completed ones too"
                Program.say("no matching reminders" + hint)
            }
            let handles = output.format == .text ? names.handles(for: found.map(\.id), of: store) : []
            let width = handles.map(\.utf8.count).max() ?? 0
            try ListOutput.print(found.enumerated(), output.format) { position, reminder in
                let handle = handles.indices.contains(position) ? handles[position] : nil
                let line = ReminderOutput.line(reminder, of: store, withIdentifier: handle == nil)
                return [width > 0 ? TextWidth.padded(handle ?? "", to: width) + "  " + line : line]
            } json: {
                ReminderOutput.append($0.element, of: store, to: &$1)
            }
            if isIncomplete { throw ExitCode.failure }
        }

        /// Returns the reminders sorted by due time; overdue reminders come first.
        ///
        /// Reminders with the same or no due time are sorted by priority and title.
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

        @OptionGroup var output: ListFormat

        func run() async throws {
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store, isForChange: false)
            var found = try named.identifiers.map { try finder.reminder($0) }
            if let match = named.match { found.append(try finder.reminder(matching: match)) }
            try ListOutput.print(found.enumerated(), output.format) { number, named in
                (number > 0 ? [""] : []) + ShowCommand.lines(named)
                    + (named.reminder?.isOverdue(in: store.zone) == true ? ["overdue: yes"] : [])
            } json: { found, bytes in
                if let reminder = found.element.reminder {
                    ReminderOutput.append(reminder, of: store, to: &bytes)
                }
            }
        }
    }
#endif
