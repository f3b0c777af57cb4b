#if CommandLine
    import ICSConsole

    /// What a command prints of what it has saved.
    enum DoneOutput {
        /// Prints lines; who cannot be told them shall know that it is done all the same.
        static func print(_ lines: [String]) throws {
            try saying { () throws(WriteError) in try ListOutput.print(lines) }
        }

        /// The same for what is printed in any other way.
        static func saying(_ print: () throws(WriteError) -> Void) throws {
            do throws(WriteError) {
                try print()
            } catch WriteError.closedPipe {
                throw WriteError.closedPipe
            } catch {
                throw CommandError("standard output: \(error); what was asked for is done all the same")
            }
        }
    }
#endif
