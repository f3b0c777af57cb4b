#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import ICalendarStore

    /// The formats of views: text for people, and the JSON objects of `events` for programs.
    enum ViewFormat {
        static func check(_ format: OutputFormat) throws {
            guard [.text, .json, .ndjson].contains(format) else {
                throw ValidationError(
                    "--format \(format.rawValue) is not supported here; use text, json or ndjson, or the command events"
                )
            }
        }

        /// Writes the same objects as `events`, or the chosen fields.
        static func write(
            _ events: [FoundEvent],
            _ format: OutputFormat,
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
