#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import SystemIO

    /// A field to list for each event: one of the values of `--fields`.
    enum EventColumn: String, CaseIterable {
        case id
        case uid
        case calendar
        case calendarId
        case date
        case time
        case start
        case end
        case title
        case location
        case notes
        case url
        case status
        case answer
        case people
        case categories
        case repeats

        /// Parses comma-separated names.
        static func list(_ text: String) throws -> [EventColumn] {
            try text.split(separator: ",").map { part in
                let name = part.filter { $0 != " " }
                guard let column = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
                else {
                    let names = allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("unknown field '\(name)'; use any of \(names)")
                }
                return column
            }
        }

        /// Returns the field's text, with times in the given zone, or nil if the event does not have the field.
        func text(_ event: ViewedEvent, in zone: Zone) -> String? {
            let start = event.span.lowerBound
            let text: String? =
                switch self {
                case .id: event.identifier
                case .uid: event.uid
                case .calendar: event.calendar.title
                case .calendarId: event.calendar.identifier
                case .date: "\(zone.civil(at: start).date)"
                case .time:
                    event.isAllDay
                        ? "all day"
                        : event.span.isEmpty
                            ? MomentText.time(start, in: zone) : MomentText.span(event.span, in: zone)
                case .start:
                    event.isAllDay ? "\(event.start.civil.date)" : MomentText.rfc3339(start, in: zone)
                case .end:
                    event.isAllDay
                        ? "\(event.end.civil.date)" : MomentText.rfc3339(event.span.upperBound, in: zone)
                case .title: event.title
                case .location: event.location
                case .notes: event.notes
                case .url: event.url
                case .status: event.status?.rawValue
                case .answer: event.participation?.rawValue
                case .people: event.people.map(\.text).joined(separator: ", ")
                case .categories: event.categories.joined(separator: ", ")
                case .repeats: event.isRecurring ? "yes" : nil
                }
            return text.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// Prints the chosen fields of events: as columns on a terminal, as tab-separated text elsewhere, or as JSON
    /// objects.
    enum EventColumnOutput {
        static func print(
            _ events: [ViewedEvent],
            _ columns: [EventColumn],
            _ format: OutputFormat,
            in zone: Zone
        ) throws {
            guard format == .text else {
                return try ListOutput.print(events, format, text: { _ in [] }) { event, bytes in
                    let fields = columns.map { ($0.rawValue, $0.text(event, in: zone)) }
                    JSONText.append(object: fields, to: &bytes)
                }
            }
            let rows = events.map { event in
                columns.map { PrintableText.string($0.text(event, in: zone) ?? "") }
            }
            let isAligned = Descriptor.output.isTerminal
            let widths = columns.indices.map { column in
                isAligned ? rows.map { TextWidth.columns($0[column]) }.max() ?? 0 : 0
            }
            let lines = rows.map { row in
                zip(row, widths).map { TextWidth.padded($0, to: $1) }.joined(
                    separator: isAligned ? "  " : "\t"
                )
            }
            try Descriptor.output.write(Array(lines.map { $0 + "\n" }.joined().utf8))
        }
    }
#endif
