#if Records
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #endif

    /// Another process that gives all items of a store another title and syncs, again and again.
    final class RecordsProcess: @unchecked Sendable {
        // Used by one thread after the other, which is what makes this Sendable.
        private let process = Process()
        private let errors = Pipe()

        /// The program, which is built beside the tests.
        private static let program: URL = {
            var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            #if os(macOS)
                for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                    folder = bundle.bundleURL.deletingLastPathComponent()
                }
            #endif
            return folder.appending(path: "records-process")
        }()

        init(_ folder: RecordedStore) throws {
            process.executableURL = Self.program
            process.arguments = ["turns", folder.database, folder.folder]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            process.standardInput = FileHandle.nullDevice
            try process.run()
        }

        /// Kills it as nobody can prevent.
        func kill() {
            #if canImport(Glibc)
                _ = Glibc.kill(process.processIdentifier, SIGKILL)
            #else
                _ = Foundation.kill(process.processIdentifier, SIGKILL)
            #endif
        }

        /// Waits until it has ended, without holding up other tests.
        func finished() async -> (wasKilled: Bool, errors: String) {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let complaints = (try? self.errors.fileHandleForReading.readToEnd()) ?? Data()
                    self.process.waitUntilExit()
                    let wasKilled = self.process.terminationReason == .uncaughtSignal
                    continuation.resume(returning: (wasKilled, String(decoding: complaints, as: UTF8.self)))
                }
            }
        }
    }
#endif
