#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    #if Records
        import ICalendarRecords
        import SystemIO
    #endif

    struct SyncCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sync",
            abstract:
                "Update the table eventRecord in an SQLite database with the events in a time window.",
            discussion: """
                An existing file must be either empty or a database that contains this table. Any other file is left \
                unchanged. The database cannot be in the calendar folder, where other programs would synchronize it \
                too.

                If a calendar cannot be read completely, none of its rows is marked as removed, and the exit \
                status is 1. Empty and truncated files (without END:VCALENDAR) count as unreadable, since \
                another program may still be writing them. A write-only folder is skipped without an error. \
                If several events share an identifier, only the first has a row, and a warning gives the \
                identifier.

                This command is available only if the program was built with the Records trait: \
                swift build -c release --traits CommandLine,Records
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp("SQLite database, created if it does not exist.", valueName: "db"),
            completion: .file()
        )
        var database: String

        @OptionGroup var window: WindowArguments

        @OptionGroup var calendars: CalendarArguments

        #if Records
            private static func printRemarks(of report: SyncReport) -> Bool {
                for identifier in report.withoutRow {
                    Program.say(
                        "warning: several events share the identifier \(identifier); only the first has a "
                            + "row; give each event its own UID"
                    )
                }
                guard !report.kept.isEmpty else { return false }
                let rows = report.kept.count == 1 ? "one row" : "\(report.kept.count) rows"
                Program.say(
                    "warning: \(rows) kept without an event, because the calendar cannot be read completely"
                )
                return true
            }
        #endif

        func run() async throws {
            #if Records
                let zone = try displayZone(named: window.timeZone)
                let bounds = try window.bounds(in: zone)
                let store = try await options.open(for: .readEvents, in: zone)
                let calendars = try ItemFinder(store: store).calendars(self.calendars.names)
                var arguments = RawArguments()
                guard arguments.path(database).text != nil else {
                    throw CommandError(
                        "\(database): the name of the database is not valid UTF-8; use another name"
                    )
                }
                guard try !RealPlace.isInside(CalendarPath(database), store) else {
                    throw CommandError.inside(database)
                }
                do {
                    try EventRecords.checkSize(
                        of: store,
                        from: bounds.from.date,
                        to: bounds.to.date,
                        calendars: calendars
                    )
                } catch let error as RecordsError {
                    throw CommandError(
                        "\(error); use a shorter window, or fewer calendars with --calendar"
                    )
                }
                var isIncomplete = try StoreRemarks.print(of: store, in: calendars)
                for calendar in try store.calendarsWithFailures(among: calendars) {
                    // Calendars without read access have already been reported.
                    if calendar.allowsReading { isIncomplete = true }
                    Program.errors.print(
                        "\(calendar.path): warning: part of this calendar cannot be read; none of its rows are marked "
                            + "as removed until that part is repaired or deleted"
                    )
                }
                for path in try store.filesCutShort(in: calendars) {
                    isIncomplete = true
                    Program.errors.print(
                        "\(path): warning: file is empty or lacks END:VCALENDAR, perhaps because a program is "
                            + "writing it; no rows of its calendar are marked as removed; if no program is writing it, "
                            + "repair or delete it"
                    )
                }
                do {
                    let records =
                        try options.dryRun ? EventRecords(copying: database) : EventRecords(path: database)
                    let report = try records.sync(
                        with: store,
                        from: bounds.from.date,
                        to: bounds.to.date,
                        calendars: calendars
                    )
                    if options.dryRun {
                        try ListOutput.print(["dry run: \(report)"])
                    } else {
                        try DoneOutput.print(["\(report)"])
                    }
                    if Self.printRemarks(of: report) { isIncomplete = true }
                } catch  where !(error is StoreError || error is WriteError || error is CommandError) {
                    throw CommandError("\(database): \(RecordsError.text(of: error))")
                }
                // The missing parts have already been reported.
                if isIncomplete { throw ExitCode.failure }
            #else
                throw CommandError(
                    "this \(Program.name) was built without the Records trait; rebuild it with "
                        + "`swift build -c release --traits CommandLine,Records`"
                )
            #endif
        }
    }
#endif
