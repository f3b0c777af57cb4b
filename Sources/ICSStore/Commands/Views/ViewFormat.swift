#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar

    /// The output formats of views: readable text, or the same JSON objects as the `events` command.
    struct ViewFormat: ParsableArguments {
        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws {
            guard [.text, .json, .ndjson].contains(format) else {
                throw ValidationError(
                    "--format \(format.rawValue) is not supported here; use text, json or ndjson, or the events command"
                )
            }
        }

        /// Writes the same objects as the `events` command, or only the chosen fields.
        func write(
            _ events: [FoundEvent],
            _ columns: [EventColumn]?,
            of search: EventSearch,
            in range: Range<Instant>
        ) throws {
            if let columns {
                return try EventColumnOutput.print(events.map(\.viewed), columns, format, in: search.zone)
            }
            let window = try OccurrenceWindow(from: range.lowerBound, to: range.upperBound, in: search.zone)
            var output = try EventOutput(format, of: search.store, in: window)
            for found in events { try output.add(found.event) }
            try output.finish()
        }
    }
#endif
