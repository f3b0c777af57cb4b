#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store show ID`: all that is known of an event.
    struct ShowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints an event: its fields, or with --format ics its components as they are stored."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifiers of events or occurrences.", valueName: "id"))
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
            let finder = ItemFinder(store: store)
            var found = try identifiers.map { try finder.event($0) }
            if let match { found.append(try finder.event(matching: match)) }
            switch format {
            case .text:
                for (number, named) in found.enumerated() {
                    let lines = (number > 0 ? [""] : []) + Self.lines(named.event)
                    try ListOutput.print(lines)
                }
            case .ics:
                var collected = CollectedItems()
                for named in found { try collected.add(named.event, of: store) }
                try Descriptor.output.write(PlainBytes.withoutControls(collected.bytes))
            default:
                let zone = try Zone.system()
                let window = try OccurrenceWindow(from: .now, to: Instant.now.adding(seconds: 1), in: zone)
                var output = try EventOutput(format, of: store, in: window)
                for named in found { try output.add(named.event) }
                try output.finish()
            }
        }

        /// The fields that say something, with what cannot be edited.
        private static func lines(_ event: CalendarEvent) -> [String] {
            let fields = EventFields(event.event)
            var lines = [
                "id: \(event.id)",
                "calendar: \(event.calendar?.title ?? "") (\(event.calendar?.calendarIdentifier ?? ""))",
            ]
            for field in EventField.allCases {
                for text in fields[field] {
                    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                    lines.append("\(field.rawValue): \(parts.first ?? "")")
                    lines += parts.dropFirst().map { "  \($0)" }
                }
                if field == .repeats, let start = event.event.start {
                    lines += event.event.recurrenceRules.map { "  (\($0.description(startingAt: start)))" }
                }
            }
            for attendee in event.attendees ?? [] {
                lines.append("answer: \(EventFields.text(attendee)) \(attendee.status.rawValue)")
            }
            if event.isDetached { lines.append("changed: differs from what its series says") }
            return lines
        }
    }
#endif
