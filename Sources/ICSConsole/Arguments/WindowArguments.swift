#if CommandLine
    package import ArgumentParser
    package import ICalendar

    package struct WindowArguments: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Where the window starts (default: today).", valueName: "time"),
            transform: TimeArgument.init(parsing:)
        )
        package var from: TimeArgument?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Where the window ends, not included (default: 30 days after --from).",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsing:)
        )
        package var to: TimeArgument?

        @Option(
            help: ArgumentHelp(
                "The display zone, such as Europe/Berlin (default: the system's).",
                valueName: "zone"
            )
        )
        package var timeZone: String?

        package init() {}

        /// The bounds of the window in a zone; `hint` is what is said of the day in `--to` where the window is empty.
        package func bounds(
            in zone: Zone,
            now: Instant = .now,
            hint: String = ""
        ) throws -> (from: Instant, to: Instant) {
            let times = WindowTimes(zone: zone, now: now)
            do {
                let start = try times.from(from)
                let end = try times.to(to, from: start)
                guard start < end else {
                    let window = WindowText(from: start, to: end, in: zone)
                    throw ValidationError(
                        start == end
                            ? "the window is empty: from \(window); \(hint)for one day write --to +1d"
                            : "the window ends before it starts: from \(window)"
                    )
                }
                return (start, end)
            } catch let error as WindowTimesError {
                throw ValidationError("\(error)")
            }
        }
    }

    package struct AmountArguments: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Print the first N occurrences only.", valueName: "n"),
            transform: limitNumber
        )
        package var limit: Int?

        @Flag(help: "Print only how many there are.")
        package var count = false

        package init() {}
    }

    /// The zone that `--time-zone` names, or the system's.
    ///
    /// - Throws: `ValidationError` for an unknown name, or `CalendarError` where a file of the system's is damaged.
    package func displayZone(named name: String?) throws -> Zone {
        guard let name else { return try Zone.system() }
        do {
            return try Zone(identifier: name)
        } catch {
            // What is wrong with the system's own file is not what was typed.
            if error.file != nil { throw error }
            throw ValidationError("--time-zone: \(error.detail); use a name such as Europe/Berlin")
        }
    }
#endif
