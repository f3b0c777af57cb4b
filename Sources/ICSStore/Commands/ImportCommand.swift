#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct ImportCommand: AsyncParsableCommand, NamingCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract:
                "Import events, reminders and invitations from .ics files into a calendar.",
            discussion: """
                New items are added. Items that the calendar already has are compared by UID, RECURRENCE-ID, SEQUENCE \
                and DTSTAMP, as RFC 5546 requires. A later revision replaces the item or occurrence, but keeps your \
                alarms, categories, color and free/busy setting. An earlier or identical revision is skipped.

                METHOD:CANCEL cancels the item or some of its occurrences. METHOD:REPLY records an attendee's reply. \
                Neither adds an item. COUNTER, DECLINECOUNTER, REFRESH and ADD are reported but not applied, and so \
                are messages whose organizer is not the item's. Each change to an existing item is printed.

                Mistakes with only one possible correction are repaired. Other mistakes are kept as long as the item \
                can be read. Skipped items, and anything guessed or skipped while reading, are reported on standard \
                error.

                The exit status is 0 if every file could be read, even if items were skipped because they are not new \
                or do not apply. It is 1 if a file or a component in it could not be read, or if writing failed. \
                --dry-run gives the same status and writes nothing.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp(".ics files, folders of them, or - for standard input.", valueName: "file"),
            completion: .file()
        )
        var names: [String]

        @Option(help: ArgumentHelp("Calendar to import into.", valueName: "name|id"))
        var to: String

        private struct Tally {
            var added = 0
            var updated = 0
            var cancelled = 0
            var answered = 0
            var unchanged = 0
            /// The number of items skipped, including the unchanged ones.
            var skipped = 0
            var lines: [String] = []
            var failed = 0
            var lost = 0
            /// The calendar of the last imported item.
            var place: String?

            var isAnyChanged: Bool { added + updated + cancelled + answered > 0 }

            mutating func count(_ outcome: MessageOutcome, of title: String, in file: String) {
                let more = outcome.words.isEmpty ? "" : ": \(outcome.words)"
                switch outcome.action {
                case .added: added += 1
                case .updated:
                    updated += 1
                    lines.append("updated \(title)\(more)")
                case .cancelled:
                    cancelled += 1
                    lines.append("canceled \(title)\(more)")
                case .answered:
                    answered += 1
                    lines.append("recorded the reply for \(title)\(more)")
                case .unchanged, .ignored:
                    skipped += 1
                    if outcome.action == .unchanged { unchanged += 1 }
                    Program.errors.print("\(file): skipped: \(title)\(more)")
                }
            }

            /// Returns a summary such as `added 2, updated 1, skipped 0, to home`.
            func sum(to name: String) -> String {
                let more = [("updated", updated), ("canceled", cancelled), ("replies", answered)]
                    .filter { $0.1 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
                let news = !isAnyChanged && skipped > 0 && unchanged == skipped ? "; nothing new" : ""
                return "added \(added)\(more), skipped \(skipped), to \(place ?? name)\(news)"
            }
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
            for name in names {
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
            if tally.isAnyChanged, !options.dryRun { try store.commit() }
            let sum = tally.sum(to: to)
            if options.dryRun {
                let lines = tally.lines.map { "would have \($0)" }
                try ListOutput.print(lines + ["would have \(sum)"])
            } else {
                try DoneOutput.print(tally.lines + [sum])
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

        private func add(
            _ file: CalendarFile,
            _ name: String,
            to store: EventStore,
            _ targets: inout ItemTargets,
            _ tally: inout Tally
        ) async {
            let calendar = try? store.calendar(withIdentifier: tally.place ?? "")
            ImportedItem.printRemarks(on: file) { uid in
                calendar.map { store.holds(uid, in: $0) } ?? false
            }
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
                    let (identifier, outcome) = try store.receive(
                        item.message,
                        of: item.calendar,
                        to: target,
                        item.type,
                        commit: false
                    )
                    tally.place = identifier.calendarIdentifier
                    tally.count(outcome, of: item.title, in: name)
                } catch {
                    tally.skipped += 1
                    let reason =
                        (error as? StoreError)?.detail ?? (error as? CommandError)?.text ?? "\(error)"
                    Program.errors.print("\(name): skipped: \(item.title): \(item.shortened(reason))")
                }
            }
        }

        private static func inputs(
            _ name: String,
            _ path: CalendarPath
        ) -> [Result<CalendarPath?, CalendarError>] {
            if name == "-" { return [.success(nil)] }
            do throws(CalendarError) {
                guard try path.identity().kind == .folder else { return [.success(path)] }
                let (paths, failures) = try CalendarFolder.files(in: path)
                if paths.isEmpty, failures.isEmpty {
                    Program.errors.print("\(name): warning: folder has no .ics files")
                }
                return paths.map { Result.success($0) } + failures.map { Result.failure($0) }
            } catch {
                return [.failure(error)]
            }
        }
    }
#endif
