#if CommandLine
    import ArgumentParser
    import ICSConsole

    /// The command line as it was typed; nothing here is decided yet (see ``Plan``).
    struct Arguments: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ics-expand",
            abstract: "Prints what happens between two moments, from iCalendar files.",
            usage: "ics-expand [<options>] [<file> ...]",
            discussion: ArgumentsHelp.discussion,
            version: "0.1.0"
        )

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentsHelp.from,
            transform: TimeArgument.init(parsing:)
        )
        var from: TimeArgument?

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentsHelp.to,
            transform: TimeArgument.init(parsing:)
        )
        var to: TimeArgument?

        @Option(name: .long, help: ArgumentsHelp.timeZone)
        var timeZone: String?

        @Option(name: .long, help: ArgumentsHelp.format)
        var format: OutputFormat = .text

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("Print the first N occurrences only.", valueName: "n"),
            transform: LimitArgument.number(parsing:)
        )
        var limit: Int?

        @Flag(name: .long, help: "Print only how many there are.")
        var count = false

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("How many threads work (default: the processors).", valueName: "n"),
            transform: ThreadsArgument.number(parsing:)
        )
        var threads: Int?

        @Option(name: .long, help: "Which definition of a zone wins when both have one: system or file.")
        var zones: ZoneSource = .system

        @Flag(name: .long, help: "Read floating times in the calendar's own zone (X-WR-TIMEZONE).")
        var useCalendarTimeZone = false

        @Flag(name: .long, help: "Leave out what is cancelled.")
        var hideCancelled = false

        @Flag(name: .long, help: ArgumentsHelp.statistics)
        var statistics = false

        @Flag(name: .long, help: "Fail on any warning, and on a window over four years.")
        var strict = false

        @OptionGroup(title: "For strangers' files")
        var isolation: IsolationArguments

        @OptionGroup(title: "Instead of occurrences")
        var task: TaskArguments

        @Argument(help: ArgumentsHelp.inputs)
        var inputs: [String] = []

        /// Where the definition of a zone comes from.
        enum ZoneSource: String, ExpressibleByArgument, CaseIterable {
            case system, file
        }
    }

    extension OutputFormat: ExpressibleByArgument {}
#endif
