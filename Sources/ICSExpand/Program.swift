#if CommandLine
    import ArgumentParser
#endif

/// The program: arguments as typed, then a plan that holds, then the run.
@main
enum Program {
    #if CommandLine
        /// Parses, decides and runs; ends the process with its ``ExitStatus``.
        static func main() {
            Signals.install()
            let arguments = Arguments.parseOrExit()
            let plan: Plan
            do {
                plan = try Plan(arguments)
            } catch {
                Arguments.exit(withError: error)
            }
            var run = Run(plan)
            run.perform().exit()
        }
    #else
        /// Says why nothing happens: a package that uses the library alone builds without the command line.
        static func main() {
            print("ics-expand was built without the trait CommandLine")
        }
    #endif
}
