#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store show ID`: all that is known of an event or a reminder.
    struct ShowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract:
                "Prints an event or a reminder: its fields, or with --format ics its components as they are stored."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events, occurrences or reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(
            name: .long,
            help: ArgumentHelp("The one event whose title has this text in it.", valueName: "text")
        )
        var match: String?

        @Option(name: .long, help: ArgumentHelp("text, json, ndjson or ics.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("which event? Name identifiers, or --match a title")
            }
            guard [.text, .json, .ndjson, .ics].contains(format) else {
                throw ValidationError(
                    "--format \(format.rawValue) means nothing here; use text, json, ndjson or ics"
                )
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            // What could not be read is said of all that is shown.
            let finder = ItemFinder(store: store, saysLosses: false, isForChange: false)
            let calendars = match == nil ? try finder.calendars(of: identifiers) : nil
            try StoreRemarks.print(of: store, in: calendars)
            var found = try await finder.shownItems(identifiers, options)
            if let match { found.append(.event(try finder.event(matching: match))) }
            switch format {
            case .text:
                for (number, item) in found.enumerated() {
                    let lines =
                        switch item {
                        case .event(let named): Self.lines(named.event)
                        case .reminder(let reminder): Self.lines(reminder)
                        }
                    try ListOutput.print((number > 0 ? [""] : []) + lines)
                }
            case .ics:
                var collected = CollectedItems()
                for item in found {
                    switch item {
                    case .event(let named): try collected.add(named.event, of: store)
                    case .reminder(let reminder): try collected.add(reminder, of: store)
                    }
                }
                try Descriptor.output.writeShown(collected.bytes)
            default: try Self.write(found, format, of: store)
            }
        }

        /// Writes events and reminders as objects, in their order.
        private static func write(
            _ items: [NamedItem],
            _ format: OutputFormat,
            of store: EventStore
        ) throws {
            let zone = try Zone.system()
            let window = try OccurrenceWindow(from: .now, to: Instant.now.adding(seconds: 1), in: zone)
            var output = try EventOutput(format, of: store, in: window, withDetails: true)
            for item in items {
                switch item {
                case .event(let named): try output.add(named.event)
                case .reminder(let reminder): try output.add(reminder)
                }
            }
            try output.finish()
        }

        /// The fields that say something, with what cannot be edited.
        private static func lines(_ event: CalendarEvent) -> [String] {
            let fields = EventFields(event.event)
            var lines = [
                "id: \(event.id)",
                "calendar: \(event.calendar?.title ?? "") (\(event.calendar?.calendarIdentifier ?? ""))",
            ]
            for field in fields.names {
                lines += Self.lines(field, fields)
                if field == .repeats, let start = event.event.start {
                    lines += event.event.recurrenceRules.map { "  (\($0.description(startingAt: start)))" }
                }
            }
            for attendee in event.attendees ?? [] {
                lines.append("answer: \(EventFields.text(attendee)) \(attendee.status.rawValue)")
            }
            if event.isDetached { lines.append("changed: differs from its series") }
            return lines
        }

        /// The same of a reminder.
        private static func lines(_ reminder: Reminder) -> [String] {
            let fields = EventFields(reminder)
            let calendar = reminder.calendar
            var lines = [
                "id: \(reminder.id)",
                "calendar: \(calendar?.title ?? "") (\(calendar?.calendarIdentifier ?? ""))",
            ]
            for field in fields.names {
                lines += Self.lines(field, fields)
                if field == .repeats, let start = reminder.todo.start ?? reminder.todo.due {
                    lines += reminder.recurrenceRules.map { "  (\($0.description(startingAt: start)))" }
                }
            }
            if !fields.names.contains(.alarm) {
                lines += reminder.alarms.compactMap(AlarmText.text).map { "alarm: \($0)" }
            }
            if let start = reminder.todo.start, start != reminder.todo.due {
                lines.append("starts: \(EventFields.text(start))")
            }
            if reminder.todo.status == .cancelled { lines.append("status: cancelled") }
            if reminder.isDetached { lines.append("changed: differs from its series") }
            return lines
        }

        private static func lines(_ field: EventField, _ fields: EventFields) -> [String] {
            fields[field].flatMap { text in
                let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                return ["\(field.rawValue): \(parts.first ?? "")"] + parts.dropFirst().map { "  \($0)" }
            }
        }
    }
#endif
