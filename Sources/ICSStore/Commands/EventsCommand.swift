#if CommandLine
    import ArgumentParser
    import ICSConsole
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
                "Output format: text, json, ndjson, ics, jcal, xcal, freebusy, csv, html, svg or md.",
                valueName: "format"
            )
        )
        var format: OutputFormat = .text

        @OptionGroup var amount: AmountArguments

        @Flag(help: "Omit canceled events.")
        var hideCancelled = false

        @OptionGroup var calendars: CalendarArguments

        @Flag(help: "Print the identifier at the end of each line of text.")
        var ids = false

        func validate() throws {
            if ids, format != .text {
                throw ValidationError("--ids requires --format text; json and ndjson always include \"id\"")
            }
            if format == .freebusy, amount.count || amount.limit != nil {
                throw ValidationError("--format freebusy cannot be combined with --count or --limit")
            }
        }

        func run() async throws {
            let zone = try displayZone(named: window.timeZone)
            let bounds = try window.bounds(in: zone)
            let store = try await options.open(for: .readEvents, in: zone)
            let calendars = try ItemFinder(store: store).calendars(self.calendars.names)
            let isIncomplete = try StoreRemarks.print(of: store, in: calendars)
            let predicate = try store.predicateForEvents(
                withStart: bounds.from.date,
                end: bounds.to.date,
                calendars: calendars
            )
            if predicate.isShortened {
                let searched = WindowText(predicate.window.searchedRange, in: zone)
                Program.errors.print(
                    "\(Program.name): warning: the window is wider than four years; searching \(searched) only"
                )
            }
            try write(predicate, of: store)
            // The missing parts were reported above.
            if isIncomplete { throw ExitCode.failure }
        }

        private func write(_ predicate: EventPredicate, of store: EventStore) throws {
            if format == .freebusy {
                let made = try store.freeBusy(matching: predicate)
                Program.errors.print(made.diagnostics)
                if made.isShortened(in: predicate.window) { Program.errors.print(made.remarkOfEnd) }
                return try EventOutput.write(made)
            }
            if amount.count, amount.limit == nil {
                let (number, remarks) = try store.eventCount(
                    matching: predicate,
                    hidesCancelled: hideCancelled
                )
                Program.errors.print(remarks)
                try Descriptor.output.write(Array("\(number)\n".utf8))
                return
            }
            let (number, gathered) = try gather(predicate, in: store)
            if amount.count { return try Descriptor.output.write(Array("\(number)\n".utf8)) }
            var output = gathered
            try output.finish()
            if number == 0, amount.limit != 0 {
                let searched = WindowText(predicate.window.searchedRange, in: predicate.window.zone)
                Program.errors.print("\(Program.name): nothing between \(searched.from) and \(searched.to)")
            }
        }

        private func gather(
            _ predicate: EventPredicate,
            in store: EventStore
        ) throws -> (number: Int, output: EventOutput) {
            var output = try EventOutput(format, of: store, in: predicate.window, withIdentifiers: ids)
            var number = 0
            var failure: WriteError?
            try store.enumerateEvents(matching: predicate) { event, stop in
                if number >= amount.limit ?? .max {
                    stop = true
                    return
                }
                if hideCancelled, event.status == .canceled { return }
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
