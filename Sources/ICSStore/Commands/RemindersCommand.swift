#if CommandLine
    import ArgumentParser

    /// `ics-store reminders`: what is to be done.
    struct RemindersCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reminders",
            abstract: "Lists, adds and completes reminders.",
            subcommands: [ListReminders.self, AddReminder.self, CompleteReminder.self],
            defaultSubcommand: ListReminders.self
        )
    }
#endif
