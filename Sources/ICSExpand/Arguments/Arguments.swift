#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarLibical

    /// The command line as entered, which ``Plan`` interprets.
    struct Arguments: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ics-expand",
            abstract: "Print the occurrences in a time window from iCalendar files.",
            usage: "ics-expand [<options>] [<file> ...]",
            discussion: """
                The window includes occurrences in progress at --from and excludes those that start at --to. \
                A date means midnight in the display time zone, so the day given to --to is not searched. A \
                window wider than four years (1461 days) is shortened, and a warning is printed.

                <time> is one of:
                  2026-03-29T10:00:00Z       an RFC 3339 timestamp, with Z or an offset
                  2026-03-29T10:00           a local time in the display time zone
                  2026-03-29 10:00:30        the same, with seconds and a space instead of T
                  2026-03-29                 a date
                  today, tomorrow, yesterday, now
                  fri 14:00, 24 dec          a day or a time in words
                  next week, december, 2027  the start of a period (--from only)
                  +30d, -2w, +6m, +1y        an offset in days, weeks, months or years
                Offsets are relative to the start of today in --from, and to --from in --to.

                Occurrences are printed to standard output in chronological order, and diagnostics to \
                standard error.

                Exit status:
                  0    every input contained a calendar, even a damaged one
                  1    an input did not; or --explain found no event with the UID; or --diff or
                       --compare-engines found differences; or --check found errors; or a
                       record could not be read (--record-errors stderr only); or, with
                       --strict, there was an error or a warning
                  64   usage error

                --repair lists its changes, and the errors left to fix by hand, on standard error. Its exit \
                status is 0 if the file was written. It is 1 if a component is missing from the output \
                because it cannot be read, never happens or exceeds a limit (the input file is then not \
                replaced); if writing failed; or, with --strict, if errors remain. Errors that could be \
                corrected only by guessing, such as a missing start or ORGANIZER, are not repaired.
                """,
            version: "1.0.0"
        )

        @OptionGroup
        var window: WindowArguments

        @Option(
            help: ArgumentHelp(
                """
                Output format: text for people; json or ndjson for programs; ics, jcal or xcal for a calendar with \
                one event per occurrence, in UTC and without rules; freebusy for busy times; csv for spreadsheets; \
                html for a page with months, an agenda and details; svg for an image of up to 14 days, or of the \
                number of events per day in a longer window; md for Markdown; month for months as grids.
                """,
                valueName: "format"
            )
        )
        var format: OutputFormat = .text

        @OptionGroup
        var amount: AmountArguments

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Number of threads (default: the number of processors).", valueName: "n"),
            transform: { try threadNumber($0) }
        )
        var threads: Int?

        @Option(help: "Definition to use for a time zone that both the system and the file define.")
        var zones: ZoneSource = .system

        @Flag(help: "Read floating times in the calendar's own time zone (X-WR-TIMEZONE).")
        var useCalendarTimeZone = false

        @Flag(help: "Omit canceled events.")
        var hideCancelled = false

        @Option(
            help:
                "Engine for reading components: native (default), or libical if the program was built with it.",
            completion: .list(CalendarEngine.allCases.map(\.rawValue)),
            transform: { try optionEngine($0) }
        )
        var engine: CalendarEngine = .native

        @Option(
            help: """
                Engine for expanding rules: native, or libical for comparison. libical requires --engine libical or \
                --compare-engines, and runs in a separate process, as with --isolated.
                """,
            completion: .list(CalendarEngine.allCases.map(\.rawValue)),
            transform: { try optionEngine($0) }
        )
        var expand: CalendarEngine?

        @Flag(help: "Print statistics on standard error: what was read, kept and found, and the time taken.")
        var statistics = false

        @Flag(help: "Fail on errors and warnings, and on a window wider than four years.")
        var strict = false

        @OptionGroup(title: "Untrusted files")
        var isolation: IsolationOptions

        @OptionGroup(title: "Other reports and actions")
        var request: RequestOptions

        @Argument(
            help: ArgumentHelp(
                """
                iCalendar or jCal files, emails that contain calendars, folders (searched recursively for *.ics \
                files, skipping hidden ones), or - for standard input. Reads standard input if no file is given.
                """,
                valueName: "file"
            ),
            completion: .file()
        )
        var inputs: [String] = []

        /// Parses the value of `--threads`.
        ///
        /// The number of threads is limited, since each thread takes memory and more threads do not help.
        static func threadNumber(_ text: String) throws(NumberArgumentError) -> Int {
            try optionNumber(text, in: 1...256, of: "--threads")
        }

        enum ZoneSource: String, ExpressibleByArgument, CaseIterable {
            case system, file
        }
    }

    extension OutputFormat: ExpressibleByArgument {}

    /// The format of a stream of records.
    enum RecordForm: String, Sendable, CaseIterable {
        /// One JSON object per line.
        case json
        /// Calendars, each followed by a zero byte.
        case nul
        /// The names of files, each followed by a zero byte.
        case files
    }

    /// The destination for reports about unreadable records.
    enum RecordErrors: String, ExpressibleByArgument, CaseIterable, Sendable {
        case output, stderr
    }

    private func recordForm(_ name: String) throws -> RecordForm {
        guard let form = RecordForm(rawValue: name) else {
            throw ValidationError(
                "--records: unknown form '\(PrintableText.string(name))'; use --records json, nul or files"
            )
        }
        return form
    }

    private func optionEngine(_ name: String) throws -> CalendarEngine {
        guard let engine = CalendarEngine(rawValue: name) else {
            let known = CalendarEngine.allCases.map(\.rawValue).joined(separator: " and ")
            throw ValidationError("unknown engine '\(PrintableText.string(name))'; this program has \(known)")
        }
        return engine
    }

    extension Arguments {
        struct RequestOptions: ParsableArguments {
            @Flag(help: "Print pairs of overlapping occurrences.")
            var conflicts = false

            @Flag(help: "Print the times at which alarms of events and to-dos go off.")
            var alarms = false

            @Option(
                help: ArgumentHelp(
                    "Explain why the event with this UID happens when it does.",
                    valueName: "uid"
                )
            )
            var explain: String?

            @Flag(help: "Print the differences between two files, the old one first.")
            var diff = false

            @Flag(help: "Report violations of the iCalendar standards, as FILE:LINE: error: ...")
            var check = false

            #if Libical
                @Flag(
                    help: """
                        Print the differences between the native engine and libical, with their causes. Files \
                        are read in a separate process, as with --isolated.
                        """
                )
                var compareEngines = false
            #endif

            @Flag(help: "Write a repaired copy of a file, and list the changes on standard error.")
            var repair = false

            @Option(
                defaultAsFlag: RecordForm.json,
                help: ArgumentHelp(
                    """
                    Read records instead of calendars, and print the occurrences of each record as ndjson with its key. \
                    With json, each line is an object {"key": any JSON, "ics": "BEGIN:VCALENDAR..."}. With nul, each \
                    calendar ends with a NUL byte. With files, each file name ends with a NUL byte, as printed by find \
                    -print0. In both cases, the key is the record's number. --limit applies to each record (default: \
                    1000000), and so do the limits of --isolated.
                    """,
                    valueName: "form"
                ),
                completion: .list(RecordForm.allCases.map(\.rawValue)),
                transform: { try recordForm($0) }
            )
            var records: RecordForm?

            @Option(
                help: """
                    Where to report records that cannot be read: output, as an object {"key", "error", "line"} with the \
                    record's number, or stderr, with exit status 1.
                    """
            )
            var recordErrors: RecordErrors = .output

            @Option(
                parsing: .unconditional,
                help: ArgumentHelp(
                    """
                    Split a calendar into at most n files in the folder given by --output. Components with the \
                    same UID stay together, and each file contains the calendar's own properties and the time zone \
                    definitions that it needs.
                    """,
                    valueName: "n"
                ),
                transform: { try optionNumber($0, in: 1...512, of: "--split") }
            )
            var split: Int?

            @Option(
                help: ArgumentHelp(
                    """
                    Output file for --repair (default: standard output), or output folder for --split or \
                    --records. The folder for --records contains one file per month in which occurrences start, \
                    such as 2026-03.ndjson, and none.ndjson for errors.
                    """,
                    valueName: "path"
                ),
                completion: .file()
            )
            var output: String?

            @Option(
                help: ArgumentHelp(
                    """
                    Email address of the calendar's owner. Events that the owner declined count as free and have no \
                    alarms (for --conflicts, --alarms and --format freebusy).
                    """,
                    valueName: "email"
                )
            )
            var owner: String?
        }

        struct IsolationOptions: ParsableArguments {
            @Flag(
                help: """
                    Read files in a separate process, with limits for each file. A file that causes a crash or \
                    exceeds a limit is skipped with a message.
                    """
            )
            var isolated = false

            @Option(
                parsing: .unconditional,
                help: ArgumentHelp("Memory limit per file, in MiB (default: 1024).", valueName: "n"),
                transform: { try optionNumber($0, in: 128...1_048_576, of: "--memory-limit") }
            )
            var memoryLimit: Int?

            @Option(
                parsing: .unconditional,
                help: ArgumentHelp("CPU time limit per file, in seconds (default: 10).", valueName: "n"),
                transform: { try optionNumber($0, in: 1...86_400, of: "--processor-limit") }
            )
            var processorLimit: Int?

            @Option(
                parsing: .unconditional,
                help: ArgumentHelp("Elapsed time limit per file, in seconds (default: 60).", valueName: "n"),
                transform: { try optionNumber($0, in: 1...86_400, of: "--time-limit") }
            )
            var timeLimit: Int?

            /// The instructions from the process that started this worker.
            @Option(help: .private)
            var worker: String?

            /// Returns the instructions for this process, or nil if it is not a worker.
            func order() throws -> WorkerOrder? {
                guard let worker else { return nil }
                guard let order = WorkerOrder(worker) else {
                    throw ValidationError("--worker is for internal use only")
                }
                return order
            }

            /// Returns the limits per file, or nil without `--isolated`.
            func limits() throws -> IsolationLimits? {
                let options = [
                    ("--memory-limit", memoryLimit), ("--processor-limit", processorLimit),
                    ("--time-limit", timeLimit),
                ]
                guard isolated else {
                    if let typed = options.first(where: { $0.1 != nil }) {
                        throw ValidationError("\(typed.0) requires --isolated")
                    }
                    return nil
                }
                var limits = IsolationLimits.standard
                if let memoryLimit { limits.memory = memoryLimit << 20 }
                if let processorLimit { limits.processorTime = processorLimit }
                if let timeLimit { limits.time = timeLimit }
                return limits
            }
        }
    }
#endif
