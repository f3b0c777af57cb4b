#if CommandLine
    /// The error of commands that require a server in a program built without the Network trait.
    enum NetworkTrait {
        static let missing = CommandError(
            "this \(Program.name) was built without the Network trait; rebuild it with "
                + "`swift build -c release --traits CommandLine,Libical,Network`"
        )
    }
#endif
