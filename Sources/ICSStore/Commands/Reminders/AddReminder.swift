#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICSPhrases
    import ICalendar
    import ICalendarStore

    struct AddReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a reminder and print its identifier.",
            discussion: """
                A phrase contains the title and optionally the due time, a place after @, categories after \
                #, and a priority from !1 (highest) to !9, or !high, !medium or !low, in any order: 'Buy \
                milk tomorrow 9am !1 #home'. Single quotes keep shells from replacing what follows !. The \
                command prints how it interpreted the phrase. `add --help` lists the days, times and \
                repetitions.

                'Tax return by 31 may !high'
                'Water the plants every 3 days starting tomorrow'
                'Learn Italian'
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp(
                "Reminder in words, such as \"Buy milk tomorrow 9am\"; or use --title.",
                valueName: "phrase"
            )
        )
        var words: [String] = []

        @OptionGroup var fields: ReminderFields

        @Option(
            name: .customLong("repeat"),
            help: ArgumentHelp(
                """
                Repetition: a phrase such as weekly or "every 2 weeks", or a recurrence rule (RFC 5545); requires a \
                due time.
                """,
                valueName: "rule"
            )
        )
        var rule: String?

        @Option(help: ArgumentHelp("Calendar to add to.", valueName: "name|id"))
        var calendar: String?

        func validate() throws {
            try checkTypedText(rule, of: "--repeat")
            guard words.isEmpty || fields.title == nil else {
                throw ValidationError("--title and a phrase cannot be combined")
            }
            guard !words.isEmpty || fields.title != nil else {
                throw ValidationError(
                    "nothing to add; write a reminder such as \"Buy milk tomorrow 9am\", or use --title"
                )
            }
        }

        func run() async throws {
            var fields = fields
            var zone = try displayZone(named: fields.timeZone)
            var rules: [RecurrenceRule] = []
            if !words.isEmpty {
                let text = words.joined(separator: " ")
                let understood = try TypedPhrase(
                    text,
                    in: zone,
                    options,
                    hasDueTime: fields.due != nil,
                    by: PhraseReader.reminder
                )
                rules = try understood.put(into: &fields).map { [$0] } ?? []
                zone = understood.phrase.zone
            }
            if let rule {
                guard rules.isEmpty else {
                    throw ValidationError("--repeat and a repetition in the phrase cannot be combined")
                }
                do throws(FieldError) {
                    rules = [try RuleLine.rule(EventFields().exactText(rule, of: .repeats))]
                } catch {
                    throw ValidationError("--\(error.text)")
                }
            }
            guard rules.isEmpty || fields.due != nil else { throw ValidationError("--repeat requires --due") }
            let store = try await options.open(for: .readReminders, in: zone)
            let target = try await ItemFinder(store: store).target(calendar, .reminder, options)
            var reminder = Reminder(try Todo(fields.title ?? "", due: nil), calendar: target)
            try fields.apply(to: &reminder, in: zone)
            reminder.recurrenceRules = rules.map { $0.ending(like: reminder.due) }
            let calendar = CalendarObject(todos: [reminder.todo])
            ImportedItem.warn(of: [CalendarFile(calendars: [calendar])], in: zone)
            ClockWarnings.print(about: reminder.due, named: "the due time", in: store.zone)
            try store.save(&reminder, commit: !options.dryRun)
            guard options.dryRun else { return try DoneOutput.print([reminder.calendarItemIdentifier]) }
            var none = EventFields()
            none.names = EventField.ofReminders
            let changes = EventText.changes(from: none, to: EventFields(reminder))
            try ListOutput.print(["would add to \(reminder.calendar?.title ?? ""):"] + changes)
        }
    }
#endif
