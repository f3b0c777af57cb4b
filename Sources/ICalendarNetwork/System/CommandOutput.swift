#if Network
    import SystemIO

    /// Functions that read a password from a command's output.
    enum CommandOutput {
        /// The reason that a command printed no password.
        enum Problem: Error {
            case notStarted(PlatformError)
            case failed(status: Int32)
            case slow
            case long
            case cancelled
        }

        private static let limit = 64 << 10

        /// Runs a program with an empty standard input and returns up to 64 KiB of its output.
        ///
        /// The program shares this process's standard error, so it can prompt for a passphrase there.
        static func bytes(
            of arguments: [String],
            within time: Duration,
            isCancelled: () -> Bool
        ) throws(Problem) -> [UInt8] {
            let (process, output) = try start(arguments)
            let deadline = ContinuousClock.now + time
            var bytes: [UInt8] = []
            while true {
                guard !isCancelled() else { throw .cancelled }
                guard ContinuousClock.now < deadline else { throw .slow }
                // A background program started by the command can keep the pipe open.
                let hasEnded = process.wait(seconds: 0) != nil
                guard OpenDescriptor.wait(for: [output.number], milliseconds: hasEnded ? 0 : 20)[0] else {
                    if hasEnded { break }
                    continue
                }
                let more: [UInt8]
                do { more = try OpenDescriptor.read(output.number) } catch { throw .notStarted(error) }
                if more.isEmpty { break }
                bytes += more
                guard bytes.count <= limit else { throw .long }
            }
            let left = deadline - ContinuousClock.now
            switch process.wait(seconds: max(0, Double(left.milliseconds) / 1000)) {
            case .exited(0), .unknown: return bytes
            case .exited(let status): throw .failed(status: status)
            case .signalled(let number): throw .failed(status: 128 + number)
            case nil: throw .slow
            }
        }

        /// Starts a program and closes the pipe's write end in this process.
        private static func start(_ arguments: [String]) throws(Problem) -> (ChildProcess, OpenDescriptor) {
            do throws(PlatformError) {
                let (nothing, output) = (try OpenDescriptor.nothing(), try OpenDescriptor.pipe())
                let process = try ChildProcess(
                    Array((arguments.first ?? "").utf8),
                    arguments.map { Array($0.utf8) },
                    descriptors: [nothing.number, output.writing.number, 2]
                )
                return (process, output.reading)
            } catch {
                throw .notStarted(error)
            }
        }
    }
#endif
