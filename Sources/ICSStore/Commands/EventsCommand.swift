#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSTemplates
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct EventsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "events",
            abstract: "Print the events in a time window, with the options of ics-expand.",
            discussion: """
                <time> is 2026-03-29, 2026-03-29T10:00, 2026-03-29T10:00:00Z, today, tomorrow, now, or an offset: \
                +30d, -2w, +6m, +1y. A window wider than four years is shortened, with a warning.

                JSON objects include "calendarId" and "id", the identifier for show, edit and remove.
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
                throw ValidationError("--fields requires --format text, json or ndjson, and replaces --ids")
            }
        }

        func run() async throws {
            let zone = try displayZone(named: window.timeZone)
            let bounds = try window.bounds(in: zone)
            let search = try await EventSearch(options, filter, in: zone)
            let store = search.store
            let predicate = try store.predicateForEvents(
                withStart: bounds.from.date,
                end: bounds.to.date,
                calendars: search.calendars
            )
            if predicate.isShortened {
                let searched = WindowText(predicate.window.searchedRange, in: zone)
                Program.errors.print(
                    "\(Program.name): warning: the window is wider than four years; searching \(searched) only"
                )
            }
            try write(predicate, search)
            // The missing parts were reported above.
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
            if !filter.isPlain || fields.fields != nil || isNamed, !(amount.count && filter.isPlain) {
                return try writeSelected(predicate, search, isNamed: isNamed, page)
            }
            if amount.count, amount.limit == nil {
                let (number, remarks) = try store.eventCount(
                    matching: predicate,
                    hidesCancelled: filter.hideCancelled
                )
                Program.errors.print(remarks)
                try Descriptor.output.write(Array("\(number)\n".utf8))
                return
            }
            let (number, gathered) = try gather(predicate, in: search, page)
            if amount.count { return try Descriptor.output.write(Array("\(number)\n".utf8)) }
            var output = gathered
            try output.finish()
            if number == 0 { sayNothing(predicate) }
        }

        private func sayNothing(_ predicate: EventPredicate) {
            guard amount.limit != 0 else { return }
            let searched = WindowText(predicate.window.searchedRange, in: predicate.window.zone)
            Program.errors.print("\(Program.name): nothing between \(searched.from) and \(searched.to)")
        }

        /// Writes the events that the filter selects, which are collected before the first is written.
        private func writeSelected(
            _ predicate: EventPredicate,
            _ search: EventSearch,
            isNamed: Bool,
            _ template: PageTemplate?
        ) throws {
            var found: [FoundEvent] = []
            let limit = amount.limit ?? .max
            try search.store.enumerateEvents(matching: predicate) { event, stop in
                if let next = search.found(event) { found.append(next) }
                // The last ones are the first in the reverse order.
                stop = !filter.reverse && found.count >= limit
            }
            if filter.reverse { found.reverse() }
            found = Array(found.prefix(limit))
            if amount.count { return try Descriptor.output.write(Array("\(found.count)\n".utf8)) }
            if let columns = fields.fields {
                try EventColumnOutput.print(found.map(\.viewed), columns, format, in: search.zone)
            } else {
                let handles = isNamed ? search.handles(for: found.map(\.viewed), names) : []
                let width = handles.map(\.utf8.count).max() ?? 0
                var output = try EventOutput(
                    format,
                    of: search.store,
                    in: predicate.window,
                    withIdentifiers: ids,
                    template: template
                )
                output.addresses = search.filter.addresses
                for (position, next) in found.enumerated() {
                    let handle = handles.indices.contains(position) ? handles[position] : ""
                    try output.add(
                        next.event,
                        after: width > 0 ? MomentText.padded(handle, to: width) + "  " : ""
                    )
                }
                try output.finish()
            }
            if found.isEmpty { sayNothing(predicate) }
        }

        private func gather(
            _ predicate: EventPredicate,
            in search: EventSearch,
            _ template: PageTemplate?
        ) throws -> (number: Int, output: EventOutput) {
            var output = try EventOutput(
                format,
                of: search.store,
                in: predicate.window,
                withIdentifiers: ids,
                template: template
            )
            output.addresses = search.filter.addresses
            var number = 0
            var failure: WriteError?
            try search.store.enumerateEvents(matching: predicate) { event, stop in
                if number >= amount.limit ?? .max {
                    stop = true
                    return
                }
                if filter.hideCancelled, event.status == .canceled { return }
                number += 1
                if amount.count { return }
                do throws(WriteError) {
                    try output.add(event)
                } catch {
                    failure = error
                    stop = true
                }
            }
            if let failure { throw failure }
            return (number, output)
        }
    }
#endif
