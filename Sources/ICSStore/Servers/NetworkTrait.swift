#if CommandLine
    /// The error for commands that need a server if the program was built without the Network trait.
    enum NetworkTrait {
        static let missing = CommandError(
            "this \(Program.name) was built without the Network trait; rebuild it with "
                + "`swift build -c release --traits CommandLine,Libical,Network`"
        )
    }
#endif
