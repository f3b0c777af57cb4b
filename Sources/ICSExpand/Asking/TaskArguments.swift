#if CommandLine
    import ArgumentParser

    /// What may be asked for instead of a list of occurrences.
    struct TaskArguments: ParsableArguments {
        @Flag(name: .long, help: "Print the pairs of occurrences that take the same time.")
        var conflicts = false

        @Flag(name: .long, help: "Print when alarms go off, of events and to-dos.")
        var alarms = false

        @Option(name: .long, help: ArgumentsHelp.explain)
        var explain: String?

        @Flag(name: .long, help: ArgumentsHelp.diff)
        var diff = false

        @Flag(name: .long, help: ArgumentsHelp.check)
        var check = false

        @Flag(name: .long, help: ArgumentsHelp.repair)
        var repair = false

        @Option(
            name: .long,
            help: ArgumentHelp("Where --repair writes, instead of standard output.", valueName: "file")
        )
        var output: String?

        @Option(name: .long, help: ArgumentsHelp.owner)
        var owner: String?
    }
#endif
