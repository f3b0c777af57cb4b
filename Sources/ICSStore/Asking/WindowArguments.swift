#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar

    /// The window of a search, as `ics-expand` takes it too.
    struct WindowArguments: ParsableArguments {
        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("Where the window starts (default: today).", valueName: "time"),
            transform: TimeArgument.init(parsing:)
        )
        var from: TimeArgument?

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp(
                "Where the window ends, not included (default: 30 days after --from).",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsing:)
        )
        var to: TimeArgument?

        @Option(
            name: .long,
            help: ArgumentHelp(
                "The display zone, such as Europe/Berlin (default: the system's).",
                valueName: "zone"
            )
        )
        var timeZone: String?

        /// The bounds of the window in a zone.
        ///
        /// - Throws: `ValidationError` for an empty window.
        func bounds(in zone: Zone, now: Instant = .now) throws -> (from: Instant, to: Instant) {
            let times = WindowTimes(zone: zone, now: now)
            do {
                let start = try times.from(from)
                let end = try times.to(to, from: start)
                guard start < end else {
                    let window = WindowText(from: start, to: end, in: zone)
                    throw ValidationError(
                        start == end
                            ? "the window is empty: from \(window); for one day write --to +1d"
                            : "the window ends before it starts: from \(window)"
                    )
                }
                return (start, end)
            } catch let error as WindowTimesError {
                throw ValidationError("\(error)")
            }
        }
    }
#endif
