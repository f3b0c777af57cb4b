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
                An empty value removes a field, as in --notes "". --alarm replaces all alarms, and --category replaces \
                all categories. --alarm none removes the alarms. With the identifier of an instance, only that \
                instance changes; with the identifier of a recurring reminder, all instances change. `edit` changes \
                the same fields in an editor.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedReminders

        @OptionGroup var fields: ReminderFields

        @Option(help: SpanArgument.help)
        var span: SpanArgument?

        func validate() throws {
            guard named.identifiers.count + (named.match == nil ? 0 : 1) == 1 else {
                throw ValidationError("use either one identifier or --match TEXT")
            }
            if fields.isEmpty {
                throw ValidationError(
                    "nothing to change; use --title, --due, --start, --priority, --notes, --location, --url, "
                        + "--category or --alarm"
                )
            }
            if fields.timeZone != nil, fields.due == nil, fields.start == nil {
                throw ValidationError("--time-zone requires --due or --start")
            }
        }

        func run() async throws {
            let zone = try displayZone(named: fields.timeZone)
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
            try named.checkWritable()
            let item = try self.named.identifiers.first.flatMap { ItemIdentifier(try finder.identifier($0)) }
            let isSeries = item.map { $0.slot == nil } ?? false
            if isSeries, span ?? .all == .all, let item, let series = try store.reminderSeries(item) {
                reminder = series
            }
            let old = EventFields(reminder)
            try fields.apply(to: &reminder, in: zone)
            let changes = EventText.changes(from: old, to: EventFields(reminder))
            guard reminder.hasChanges else {
                return Program.say("nothing was changed")
            }
            ClockWarnings.print(
                about: fields.due == nil ? nil : reminder.todo.due,
                named: "the due time",
                in: store.zone
            )
            var edited = NamedItem(reminder, usualSpan: named.usualSpan)
            let name = named.words(span?.span ?? named.usualSpan)
            let given = edited
            let savedSpan = span?.span ?? (isSeries ? nil : .thisEvent)
            let isDivided =
                try options.dryRun && NamedItem.mayDivide(savedSpan)
                && edited.divides(in: edited.files(bySaving: savedSpan, in: store))
            let isMoved = !old[.repeats].isEmpty && (fields.due != nil || fields.start != nil)
            let saved: String
            do {
                saved = try edited.save(in: store, span: savedSpan, commit: !options.dryRun)
            } catch var error as StoreError where error.code == .invalidSpan && isMoved {
                error.detail +=
                    "; set the new rule as well with `edit`, or move one instance with `reminders postpone`"
                throw error
            }
            if options.dryRun {
                let alarms = fields.alarm.isEmpty ? [] : ["  alarms: " + fields.alarm.joined(separator: ", ")]
                let division = isDivided ? [NamedItem.division] : []
                return try ListOutput.print(["would change \(name):"] + changes + alarms + division)
            }
            if let sentence = edited.continuation(of: given) { Program.say(sentence) }
            try DoneOutput.print([saved])
        }
    }
#endif
