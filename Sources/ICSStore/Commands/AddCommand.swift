#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct AddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds an event, and prints its identifier.",
            discussion: """
                Without --title an .ics is read, from FILE or from standard input, and all of its events and \
                reminders are added, or none; the exit status is 1 also when a part of it could not be read. Without \
                --calendar the only calendar takes what is added, or the default one, see \
                `calendars --default`; where there is none a person is asked.

                An event without an end takes an hour, or one day when --start is a date. Alarms go off so long \
                before the start: 15m, 1h30m, 2d; +5m is after it.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var fields: FieldArguments

        @Option(help: ArgumentHelp("Where it is saved.", valueName: "name|id"))
        var calendar: String?

        @Argument(help: ArgumentHelp("An .ics file, or - for standard input.", valueName: "file"))
        var file: String?

        func validate() throws {
            guard fields.title != nil || fields.isEmpty else {
                throw ValidationError("an event needs a --title")
            }
            guard fields.title?.isEmpty != true else {
                throw ValidationError("the --title of a new event has no text")
            }
            guard fields.title == nil || file == nil else {
                throw ValidationError("an event is made from options or from a file, not from both")
            }
            guard fields.title == nil || fields.start != nil else {
                throw ValidationError("when is it? Use --start")
            }
            if fields.title == nil, file == nil, Descriptor.input.isTerminal {
                throw ValidationError("what is to be added? Use --title and --start, or name an .ics file")
            }
        }

        func run() async throws {
            if fields.title == nil { return try await addFile() }
            let zone = try displayZone(named: fields.timeZone)
            var new = Event()
            do throws(FieldError) {
                try fields.values(in: zone).apply(over: EventFields(), to: &new)
            } catch {
                throw ValidationError("--\(error.text)")
            }
            if !zone.isNamed, case .floating? = new.start {
                Program.errors.print(
                    "\(Program.name): warning: the system's time zone has no name that others know; the times float"
                )
            }
            // Such as of a start that its own rule does not give.
            ImportedItem.warn(of: [CalendarFile(calendars: [CalendarObject(events: [new])])], in: zone)
            let store = try await options.open(for: .addEvents(calendar: calendar), in: zone)
            let target = try await ItemFinder(store: store).target(calendar, .event, options)
            var event = CalendarEvent(new, calendar: target)
            try store.save(&event, span: .thisEvent, commit: !options.dryRun)
            let title = event.calendar?.title ?? ""
            if options.dryRun {
                let changes = EventText.changes(from: EventFields(), to: EventFields(event.event))
                return try ListOutput.print(["would add to \(title):"] + changes)
            }
            try DoneOutput.print([event.eventIdentifier ?? ""])
        }

        private func addFile() async throws {
            let named = file ?? "-"
            let read = try named == "-" ? CalendarFile.standardInput() : CalendarFile(contentsOf: named)
            var items: [ImportedItem] = []
            for item in ImportedItem.all(in: read) {
                if let reason = item.reason { throw CommandError("\(item.title): \(reason)") }
                if let purpose = item.message.purpose {
                    throw CommandError(
                        "\(item.title): this is \(purpose), not a new item; use `\(Program.name) import`"
                    )
                }
                items.append(item)
            }
            ImportedItem.printRemarks(on: read)
            guard !items.isEmpty else { throw CommandError("\(read.name ?? named): there is nothing to add") }
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
            // As of a stream that was cut short: what it had up to there is kept.
            if ImportedItem.losses(in: read) > 0 { throw CommandError.incomplete }
        }
    }
#endif
