#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct NotifyCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notify",
            abstract: "Print alarms as they go off, or run a program for each alarm, until Ctrl-C.",
            discussion: """
                Each alarm of an event or reminder is delivered once, even after a restart. Alarms missed while the \
                computer was asleep or the command was not running are delivered unless they are older than --missed. \
                Acknowledged alarms and alarms of completed or canceled items are not delivered.

                --run starts a program without arguments and without a shell. Its environment contains \
                ICS_TITLE, ICS_START, ICS_END, ICS_LOCATION, ICS_CALENDAR, ICS_ID, ICS_URL, ICS_ALARM, \
                ICS_KIND (event or reminder), ICS_MISSED (0 or 1) and ICS_TEXT (the line that is printed \
                without --run). At most 20 alarms are delivered at once. Any others are counted but not delivered.

                With ICS_NOW and --until, the alarms up to that time are delivered immediately.
                """
        )

        @OptionGroup var options: StoreOptions

        @Option(
            name: .customLong("run"),
            help: ArgumentHelp("Program to run for each alarm.", valueName: "program"),
            completion: .file()
        )
        var program: String?

        @Option(
            help: ArgumentHelp("Maximum age of a missed alarm: 1h, 30m, 2d.", valueName: "length"),
            transform: Self.seconds
        )
        var missed = 3600

        @OptionGroup var calendars: CalendarArguments

        @Option(help: ArgumentHelp("Output format: text or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        @Flag(help: "Deliver alarms that are due or were missed, then exit.")
        var once = false

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Stop at this time.", valueName: "time"),
            transform: TimeArgument.init(parsingTimeOfItem:)
        )
        var until: TimeArgument?

        private static func seconds(_ text: String) throws -> Int {
            let length = LengthText.length(text)
            let seconds = length.map { $0.days * 86_400 + $0.seconds }
            guard let seconds, (0...31 * 86_400).contains(seconds) else {
                throw ValidationError("'\(text)' is not a duration of at most 31 days, such as 1h, 30m or 2d")
            }
            return seconds
        }

        func validate() throws {
            guard [.text, .ndjson].contains(format) else {
                throw ValidationError("--format \(format.rawValue) is not supported here; use text or ndjson")
            }
            if program != nil, format != .text {
                throw ValidationError("--run and --format cannot be combined")
            }
            if once, until != nil { throw ValidationError("--once and --until cannot be combined") }
        }

        func run() async throws {
            let zone = try displayZone(named: nil)
            let end: Instant?
            do {
                end = try until.map { try WindowTimes(zone: zone, now: .present).from($0) }
            } catch let error as WindowTimesError {
                throw ValidationError("--until: \(error)")
            }
            let program = try program.map { try NoticeProgram(named: $0) }
            let store = try await options.open(for: .readEvents, in: zone)
            do {
                try await options.allow(.readReminders, of: store)
            } catch let error as CommandError {
                Program.say("warning: only events have alarms here: \(error.text)")
            }
            // Report unknown names before delivering any alarm.
            for name in calendars.names { _ = try ItemFinder(store: store).calendarOfAnyType(name) }
            let output = NoticeOutput(format: format, program: program, zone: zone)
            let purpose = ([self.program ?? ""] + calendars.names).joined(separator: "\0")
            var loop = NoticeLoop(
                AlarmSource(store: store, calendars: calendars.names),
                output,
                missed: missed,
                given: GivenAlarms(of: store, purpose: purpose, isReadOnly: options.dryRun)
            )
            defer { output.finish() }
            if once { return try loop.look() }
            if let end, Self.isPresentFixed { return try loop.runThrough(to: end) }
            guard let signal = StopSignals.catching() else {
                throw CommandError("cannot watch: too many open files")
            }
            let changes = try ChangeSignal()
            // Start observing now so that no changes are missed.
            let iterator = store.changes
            let task = Task {
                for await change in iterator {
                    RecoveryRemarks.print()
                    if change.isEverything { try? store.refreshSourcesIfNecessary() }
                    changes.set()
                }
            }
            defer { task.cancel() }
            try await loop.run(until: end, signal, changes)
            StopSignals.endIfCaught()
        }

        /// Whether `ICS_NOW` fixes the current time, which makes waiting useless.
        private static var isPresentFixed: Bool { SystemCalls.environment("ICS_NOW")?.isEmpty == false }
    }
#endif
