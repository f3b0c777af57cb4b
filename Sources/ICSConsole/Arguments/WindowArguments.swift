#if CommandLine
    package import ArgumentParser
    package import ICalendar

    package struct WindowArguments: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Start of the window (default: today).", valueName: "time"),
            transform: TimeArgument.init(parsingStart:)
        )
        package var from: TimeArgument?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "End of the window, exclusive (default: 30 days after --from).",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsing:)
        )
        package var to: TimeArgument?

        @Option(
            help: ArgumentHelp(
                "Display time zone, such as Europe/Berlin (default: the system's).",
                valueName: "zone"
            )
        )
        package var timeZone: String?

        package init() {}

        /// Returns the bounds of the window in a zone.
        ///
        /// - Parameter hint: Advice about `--to`, shown if the window is empty.
        package func bounds(
            in zone: Zone,
            now: Instant = .present,
            hint: String = ""
        ) throws -> (from: Instant, to: Instant) {
            let range = try WindowTimes(zone: zone, now: now).range(from: from, to: to, hint: hint)
            return (range.lowerBound, range.upperBound)
        }
    }

    extension WindowTimes {
        /// Returns the range between two arguments.
        ///
        /// - Parameter hint: Advice about `--to`, shown if the range is empty.
        package func range(from: TimeArgument?, to: TimeArgument?, hint: String = "") throws -> Range<Instant>
        {
            do {
                let start = try self.from(from)
                let end = try self.to(to, from: start)
                guard start < end else {
                    let window = WindowText(from: start, to: end, in: zone)
                    throw ValidationError(
                        start == end
                            ? "the window is empty: \(window); \(hint)use --to +1d for one day"
                            : "the window ends before it starts: \(window)"
                    )
                }
                return start..<end
            } catch let error as WindowTimesError {
                throw ValidationError("\(error)")
            }
        }
    }

    package struct AmountArguments: ParsableArguments {
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Maximum number of results to print.", valueName: "n"),
            transform: limitNumber
        )
        package var limit: Int?

        @Flag(help: "Print only the number of results.")
        package var count = false

        package init() {}
    }

    /// Returns the zone named by `--time-zone`, or the system's.
    ///
    /// - Throws: `ValidationError` for an unknown name, or `CalendarError` if the system's zone file is damaged.
    package func displayZone(named name: String?) throws -> Zone {
        guard let name else { return try Zone.system() }
        do {
            return try Zone(identifier: name)
        } catch {
            // A damaged system file is not a usage error.
            if error.file != nil { throw error }
            throw ValidationError("--time-zone: \(error.detail); use a name such as Europe/Berlin")
        }
    }
#endif
