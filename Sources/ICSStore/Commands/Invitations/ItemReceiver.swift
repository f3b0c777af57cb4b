#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    /// The options for commands that process messages.
    struct SenderOptions: ParsableArguments {
        @Flag(help: "Apply messages regardless of who sent them.")
        var anySender = false

        @Flag(help: "If an uninvited person replies, add that person as an attendee.")
        var admitUninvited = false
    }

    /// Adds the items in files to a store one by one.
    struct ItemReceiver {
        let options: StoreOptions
        let context: SenderOptions
        /// The name of the calendar for new items, or nil for the default.
        let to: String?
        private var tally = Tally()

        init(options: StoreOptions, context: SenderOptions, to: String?) {
            (self.options, self.context, self.to) = (options, context, to)
        }

        struct Tally {
            var added = 0
            var updated = 0
            var cancelled = 0
            var answered = 0
            var unchanged = 0
            /// The number of skipped items, including unchanged ones.
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
                case .added:
                    added += 1
                    if !outcome.words.isEmpty { Program.errors.print("\(file): \(title)\(more)") }
                case .updated:
                    updated += 1
                    lines.append("updated \(title)\(more)")
                case .cancelled:
                    cancelled += 1
                    lines.append("canceled \(title)\(more)")
                case .answered:
                    answered += 1
                    lines.append("recorded the reply for \(title)\(more)")
                case .proposed, .refreshRequested, .proposalDeclined:
                    skipped += 1
                    lines.append("\(title)\(more)")
                case .unchanged, .ignored:
                    skipped += 1
                    if outcome.isKnown { unchanged += 1 }
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

        mutating func receive(_ names: [String]) async throws {
            let store = try await options.open(for: .addEvents(calendar: to))
            var targets = ItemTargets(store: store, name: to)
            let target =
                if let to, store.authorizationStatus(for: .event) == .fullAccess {
                    try ItemFinder(store: store).calendarOfAnyType(to)
                } else {
                    to == nil ? nil : try await targets.target(for: .event, options)
                }
            if let target {
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
                        await add(file, file.name ?? name, to: store, &targets)
                    } catch {
                        tally.failed += 1
                        Program.errors.print(error)
                    }
                }
            }
            if tally.isAnyChanged, !options.dryRun { try store.commit() }
            let sum = tally.sum(to: to ?? "the default calendar")
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

        private mutating func add(
            _ file: CalendarFile,
            _ name: String,
            to store: EventStore,
            _ targets: inout ItemTargets
        ) async {
            let calendar = try? store.calendar(withIdentifier: tally.place ?? "")
            let isForAny = to == nil
            ImportedItem.printRemarks(on: file) { uid in
                calendar.map { store.holds(uid, in: $0) } ?? false
                    || isForAny && store.home(ofItem: uid) != nil
            }
            tally.lost += ImportedItem.losses(in: file)
            for sender in file.calendars.compactMap(file.sender(of:)).eachOnce {
                let words =
                    sender.isEmpty
                    ? "the email does not name exactly one sender" : "sent by \(Words.short(sender))"
                Program.errors.print("\(name): note: \(words)")
            }
            for calendar in file.calendars {
                guard let method = calendar.method, let stated = file.statedMethod(of: calendar),
                    method != stated
                else { continue }
                let (used, other) = (Words.short(method), Words.short(stated))
                Program.errors.print(
                    "\(name): warning: METHOD is \(used), but \(other) in the email's header; using \(used)"
                )
            }
            let items = ImportedItem.all(in: file)
            for guess in ImportedItem.guesses(about: items) {
                Program.errors.print("\(name): warning: \(guess)")
            }
            for item in items {
                if let reason = item.reason {
                    tally.skipped += 1
                    Program.errors.print("\(name): skipped: \(item.title): \(reason)")
                    continue
                }
                do {
                    if item.type == .reminder { try await options.allow(.readReminders, of: store) }
                    var target = to == nil ? store.home(ofItem: item.uid) : nil
                    if target == nil { target = try await targets.target(for: item.type, options) }
                    let (identifier, outcome) = try store.receive(
                        item.message,
                        of: item.calendar,
                        to: target,
                        item.type,
                        in: store.context(context, unknownMethod: item.unknownMethod),
                        commit: false
                    )
                    tally.place = identifier.calendarIdentifier
                    for guess in outcome.guesses {
                        Program.errors.print("\(name): warning: \(item.title): \(guess)")
                    }
                    tally.count(outcome, of: item.title, in: name)
                } catch {
                    tally.skipped += 1
                    // There is no calendar for the item, or no access to one.
                    if error is CommandError { tally.lost += 1 }
                    let reason =
                        (error as? StoreError)?.detail ?? (error as? CommandError)?.text ?? "\(error)"
                    Program.errors.print(
                        "\(name): skipped: \(item.title): \(item.shortened(reason))"
                    )
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

    extension EventStore {
        fileprivate func context(_ options: SenderOptions, unknownMethod: String?) -> MessageContext {
            var context = messageContext
            context.unknownMethod = unknownMethod
            context.allowsAnySender = options.anySender
            context.admitsUninvited = options.admitUninvited
            return context
        }
    }
#endif
