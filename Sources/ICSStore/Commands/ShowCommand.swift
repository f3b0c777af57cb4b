#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct ShowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract:
                "Print the fields of events and reminders or, with --format ics, the stored components."
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var named: NamedItems

        @Option(help: ArgumentHelp("Output format: text, json, ndjson or ics.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws {
            guard [.text, .json, .ndjson, .ics].contains(format) else {
                throw ValidationError(
                    "--format \(format.rawValue) is not supported here; use text, json, ndjson or ics"
                )
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            // Report unreadable files only once, not for each item.
            let finder = ItemFinder(store: store, saysLosses: false, isForChange: false)
            let calendars = named.match == nil ? try finder.calendars(of: named.identifiers) : nil
            try StoreRemarks.print(of: store, in: calendars)
            var found = try await finder.shownItems(named.identifiers, options)
            if let match = named.match { found.append(try finder.event(matching: match)) }
            switch format {
            case .text:
                for (number, named) in found.enumerated() {
                    try ListOutput.print((number > 0 ? [""] : []) + Self.lines(named))
                }
            case .ics:
                var collected = CollectedItems()
                for named in found { try named.add(to: &collected, of: store) }
                try Descriptor.output.writeShown(collected.bytes)
            default: try Self.write(found, format, of: store)
            }
        }

        private static func write(
            _ items: [NamedItem],
            _ format: OutputFormat,
            of store: EventStore
        ) throws {
            let zone = try Zone.system()
            let window = try OccurrenceWindow(
                from: .present,
                to: Instant.present.adding(seconds: 1),
                in: zone
            )
            var output = try EventOutput(format, of: store, in: window, withDetails: true)
            for named in items {
                switch named.item {
                case .event(let event): try output.add(event)
                case .reminder(let reminder): try output.add(reminder)
                }
            }
            try output.finish()
        }

        static func lines(_ named: NamedItem) -> [String] {
            let fields = named.fields
            let (id, start, rules, rest): (String, EventTime?, [RecurrenceRule], [String]) =
                switch named.item {
                case .event(let event):
                    (
                        event.id, event.seriesStart ?? event.event.start, event.event.recurrenceRules,
                        lines(besidesFieldsOf: event)
                    )
                case .reminder(let reminder):
                    (
                        reminder.id, reminder.seriesStart, reminder.recurrenceRules,
                        lines(besidesFieldsOf: reminder)
                    )
                }
            let calendar = named.calendar
            var lines = [
                "id: \(id)", "calendar: \(calendar?.title ?? "") (\(calendar?.calendarIdentifier ?? ""))",
            ]
            for field in fields.names {
                lines += Self.lines(field, fields)
                if field == .repeats, let start {
                    lines += rules.map { "  (\($0.description(startingAt: start)))" }
                }
            }
            return lines + rest
        }

        private static func lines(besidesFieldsOf event: CalendarEvent) -> [String] {
            (event.organizer.map { ["organizer: \(EventFields.text($0))"] } ?? [])
                + (event.attendees ?? []).map { attendee in
                    let you = event.isCurrentUser(attendee) ? " (you)" : ""
                    return "answer: \(EventFields.text(attendee)) \(attendee.status.rawValue)\(you)"
                }
                + (event.isDetached ? ["changed: differs from its series"] : [])
        }

        private static func lines(besidesFieldsOf reminder: Reminder) -> [String] {
            // Without a start, all alarms are relative to the due time.
            let end = reminder.todo.start == nil ? "end " : "\n"
            var lines = reminder.alarms.compactMap(AlarmText.text).map { text in
                "alarm: " + (text.hasPrefix(end) ? String(text.dropFirst(end.count)) : text)
            }
            lines += Event(reminder.todo.component).attendees.map { attendee in
                "answer: \(EventFields.text(attendee)) \(attendee.status.rawValue)"
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
