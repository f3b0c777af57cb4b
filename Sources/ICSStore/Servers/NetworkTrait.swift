#if CommandLine
    /// The error of commands that need a server in a program without the trait Network.
    enum NetworkTrait {
        static let missing = CommandError(
            "this \(Program.name) was built without the Network trait; rebuild it with "
                + "`swift build -c release --traits CommandLine,Libical,Network`"
        )
    }
#endif
