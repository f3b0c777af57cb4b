import ICSConsole

#if CommandLine
    import ArgumentParser
    import SystemIO
#endif

@main
enum Program {
    private static let errors = StandardError(of: "ics-expand")

    #if CommandLine
        static func main() {
            Signals.install()
            errors.requireArguments()
            errors.requirePresent()
            status().exit()
        }

        /// Runs the program and returns its exit status.
        ///
        /// Not inlined, because an error must be released before the process exits. LeakSanitizer reports one that is
        /// not.
        @inline(never) private static func status() -> ExitStatus {
            do {
                let arguments = try arguments()
                let worker = try arguments.isolation.order().map { Worker($0) }
                let plan = try Plan(arguments)
                // A worker has a limited address space, so it must not reserve more than it needs.
                if let worker { worker.perform(plan).exit() }
                Allocator.prepare()
                if case .records(let form, let folder) = plan.request {
                    var run = Run(plan)
                    run.performRecords(form, in: folder).exit()
                }
                if let limits = plan.isolation {
                    var run = IsolatedRun(plan, limits)
                    run.perform().exit()
                }
                Run.end(after: plan)
            } catch {
                return report(error)
            }
        }

        /// Returns the parsed arguments.
        ///
        /// A shell may have expanded `*.ics` to thousands of names.
        private static func arguments() throws -> Arguments {
            let words = Array(CommandLine.arguments.dropFirst())
            if words == ["--version"] { throw CleanExit.message(Arguments.configuration.version) }
            if let plain = Arguments.plain(words) { return plain }
            let lists = LongLists(words)
            // Error messages must refer to the original arguments.
            guard lists.areAny, var arguments = try? Arguments.parse(lists.arguments) else {
                return try Arguments.parse()
            }
            arguments.inputs = lists.restored(arguments.inputs)
            return arguments
        }

        private static func report(_ error: any Error) -> ExitStatus {
            let code = Arguments.exitCode(for: error)
            let message = Arguments.fullMessage(for: error)
            if code == .success { return HelpText.print(message, of: "ics-expand") }
            errors.print(text: message)
            return ExitStatus(rawValue: code.rawValue) ?? .failure
        }
    #else
        /// Reports the missing trait in packages that build only the library.
        static func main() {
            errors.say("error: built without the required trait CommandLine")
            ExitStatus.failure.exit()
        }
    #endif
}
