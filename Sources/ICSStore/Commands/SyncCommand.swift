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
                "Brings the table eventRecord of an SQLite database into step with the events of a window.",
            discussion: """
                A file that is there must be such a database; one of something else is left alone. It cannot lie in the \
                folder of the calendars, where other programs would take it along.

                Of a calendar that cannot be read as a whole no row is taken for removed, and the exit status is 1; a \
                file that is empty or has no END:VCALENDAR is one that another program may be writing. A folder that only \
                lets files be added is left out, as it is meant to be. Of events that share an identifier the first \
                alone has a row, and they are named.

                It needs a program that was built with the trait Records: \
                swift build -c release --traits CommandLine,Records
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("The database, which is made when it is not there.", valueName: "db"))
        var database: String

        @OptionGroup var window: WindowArguments

        @OptionGroup var calendars: CalendarArguments

        #if Records
            private static func printRemarks(of report: SyncReport) -> Bool {
                for identifier in report.withoutRow {
                    Program.errors.print(
                        "\(Program.name): warning: several events have the identifier \(identifier), and only the first "
                            + "has a row; give each a UID of its own"
                    )
                }
                guard !report.kept.isEmpty else { return false }
                let rows = report.kept.count == 1 ? "one row stays" : "\(report.kept.count) rows stay"
                Program.errors.print(
                    "\(Program.name): warning: \(rows) of which nothing was found, as the calendar cannot be read as a whole"
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
                        "\(database): the name of a database is UTF-8, and this one would be another's; name another file"
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
                        "\(error); take a shorter window, or only some calendars with --calendar"
                    )
                }
                var isIncomplete = try StoreRemarks.print(of: store, in: calendars)
                for calendar in try store.calendarsWithFailures(among: calendars) {
                    // Of a closed one it was said.
                    if calendar.allowsReading { isIncomplete = true }
                    Program.errors.print(
                        "\(calendar.path): warning: no row of this calendar is taken for removed until what cannot be "
                            + "read of it is mended or taken away"
                    )
                }
                for path in try store.filesCutShort(in: calendars) {
                    isIncomplete = true
                    Program.errors.print(
                        "\(path): warning: it is empty or has no end, as of a file that is being written; no row "
                            + "of its calendar is taken for removed: mend it or take it away where none writes it"
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
                        try ListOutput.print(["would be \(report)"])
                    } else {
                        try DoneOutput.print(["\(report)"])
                    }
                    if Self.printRemarks(of: report) { isIncomplete = true }
                } catch  where !(error is StoreError || error is WriteError || error is CommandError) {
                    throw CommandError("\(database): \(RecordsError.text(of: error))")
                }
                // What was left out was said above.
                if isIncomplete { throw ExitCode.failure }
            #else
                throw CommandError(
                    "this \(Program.name) was built without the trait Records; build it with "
                        + "`swift build -c release --traits CommandLine,Records`"
                )
            #endif
        }
    }
#endif
