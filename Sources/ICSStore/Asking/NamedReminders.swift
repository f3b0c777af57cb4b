#if CommandLine
    import ArgumentParser

    /// Which reminders a command is about.
    struct NamedReminders: ParsableArguments {
        @Argument(help: ArgumentHelp("Identifiers of reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(
            name: .long,
            help: ArgumentHelp("The one reminder whose title has this text in it.", valueName: "text")
        )
        var match: String?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("which reminder? Name identifiers, or --match a title")
            }
        }
    }
#endif
