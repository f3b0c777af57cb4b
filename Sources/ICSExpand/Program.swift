import ICSConsole
import ICalendar

#if CommandLine
    import ArgumentParser
    import SystemIO
#endif

@main
enum Program {
    #if CommandLine
        static func main() {
            Signals.install()
            StandardError(of: "ics-expand").requireArguments()
            do {
                let arguments = try arguments()
                let worker = try arguments.isolation.order().map { Worker($0) }
                let plan = try Plan(arguments)
                // A worker's address space is limited, so that it asks for no more than it needs.
                if let worker { worker.perform(plan).exit() }
                Allocator.prepare()
                if let limits = plan.isolation {
                    var run = IsolatedRun(plan, limits)
                    run.perform().exit()
                }
                Run.end(after: plan)
            } catch {
                end(error)
            }
        }

        /// The arguments as typed; a shell may have made thousands of names of `*.ics`.
        private static func arguments() throws -> Arguments {
            let lists = LongLists(CommandLine.arguments.dropFirst())
            // What is wrong is said of what was typed.
            guard lists.areAny, var arguments = try? Arguments.parse(lists.arguments) else {
                return try Arguments.parse()
            }
            arguments.inputs = lists.restored(arguments.inputs)
            return arguments
        }

        private static func end(_ error: any Error) -> Never {
            let status = Arguments.exitCode(for: error)
            let message = Arguments.fullMessage(for: error)
            if status == .success { HelpText.end(printing: message, of: "ics-expand") }
            for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
                StandardError(of: "ics-expand").print(String(line))
            }
            Arguments.exit(withError: status)
        }
    #else
        /// Says why nothing happens: a package that uses the library alone builds without the command line.
        static func main() {
            StandardError(of: "ics-expand").print(
                "ics-expand: error: built without the trait CommandLine, which it needs"
            )
            ExitStatus.failure.exit()
        }
    #endif
}
