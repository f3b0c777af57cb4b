#if Records
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A second process that repeatedly renames all items in a store and syncs.
    final class RecordsProcess: @unchecked Sendable {
        // The class is Sendable because only one thread at a time uses the process.
        private let process = Process()
        private let reports = Pipe()
        private let errors = Pipe()

        /// The built program, next to the tests.
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
            process.standardOutput = reports
            process.standardError = errors
            process.standardInput = FileHandle.nullDevice
            try process.run()
        }

        /// Kills the process with a signal that it cannot catch.
        func kill() {
            #if canImport(Glibc)
                _ = Glibc.kill(process.processIdentifier, SIGKILL)
            #else
                _ = Foundation.kill(process.processIdentifier, SIGKILL)
            #endif
        }

        /// Waits until the process has reported a number of syncs or ended, without blocking other tests.
        func synced(times: Int) async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var count = 0
                    while count < times {
                        let report = self.reports.fileHandleForReading.availableData
                        if report.isEmpty { break }
                        count += report.count { $0 == UInt8(ascii: "\n") }
                    }
                    continuation.resume()
                }
            }
        }

        /// Waits until the process ends, without blocking other tests.
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
