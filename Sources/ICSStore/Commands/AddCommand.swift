#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICSPhrases
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct AddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add an event and print its identifier.",
            discussion: """
                \(PhraseHelp.text)

                Without a phrase or --title, all events and reminders in an .ics file or on standard input \
                are added. If any of them cannot be added, none are. If part of the file cannot be read, the \
                rest is added, and the exit status is 1.

                Without --calendar, items go to the only calendar or to the default one (see `calendars --default`). \
                If there is no default calendar, the command asks you to choose one.

                An event without an end lasts one hour, or one day if --start is a date. Alarms are given as \
                the time before the start, such as 15m, 1h30m or 2d. An alarm of +5m goes off after the \
                start.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var fields: FieldArguments
        @OptionGroup var repetition: RepetitionArguments

        @Option(help: ArgumentHelp("Calendar to add to.", valueName: "name|id"))
        var calendar: String?

        @Option(
            help: ArgumentHelp(
                "Output format with --dry-run: text, json or ndjson, as for `show`.",
                valueName: "format"
            )
        )
        var format: OutputFormat = .text

        @Argument(
            help: ArgumentHelp(
                "Event in words, such as \"Lunch with Ann tomorrow 12:30\"; an .ics file; or - for standard input.",
                valueName: "phrase|file"
            ),
            completion: .file()
        )
        var words: [String] = []

        private var phrase: String? { PhraseHelp.phrase(words) }

        private var file: String? { phrase == nil ? words.first : nil }

        func validate() throws {
            try format.checkForList()
            guard format == .text || options.dryRun else {
                throw ValidationError("--format requires --dry-run")
            }
            try repetition.check(fields.rule)
            if phrase != nil {
                if let option = fields.optionOfPhrase {
                    throw ValidationError("\(option) and a phrase cannot be combined")
                }
                return
            }
            guard words.first?.trimmed.isEmpty != true else { throw ValidationError("the phrase is empty") }
            guard words.count < 2 else { throw ValidationError("unexpected argument '\(words[1])'") }
            guard fields.title != nil || fields.isEmpty else {
                throw ValidationError("an event requires --title")
            }
            guard fields.title?.isEmpty != true else {
                throw ValidationError("--title must not be empty")
            }
            guard fields.title == nil || file == nil else {
                throw ValidationError("--title and a file cannot be combined")
            }
            guard fields.title == nil || fields.start != nil else {
                throw ValidationError("an event requires --start")
            }
            if fields.title == nil, file == nil, Descriptor.input.isTerminal {
                throw ValidationError(
                    "nothing to add; write an event such as \"Lunch with Ann tomorrow 12:30\", use --title and "
                        + "--start, or give an .ics file"
                )
            }
        }

        func run() async throws {
            var fields = fields
            var zone = try displayZone(named: fields.timeZone)
            if let phrase {
                let understood = try TypedPhrase(phrase, in: zone, options, by: PhraseReader.event)
                try understood.put(into: &fields)
                zone = understood.phrase.zone
            } else if fields.title == nil {
                return try await addFile()
            }
            var new = Event()
            do throws(FieldError) {
                let values = try fields.values(repetition, in: zone)
                try values.apply(over: EventFields(), to: &new)
                if phrase == nil {
                    for note in try fields.notes(on: values, in: zone) { Program.say(note) }
                }
            } catch {
                throw ValidationError("--\(error.text)")
            }
            if !zone.isNamed, case .floating? = new.start {
                Program.say("warning: the system's time zone has no standard name; using floating times")
            }
            // Warn about problems, such as a start that does not match the rule.
            ImportedItem.warn(of: [CalendarFile(calendars: [CalendarObject(events: [new])])], in: zone)
            let store = try await options.open(for: .addEvents(calendar: calendar), in: zone)
            let target = try await ItemFinder(store: store).target(calendar, .event, options)
            var event = CalendarEvent(new, calendar: target)
            OverlapWarnings.print(about: event, in: store)
            try store.save(&event, span: .thisEvent, commit: !options.dryRun)
            let title = event.calendar?.title ?? ""
            if options.dryRun {
                if format != .text { return try write(event, of: store, in: zone) }
                let changes = EventText.changes(from: EventFields(), to: EventFields(event.event))
                return try ListOutput.print(["would add to \(title):"] + changes)
            }
            try DoneOutput.print([event.eventIdentifier ?? ""])
        }

        /// Writes the event in the format of the `show` command.
        private func write(_ event: CalendarEvent, of store: EventStore, in zone: Zone) throws {
            let now = Instant.present
            let window = try OccurrenceWindow(from: now, to: now.adding(seconds: 1), in: zone)
            var output = try EventOutput(format, of: store, in: window, withDetails: true)
            try output.add(event)
            try output.finish()
        }

        private func addFile() async throws {
            guard format == .text else { throw ValidationError("--format requires a phrase, or --title") }
            let named = file ?? "-"
            let read = try named == "-" ? CalendarFile.standardInput() : CalendarFile(contentsOf: named)
            let items = ImportedItem.all(in: read)
            for item in items {
                if let reason = item.reason { throw CommandError("\(item.title): \(reason)") }
                if let purpose = item.message.purpose {
                    throw CommandError(
                        "\(item.title): this is \(purpose), not a new item; use `\(Program.name) import`"
                    )
                }
            }
            ImportedItem.printRemarks(on: read)
            for guess in ImportedItem.guesses(about: items) {
                Program.errors.print("\(read.name ?? named): warning: \(guess)")
            }
            guard !items.isEmpty else { throw CommandError("\(read.name ?? named): nothing to add") }
            let hasReminders = items.contains { $0.type == .reminder }
            let hasEvents = items.contains { $0.type == .event }
            let store = try await options.open(
                for: hasEvents ? .addEvents(calendar: calendar) : .readReminders
            )
            if hasEvents, hasReminders { try await options.allow(.readReminders, of: store) }
            var targets = ItemTargets(store: store, name: calendar)
            var identifiers: [String] = []
            for item in items {
                let target = try await targets.target(for: item.type, options)
                identifiers.append(
                    try store.add(item.components, of: item.calendar, to: target, item.type, commit: false)
                        .description
                )
            }
            if options.dryRun {
                try ListOutput.print(identifiers.map { "would add \($0)" })
            } else {
                try store.commit()
                try DoneOutput.print(identifiers)
            }
            // Part of the input was lost, for example because the input is truncated. The items before the truncation
            // are still used.
            if ImportedItem.losses(in: read) > 0 { throw CommandError.incomplete }
        }
    }
#endif
