#if CommandLine
    import ArgumentParser

    /// A command to which any number of files or items can be named.
    protocol NamingCommand: ParsableCommand {
        /// What was named, in order.
        var names: [String] { get set }
    }

    extension ImportCommand: NamingCommand {
        var names: [String] {
            get { files }
            set { files = newValue }
        }
    }

    extension MoveCommand: NamingCommand {
        var names: [String] {
            get { identifiers }
            set { identifiers = newValue }
        }
    }

    extension RemoveCommand: NamingCommand {
        var names: [String] {
            get { identifiers }
            set { identifiers = newValue }
        }
    }
#endif
