#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSTemplates
    import ICSViews
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct EventsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "events",
            abstract: "Print the events in a time window, with the options of ics-expand.",
            discussion: """
                <time> is 2026-03-29, 2026-03-29T10:00, 2026-03-29T10:00:00Z, today, tomorrow, now, or an \
                offset: +30d, -2w, +6m, +1y. A window wider than four years is shortened, and a warning is \
                printed.

                JSON objects include "calendarId" and "id", which is the identifier that show, edit and \
                remove accept.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var window: WindowArguments

        @Option(
            help: ArgumentHelp(
                "Output format: text, json, ndjson, ics, jcal, xcal, freebusy, csv, html, svg, md or month.",
                valueName: "format"
            )
        )
        var format: OutputFormat = .text

        @Option(
            help: ArgumentHelp(
                "Mustache template for the output, instead of --format (trait Templates).",
                valueName: "file"
            ),
            completion: .file()
        )
        var template: String?

        @OptionGroup var amount: AmountArguments

        @OptionGroup var calendars: CalendarArguments
        @OptionGroup var filter: FilterArguments

        @OptionGroup var fields: FieldListArguments

        @Flag(help: "Print the identifier at the end of each line of text.")
        var ids = false

        @OptionGroup var names: HandleArguments

        func validate() throws {
            if ids, format != .text {
                throw ValidationError("--ids requires --format text; json and ndjson always include \"id\"")
            }
            if format == .freebusy, amount.count || amount.limit != nil {
                throw ValidationError("--format freebusy cannot be combined with --count or --limit")
            }
            if format == .freebusy, !filter.isPlain {
                throw ValidationError("--format freebusy can be limited only with --calendar")
            }
            if template != nil, format != .text || ids || fields.fields != nil || amount.count {
                throw ValidationError(
                    "--template cannot be combined with --format, --ids, --fields or --count"
                )
            }
            if fields.fields != nil, ![.text, .json, .ndjson].contains(format) || ids {
                throw ValidationError(
                    "--fields requires --format text, json or ndjson, and cannot be combined with --ids"
                )
            }
        }

        func run() async throws {
            let zone = try displayZone(named: window.timeZone)
            let bounds = try window.bounds(in: zone)
            let search = try await EventSearch(options, calendars, filter, in: zone)
            let store = search.store
            let predicate = try store.predicateForEvents(
                withStart: bounds.from.date,
                end: bounds.to.date,
                calendars: search.calendars
            )
            if predicate.isShortened {
                let searched = WindowText(predicate.window.searchedRange, in: zone)
                Program.say("warning: the window is wider than four years; searching \(searched) only")
            }
            try write(predicate, search)
            // The missing parts have already been reported.
            if search.isIncomplete { throw ExitCode.failure }
        }

        private func write(_ predicate: EventPredicate, _ search: EventSearch) throws {
            let store = search.store
            if format == .freebusy {
                let made = try store.freeBusy(matching: predicate)
                Program.errors.print(made.diagnostics)
                if made.isShortened(in: predicate.window) { Program.errors.print(made.remarkOfEnd) }
                return try EventOutput.write(made)
            }
            let page = try template.map(TemplateFile.read)
            let isNamed = page == nil && format == .text && names.areShown
            if amount.count, amount.limit == nil, filter.isPlain {
                let (number, remarks) = try store.eventCount(
                    matching: predicate,
                    hidesCancelled: filter.hideCancelled
                )
                Program.errors.print(remarks)
                try Descriptor.output.write(Array("\(number)\n".utf8))
                return
            }
            let number =
                try amount.count ? count(predicate, search) : print(predicate, search, isNamed: isNamed, page)
            if amount.count {
                try Descriptor.output.write(Array("\(number)\n".utf8))
            } else if number == 0 {
                sayNothing(predicate)
            }
        }

        private func sayNothing(_ predicate: EventPredicate) {
            guard amount.limit != 0 else { return }
            let searched = WindowText(predicate.window.searchedRange, in: predicate.window.zone)
            Program.say("nothing between \(searched.from) and \(searched.to)")
        }

        /// Calls a closure with each selected event, up to the limit.
        private func forEach(
            _ predicate: EventPredicate,
            _ search: EventSearch,
            _ body: (CalendarEvent) throws -> Void
        ) throws {
            // In reverse order, all events are needed, since the last ones come first.
            let limit = filter.reverse ? .max : amount.limit ?? .max
            var number = 0
            try search.forEach(matching: predicate) { event, stop in
                stop = number >= limit
                guard !stop, search.includes(event) else { return }
                number += 1
                try body(event)
            }
        }

        private func count(_ predicate: EventPredicate, _ search: EventSearch) throws -> Int {
            var number = 0
            try forEach(predicate, search) { _ in number += 1 }
            return min(number, amount.limit ?? .max)
        }

        /// Writes the selected events and returns their number.
        ///
        /// If the order or short names require it, all events are collected before the first one is written.
        private func print(
            _ predicate: EventPredicate,
            _ search: EventSearch,
            isNamed: Bool,
            _ template: PageTemplate?
        ) throws -> Int {
            var output = try EventOutput(
                format,
                of: search.store,
                in: predicate.window,
                withIdentifiers: ids,
                template: template
            )
            output.addresses = search.filter.addresses
            let isCollected = filter.reverse || isNamed || fields.fields != nil
            var events: [CalendarEvent] = []
            var number = 0
            try forEach(predicate, search) { event in
                number += 1
                if isCollected { events.append(event) } else { try output.add(event) }
            }
            if filter.reverse { events = Array(events.reversed().prefix(amount.limit ?? .max)) }
            if let columns = fields.fields {
                let viewed = events.compactMap { search.found($0)?.viewed }
                try EventColumnOutput.print(viewed, columns, format, in: search.zone)
                return number
            }
            let identifiers = isNamed ? events.compactMap(\.occurrenceIdentifier) : []
            let handles = names.handles(for: identifiers, of: search.store)
            let width = handles.map(\.utf8.count).max() ?? 0
            for (position, event) in events.enumerated() {
                let handle = handles.indices.contains(position) ? handles[position] : ""
                try output.add(event, after: width > 0 ? TextWidth.padded(handle, to: width) + "  " : "")
            }
            try output.finish()
            return number
        }
    }
#endif
