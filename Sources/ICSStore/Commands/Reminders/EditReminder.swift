#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct EditReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change the fields of a reminder and print its identifier.",
            discussion: """
                An empty value removes a field, as in --notes "". --alarm replaces all alarms; --alarm none removes \
                them. The identifier of an instance changes that instance alone, and that of a recurring reminder all \
                of it. `edit` changes the same fields in an editor.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @Option(help: "Title.")
        var title: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Due time: 2026-04-02, 2026-04-02T18:00, today, tomorrow, now, +1d, +2h (from now), or none.",
                valueName: "time"
            ),
            transform: ReminderTime.init(parsing:)
        )
        var due: ReminderTime?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Start, in the same form as the due time, or none.", valueName: "time"),
            transform: ReminderTime.init(parsing:)
        )
        var start: ReminderTime?

        @Option(
            help: ArgumentHelp("Time zone of --due and --start (default: the system's).", valueName: "zone")
        )
        var timeZone: String?

        @Option(help: PriorityArgument.help, transform: PriorityArgument.init(parsing:))
        var priority: PriorityArgument?

        @Option(help: "Notes.")
        var notes: String?

        @Option(help: "Location.")
        var location: String?

        @Option(help: "URL.")
        var url: String?

        @Option(parsing: .unconditionalSingleValue, help: ReminderAlarms.help)
        var alarm: [String] = []

        @Option(help: SpanArgument.help)
        var span: SpanArgument?

        func validate() throws {
            let texts: [(String, String?)] = [
                ("title", title), ("notes", notes), ("location", location), ("url", url),
            ]
            for (name, text) in texts { try checkTypedText(text, of: "--\(name)") }
            try ReminderAlarms.check(alarm)
            if title?.trimmed.isEmpty == true { throw ValidationError("--title must not be empty") }
            if timeZone != nil, due == nil, start == nil {
                throw ValidationError("--time-zone requires --due or --start")
            }
            guard named.identifiers.count + (named.match == nil ? 0 : 1) == 1 else {
                throw ValidationError("use either one identifier or --match TEXT")
            }
            let isEmpty =
                texts.allSatisfy { $0.1 == nil } && due == nil && start == nil && priority == nil
                && alarm.isEmpty
            if isEmpty {
                throw ValidationError(
                    "nothing to change; use --title, --due, --start, --priority, --notes, --location, --url or --alarm"
                )
            }
        }

        func run() async throws {
            let zone = try displayZone(named: timeZone)
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            let named: NamedItem
            if let identifier = self.named.identifiers.first {
                named = try finder.reminder(identifier)
            } else {
                named = try finder.reminder(matching: self.named.match ?? "")
                try options.ask("Change \(named.words(span?.span ?? .thisEvent))?")
            }
            guard var reminder = named.reminder else { return }
            guard named.calendar?.allowsContentModifications != false else {
                throw CommandError.readOnly(named.calendar)
            }
            let item = self.named.identifiers.first.flatMap { ItemIdentifier($0) }
            let isSeries = item.map { $0.slot == nil } ?? false
            if isSeries, span ?? .all == .all, let item, let series = try store.reminderSeries(item) {
                reminder = series
            }
            let old = EventFields(reminder)
            do {
                try change(&reminder, in: zone)
            } catch let error as WindowTimesError {
                throw ValidationError("\(error)")
            }
            let changes = EventText.changes(from: old, to: EventFields(reminder))
            guard reminder.hasChanges else {
                return Program.errors.print("\(Program.name): nothing was changed")
            }
            ClockWarnings.print(
                about: due == nil ? nil : reminder.todo.due,
                named: "the due time",
                in: store.zone
            )
            var edited = NamedItem(reminder, usualSpan: named.usualSpan)
            let name = named.words(span?.span ?? named.usualSpan)
            let saved = try edited.save(
                in: store,
                span: span?.span ?? (isSeries ? nil : .thisEvent),
                commit: !options.dryRun
            )
            if options.dryRun {
                let alarms = alarm.isEmpty ? [] : ["  alarms: " + alarm.joined(separator: ", ")]
                return try ListOutput.print(["would change \(name):"] + changes + alarms)
            }
            try DoneOutput.print([saved])
        }

        private func change(_ reminder: inout Reminder, in zone: Zone) throws {
            if let title { reminder.title = title }
            if let notes { reminder.notes = notes.isEmpty ? nil : notes }
            if let location { reminder.location = location.isEmpty ? nil : location }
            if let url { reminder.url = url.isEmpty ? nil : url }
            if let priority { reminder.priority = priority.number }
            try changeTimes(&reminder, in: zone)
            guard !alarm.isEmpty else { return }
            reminder.alarms = try ReminderAlarms.alarms(alarm, of: reminder)
            try ReminderAlarms.check(reminder.alarms, of: reminder)
        }

        private func changeTimes(_ reminder: inout Reminder, in zone: Zone) throws {
            guard due != nil || start != nil else { return }
            let (oldStart, oldDue) = (reminder.todo.start, reminder.due)
            let end = try due.map { try $0.time(in: zone) } ?? oldDue
            var begin = try start.map { try $0.time(in: zone) } ?? oldStart
            // A start at the due time only repeats it.
            if start == nil, oldStart != nil, oldStart == oldDue { begin = end }
            if let begin, let end, begin.isDate != end.isDate {
                throw CommandError(
                    "\(reminder.title): the start and the due time are both dates, or both have a time of day; set "
                        + "the \(start == nil ? "start" : "due time") as well"
                )
            }
            // DUE and DURATION cannot be combined (RFC 5545 section 3.6.2).
            if due != nil { reminder.todo.duration = nil }
            if begin != oldStart { reminder.todo.start = begin }
            if due != nil { reminder.todo.due = end }
        }
    }
#endif
