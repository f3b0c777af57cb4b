#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

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
            let calendars = try ItemFinder(store: store).calendars(calendar, for: .reminder)
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
            if found.isEmpty { Program.errors.print("\(Program.name): no such reminders") }
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
#endif
