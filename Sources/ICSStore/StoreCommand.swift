#if CommandLine
    import ArgumentParser

    /// `ics-store`, which does nothing by itself.
    struct StoreCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: Program.name,
            abstract:
                "Shows and changes the calendars of a folder, as vdirsyncer, khal and Radicale keep them.",
            discussion: """
                The folder holds calendars: folders with one .ics file an item, or single .ics files, which are \
                only read. A new calendar is a new folder.

                An item is named by its identifier, CALENDAR:UID, and one occurrence of a series by \
                CALENDAR:UID/RID=START; `events --ids` and `events --format ndjson` print them.

                What a person named is done; before anything else is changed a question is asked on the terminal. \
                Without a terminal that is refused, unless there is --yes. With --dry-run nothing is changed.

                The exit status is 0 if everything was done, 1 if something failed, and 64 for wrong usage. Items that \
                `import` skips because they are not new or do not apply are not failures.
                """,
            version: "0.1.0",
            subcommands: [
                CalendarsCommand.self, EventsCommand.self, ShowCommand.self, AddCommand.self,
                EditCommand.self, RemoveCommand.self, MoveCommand.self, RemindersCommand.self,
                WatchCommand.self, SyncCommand.self, ImportCommand.self, ExportCommand.self,
                AccessCommand.self,
            ]
        )

        @OptionGroup var options: StoreOptions
    }
#endif
