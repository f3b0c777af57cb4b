#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarLibical

    /// The command line as it was typed; nothing here is decided yet (see ``Plan``).
    struct Arguments: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ics-expand",
            abstract: "Prints what happens between two moments, from iCalendar files.",
            usage: "ics-expand [<options>] [<file> ...]",
            discussion: """
                The window is half-open: what is going on at --from is in, what starts at --to is out. A date means \
                its midnight in the display zone, so the day named in --to is not itself searched. \
                A window wider than four years (1461 days) is shortened, with a warning.

                TIME is one of
                  2026-03-29T10:00:00Z       an instant of RFC 3339, with Z or an offset
                  2026-03-29T10:00           a time of day in the display zone
                  2026-03-29 10:00:30        the same with seconds, and a blank for the T
                  2026-03-29                 a date
                  today, tomorrow, now
                  +30d, -2w, +6m, +1y        days, weeks, months, years
                An offset counts from today's midnight in --from, and from the time of --from in --to.

                Occurrences go to standard output in the order of time, warnings to standard error. The exit status \
                is 0 when every input gave a calendar, 1 when one did not (or no event has the UID of --explain, \
                --diff or --compare-engines found differences, --check found errors; or, with --strict, when there \
                was any warning), and 64 for wrong usage. --repair lists its changes, and what must be fixed by hand, on standard error. Its \
                exit status is 0 when the file was written, and 1 when a component is missing from the output because it \
                could not be read, never happens or lies beyond a limit (the file itself is then not replaced), when \
                writing failed, or, with --strict, when errors remain.
                """,
            version: "0.1.0"
        )

        @OptionGroup
        var window: WindowArguments

        @Option(
            help: ArgumentHelp(
                """
                How to print: text for people; json or ndjson for programs; ics, jcal or xcal for occurrences as \
                events of a calendar, in UTC and without rules; freebusy for the times that are taken.
                """,
                valueName: "format"
            )
        )
        var format: OutputFormat = .text

        @OptionGroup
        var amount: AmountArguments

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("How many threads work (default: the processors).", valueName: "n"),
            // More help nobody, and each of them costs memory.
            transform: { try optionNumber($0, in: 1...256, of: "--threads") }
        )
        var threads: Int?

        @Option(help: "Which definition of a zone wins when both have one: system or file.")
        var zones: ZoneSource = .system

        @Flag(help: "Read floating times in the calendar's own zone (X-WR-TIMEZONE).")
        var useCalendarTimeZone = false

        @Flag(help: "Leave out what is cancelled.")
        var hideCancelled = false

        @Option(
            help:
                "The engine that reads components: native (default), or libical if the program was built with it.",
            transform: { try optionEngine($0) }
        )
        var engine: CalendarEngine = .native

        @Option(
            help: """
                The engine that expands rules: native, or libical for comparison. libical goes with --engine libical or \
                --compare-engines, and runs in another process, as with --isolated.
                """,
            transform: { try optionEngine($0) }
        )
        var expand: CalendarEngine?

        @Flag(help: "Say on standard error what was read, kept and found, and how long it took.")
        var statistics = false

        @Flag(help: "Fail on any warning, and on a window over four years.")
        var strict = false

        @OptionGroup(title: "For strangers' files")
        var isolation: IsolationArguments

        @OptionGroup(title: "Instead of occurrences")
        var request: RequestArguments

        @Argument(
            help: ArgumentHelp(
                """
                iCalendar or jCal files, e-mails that contain calendars, folders (searched recursively for *.ics, \
                hidden names skipped), or - for standard input, which is also read if no file is given.
                """,
                valueName: "file"
            )
        )
        var inputs: [String] = []

        enum ZoneSource: String, ExpressibleByArgument, CaseIterable {
            case system, file
        }
    }

    extension OutputFormat: ExpressibleByArgument {}

    private func optionEngine(_ name: String) throws -> CalendarEngine {
        guard let engine = CalendarEngine(rawValue: name) else {
            let known = CalendarEngine.allCases.map(\.rawValue).joined(separator: " and ")
            throw ValidationError("this program has no engine \(PrintableText.string(name)), only \(known)")
        }
        return engine
    }

    struct RequestArguments: ParsableArguments {
        @Flag(help: "Print the pairs of occurrences that take the same time.")
        var conflicts = false

        @Flag(help: "Print when alarms go off, of events and to-dos.")
        var alarms = false

        @Option(
            help: ArgumentHelp(
                "Say in words why the event with this UID happens when it does.",
                valueName: "uid"
            )
        )
        var explain: String?

        @Flag(help: "Say what differs between two files, the old and the new one.")
        var diff = false

        @Flag(help: "Say what breaks the rules of iCalendar, as FILE:LINE: error: ...")
        var check = false

        #if Libical
            @Flag(
                help: """
                    Print where the native engine and libical differ, with the cause. Reads in another process, as \
                    --isolated does.
                    """
            )
            var compareEngines = false
        #endif

        @Flag(help: "Write a file with mistakes mended; what was mended goes to standard error.")
        var repair = false

        @Option(help: ArgumentHelp("Where --repair writes, instead of standard output.", valueName: "file"))
        var output: String?

        @Option(
            help: ArgumentHelp(
                """
                The owner of the calendar: events that they declined take no time and have no alarms (--conflicts, \
                --alarms, --format freebusy).
                """,
                valueName: "mail"
            )
        )
        var owner: String?
    }

    struct IsolationArguments: ParsableArguments {
        @Flag(
            help: """
                Read in another process, with limits for each file; one that crashes or reaches a limit is left out, \
                with a message.
                """
        )
        var isolated = false

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The memory of that process in MiB (default: 1024).", valueName: "n"),
            transform: { try optionNumber($0, in: 128...1_048_576, of: "--memory-limit") }
        )
        var memoryLimit: Int?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Its seconds of processor time (default: 10).", valueName: "n"),
            transform: { try optionNumber($0, in: 1...86_400, of: "--processor-limit") }
        )
        var processorLimit: Int?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Its seconds on the clock (default: 60).", valueName: "n"),
            transform: { try optionNumber($0, in: 1...86_400, of: "--time-limit") }
        )
        var timeLimit: Int?

        /// What a process is told that was started by another one of this program.
        @Option(help: .private)
        var worker: String?

        /// What this process is to do as a worker; nil when it is none.
        func order() throws -> WorkerOrder? {
            guard let worker else { return nil }
            guard let order = WorkerOrder(worker) else {
                throw ValidationError("--worker is for the program itself")
            }
            return order
        }

        /// The limits of a file; nil when nothing is isolated.
        func limits() throws -> IsolationLimits? {
            let options = [
                ("--memory-limit", memoryLimit), ("--processor-limit", processorLimit),
                ("--time-limit", timeLimit),
            ]
            guard isolated else {
                if let typed = options.first(where: { $0.1 != nil }) {
                    throw ValidationError("\(typed.0) is a limit of --isolated, which is not there")
                }
                return nil
            }
            var limits = IsolationLimits()
            if let memoryLimit { limits.memory = memoryLimit << 20 }
            if let processorLimit { limits.processorTime = processorLimit }
            if let timeLimit { limits.time = timeLimit }
            return limits
        }
    }
#endif
