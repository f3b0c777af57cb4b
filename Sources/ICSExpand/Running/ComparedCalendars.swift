#if CommandLine && Libical
    import ICSConsole
    import ICalendar
    import ICalendarLibical
    import SystemIO

    /// The differences between the engines for all inputs.
    struct ComparedCalendars: ReadCalendars {
        let plan: Plan
        private(set) var differences: [EngineDifference] = []
        private(set) var figures = RunStatistics()

        init(plan: Plan) {
            self.plan = plan
        }

        var isEmpty: Bool { figures.files == 0 }
        var kinds: ComponentKinds { ComponentKinds() }
        var files: [CalendarFile] { [] }

        mutating func read(inEitherForm source: ByteSource) throws(CalendarError) -> [Diagnostic] {
            let found = try EngineDifferences(
                source,
                plan.window,
                plan.expander,
                plan.options,
                ReadingLimits.standard,
                threads: plan.threads
            )
            differences += found.all
            figures.files += 1
            return []
        }

        func occurrences() -> Occurrences { Occurrences(of: [], in: plan.window) }

        /// Prints the differences and, on standard error, the number of differences for each cause.
        func print(_ format: OutputFormat, _ errors: StandardError) throws(WriteError) {
            try ListOutput.print(differences, format) {
                [$0.description]
            } json: {
                JSONText.append($0, to: &$1)
            }
            // If both engines failed to read every file, "0 differences" would be misleading. The errors are
            // sufficient.
            guard figures.files > 0 else { return }
            let causes = Dictionary(grouping: differences) { $0.cause?.name ?? "unknown" }
                .map { (name: $0.key, count: $0.value.count) }
                .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
            let told = causes.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
            let count = differences.count
            errors.say("\(count) difference\(count == 1 ? "" : "s")\(told.isEmpty ? "" : ": " + told)")
        }
    }
#endif
