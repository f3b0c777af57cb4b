#if CommandLine
    import ArgumentParser
    import ICalendar

    /// What a stranger's files may cost.
    struct IsolationArguments: ParsableArguments {
        @Flag(name: .long, help: ArgumentsHelp.isolated)
        var isolated = false

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("The memory of that process in MiB (default: 1024).", valueName: "n"),
            transform: { try LimitNumber.parsed($0, 128...1_048_576, of: "--memory-limit") }
        )
        var memoryLimit: Int?

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("Its seconds of processor time (default: 10).", valueName: "n"),
            transform: { try LimitNumber.parsed($0, 1...86_400, of: "--processor-limit") }
        )
        var processorLimit: Int?

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("Its seconds on the clock (default: 60).", valueName: "n"),
            transform: { try LimitNumber.parsed($0, 1...86_400, of: "--time-limit") }
        )
        var timeLimit: Int?

        /// What a process is told that was started by another one of this program.
        @Option(name: .long, help: .private)
        var worker: String?

        /// What this process is to do as a worker; nil when it is none.
        ///
        /// - Throws: `ValidationError` when somebody else has typed it.
        func order() throws -> WorkerOrder? {
            guard let worker else { return nil }
            guard let order = WorkerOrder(worker) else {
                throw ValidationError("--worker is for the program itself")
            }
            return order
        }

        /// The limits of a file; nil when nothing is isolated.
        ///
        /// - Throws: `ValidationError` for a limit of what is not asked for.
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
