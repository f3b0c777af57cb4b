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
                Mistakes that have one answer are mended. What cannot be saved, such as an item whose UID the \
                calendar has, is left out with a line on standard error, and so is what reading a file had to \
                guess or to leave out. The exit status is 1 when a file, or a component in one, could not be read.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp(".ics files, folders of them, or - for standard input.", valueName: "file")
        )
        var files: [String]

        @Option(name: .long, help: ArgumentHelp("The calendar that takes them.", valueName: "name|id"))
        var to: String

        func run() async throws {
            let store = try await options.open(for: .addEvents)
            let target = try ItemFinder(store: store).calendar(to)
            var (added, skipped, failed, lost) = (0, 0, 0, 0)
            var raw = RawArguments()
            for name in files {
                do throws(CalendarError) {
                    for file in try Self.read(name, raw.path(name)) {
                        for diagnostic in file.diagnostics { Program.errors.print(diagnostic) }
                        lost += file.diagnostics.count(where: Self.isLoss)
                        for item in ImportedItem.all(in: file) {
                            if let reason = try await complaint(about: item, store, target) {
                                skipped += 1
                                let file = file.name ?? name
                                Program.errors.print("\(file): skipped: \(item.title): \(reason)")
                            } else {
                                added += 1
                            }
                        }
                    }
                } catch {
                    failed += 1
                    Program.errors.print(error)
                }
            }
            if added > 0, !options.dryRun { try store.commit() }
            let verb = options.dryRun ? "would add" : "added"
            try Descriptor.output.write(
                Array("\(verb) \(added), skipped \(skipped), to \(target.calendarIdentifier)\n".utf8)
            )
            if lost > 0, failed == 0 {
                throw CommandError("not all of what was given could be read")
            }
            if failed > 0 {
                throw CommandError(
                    failed == 1 ? "one file could not be read" : "\(failed) files could not be read"
                )
            }
        }

        /// Whether something was left out that may have been an item.
        private static func isLoss(_ diagnostic: Diagnostic) -> Bool {
            diagnostic.severity == .error || diagnostic.code == .framing
        }

        /// The files that a name means.
        private static func read(_ name: String, _ path: CalendarPath) throws(CalendarError) -> [CalendarFile]
        {
            if name == "-" { return [try CalendarFile.standardInput()] }
            guard (try path.identity()).kind == .folder else { return [try CalendarFile(contentsOf: path)] }
            let (paths, failures) = try CalendarFolder.files(in: path)
            if let failure = failures.first { throw failure }
            var files: [CalendarFile] = []
            for path in paths { files.append(try CalendarFile(contentsOf: path)) }
            return files
        }

        /// Adds an item to the batch; why it is left out, or nil.
        private func complaint(
            about item: ImportedItem,
            _ store: EventStore,
            _ target: EventCalendar
        ) async throws(CalendarError) -> String? {
            if let reason = item.reason { return reason }
            if item.type == .reminder, store.authorizationStatus(for: .reminder) != .fullAccess {
                guard (try? await store.requestFullAccessToReminders()) == true else {
                    return "there is no access to reminders"
                }
            }
            do throws(StoreError) {
                _ = try store.add(item.components, of: item.calendar, to: target, item.type, commit: false)
                return nil
            } catch {
                return error.detail
            }
        }
    }
#endif
