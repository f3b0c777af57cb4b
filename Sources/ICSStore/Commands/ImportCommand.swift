#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store import FILE... --to CALENDAR`: everything that can be had of some files.
    struct ImportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract:
                "Adds the events and reminders of .ics files to a calendar, and says which were left out.",
            discussion: """
                Mistakes that have one answer are mended, and others kept as long as the item can be read. What \
                cannot be saved, such as an item whose UID the calendar has, is left out with a line on standard \
                error, and so is said what reading a file had to guess or to leave out. The exit status is 1 when a \
                file, or a component in one, could not be read.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp(".ics files, folders of them, or - for standard input.", valueName: "file")
        )
        var files: [String]

        @Option(name: .long, help: ArgumentHelp("The calendar that takes them.", valueName: "name|id"))
        var to: String

        /// What became of the items.
        private struct Tally {
            var added = 0
            var skipped = 0
            /// Files that could not be read.
            var failed = 0
            /// Components that could not be read.
            var lost = 0
            /// The calendar that took the last one.
            var place: String?
        }

        func run() async throws {
            let store = try await options.open(for: .addEvents(calendar: to))
            var targets = ItemTargets(store: store, name: to)
            var tally = Tally()
            if let target = try await targets.target(for: .event, options) {
                guard target.allowsContentModifications else {
                    throw CommandError.readOnly(target)
                }
                tally.place = target.calendarIdentifier
            }
            var raw = RawArguments()
            for name in files {
                for result in Self.inputs(name, raw.path(name)) {
                    do throws(CalendarError) {
                        let file: CalendarFile
                        if let path = try result.get() {
                            file = try CalendarFile(contentsOf: path)
                        } else {
                            file = try CalendarFile.standardInput()
                        }
                        await add(file, file.name ?? name, to: store, &targets, &tally)
                    } catch {
                        tally.failed += 1
                        Program.errors.print(error)
                    }
                }
            }
            if tally.added > 0, !options.dryRun { try store.commit() }
            let sum = "\(tally.added), skipped \(tally.skipped), to \(tally.place ?? to)"
            if options.dryRun {
                try ListOutput.print(["would add \(sum)"])
            } else {
                try DoneOutput.print(["added \(sum)"])
            }
            if tally.lost > 0, tally.failed == 0 {
                throw CommandError.incomplete
            }
            if tally.failed > 0 {
                throw CommandError(
                    tally.failed == 1
                        ? "one file could not be read" : "\(tally.failed) files could not be read"
                )
            }
        }

        /// Adds the items of a file to the batch, and says what is wrong with it.
        private func add(
            _ file: CalendarFile,
            _ name: String,
            to store: EventStore,
            _ targets: inout ItemTargets,
            _ tally: inout Tally
        ) async {
            ImportedItem.printRemarks(on: file)
            tally.lost += ImportedItem.losses(in: file)
            for item in ImportedItem.all(in: file) {
                if let reason = item.reason {
                    tally.skipped += 1
                    Program.errors.print("\(name): skipped: \(item.title): \(reason)")
                    continue
                }
                do {
                    if item.type == .reminder { try await options.allow(.readReminders, of: store) }
                    let target = try await targets.target(for: item.type, options)
                    let identifier = try store.add(
                        item.components,
                        of: item.calendar,
                        to: target,
                        item.type,
                        commit: false
                    )
                    tally.place = identifier.calendarIdentifier
                    tally.added += 1
                } catch {
                    tally.skipped += 1
                    let reason =
                        (error as? StoreError)?.detail ?? (error as? CommandError)?.text ?? "\(error)"
                    Program.errors.print("\(name): skipped: \(item.title): \(item.shortened(reason))")
                }
            }
        }

        /// The files that a name means, nil being standard input; each that cannot be found costs itself only.
        private static func inputs(
            _ name: String,
            _ path: CalendarPath
        ) -> [Result<CalendarPath?, CalendarError>] {
            if name == "-" { return [.success(nil)] }
            do throws(CalendarError) {
                guard try path.identity().kind == .folder else { return [.success(path)] }
                let (paths, failures) = try CalendarFolder.files(in: path)
                if paths.isEmpty, failures.isEmpty {
                    Program.errors.print("\(name): warning: there is no .ics file in it")
                }
                return paths.map { Result.success($0) } + failures.map { Result.failure($0) }
            } catch {
                return [.failure(error)]
            }
        }
    }
#endif
