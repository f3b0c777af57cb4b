#if CommandLine
    import EssentialFoundation
    import ICSConsole
    import SystemIO

    /// A program to run for each alarm, without a shell.
    final class NoticeProgram {
        private let path: String
        private let name: String
        private var running: [ChildProcess] = []

        /// The maximum number of programs that run at once.
        private static let most = 20
        /// The maximum time, in seconds, to wait for running programs before exiting.
        private static let patience = 30.0

        /// Finds a program by path or, if the name has no slash, in `$PATH`.
        init(named name: String) throws(CommandError) {
            self.name = name
            guard !name.isEmpty else { throw CommandError("--run requires the name of a program") }
            let isPath = name.contains("/")
            let folders = (SystemCalls.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
            let candidates = isPath ? [name] : folders.map { "\($0)/\(name)" }
            guard let path = candidates.first(where: Self.isProgram) else {
                let hint =
                    name.contains(" ") ? "; arguments are not supported, so put the command in a script" : ""
                let place = isPath ? "is not an executable file" : "is not a program in $PATH"
                throw CommandError("--run: '\(name)' \(place)\(hint)")
            }
            self.path = path
        }

        private static func isProgram(_ path: String) -> Bool {
            let manager = FileManager.default
            var isFolder = false
            #if canImport(FoundationEssentials)
                guard manager.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
            #else
                var flag: ObjCBool = false
                guard manager.fileExists(atPath: path, isDirectory: &flag) else { return false }
                isFolder = flag.boolValue
            #endif
            return !isFolder && manager.isExecutableFile(atPath: path)
        }

        /// Starts the program for an alarm without waiting for it to end.
        func run(_ variables: [(name: String, value: String)]) {
            reap()
            guard running.count < Self.most else {
                return warn("\(Self.most) are still running; alarm not delivered")
            }
            do throws(PlatformError) {
                let nothing = try OpenDescriptor.nothing()
                running.append(
                    try ChildProcess(
                        Array(path.utf8),
                        [Array(name.utf8)],
                        descriptors: [nothing.number, 1, 2],
                        adding: variables
                    )
                )
            } catch {
                warn("\(error)")
            }
        }

        /// Reports failed programs and forgets programs that have ended.
        func reap() {
            running.removeAll { process in
                guard let end = process.wait(seconds: 0) else { return false }
                say(end)
                return true
            }
        }

        /// Waits for running programs and terminates those that take too long.
        func finish() {
            for process in running {
                guard let end = process.wait(seconds: Self.patience) else {
                    warn("still running after \(Int(Self.patience)) s; stopped")
                    continue
                }
                say(end)
            }
            running = []
        }

        private func say(_ end: ChildProcess.End) {
            switch end {
            case .exited(0), .unknown: break
            case .exited(let status): warn("exit status \(status)")
            case .signalled(let number): warn("terminated by \(ProcessLimits.name(ofSignal: number))")
            }
        }

        private func warn(_ text: String) {
            Program.say("warning: \(name): \(text)")
        }
    }
#endif
