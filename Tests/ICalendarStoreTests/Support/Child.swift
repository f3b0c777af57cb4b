import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A second process that uses a store.
final class Child: @unchecked Sendable {
    // Sendable because only one thread at a time uses the process.
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private var taken = Data()

    /// The program, which is built next to the tests.
    static let program: URL = {
        // The tests are an executable or a bundle in the products folder.
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                folder = bundle.bundleURL.deletingLastPathComponent()
            }
        #endif
        return folder.appending(path: "store-process")
    }()

    /// The exit status and output of a process.
    struct Result: Sendable {
        let status: Int32
        let wasKilled: Bool
        let lines: [String]
        let errors: String
    }

    /// Starts the program.
    convenience init(_ arguments: String...) throws {
        try self.init(arguments: arguments)
    }

    /// Starts the program through other programs, such as `setpriv`.
    init(arguments: [String], program: URL = Child.program, through: [String] = []) throws {
        let all = through + [program.path] + arguments
        process.executableURL = URL(filePath: through.isEmpty ? program.path : "/usr/bin/env")
        process.arguments = through.isEmpty ? arguments : all
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// Waits for an output line that contains the given text.
    func waitForLine(with text: String = "") throws {
        func isSaid() -> Bool {
            taken.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
                .contains { text.isEmpty || String(decoding: $0, as: UTF8.self).contains(text) }
        }
        while !isSaid() {
            let some = output.fileHandleForReading.availableData
            if some.isEmpty { return }
            taken += some
        }
    }

    /// Waits for an output line without blocking other tests.
    func line(with text: String = "") async throws {
        try await Self.onThread { try self.waitForLine(with: text) }
    }

    /// Waits until the process has ended, without blocking other tests.
    func finished() async -> Result {
        await Self.onThread { self.finish() }
    }

    /// Waits until several processes have ended, and then calls a closure immediately.
    ///
    /// Code after an `await` may have to wait for other tests.
    static func finished(_ children: [Child], then body: @escaping @Sendable () -> Void) async -> [Result] {
        await onThread {
            let results = children.map { $0.finish() }
            body()
            return results
        }
    }

    /// Runs blocking work on its own thread, because tests share few threads.
    private static func onThread<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                do throws(Failure) {
                    continuation.resume(returning: Swift.Result<Value, Failure>.success(try body()))
                } catch {
                    continuation.resume(returning: Swift.Result<Value, Failure>.failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Kills the process with an uncatchable signal.
    func kill() {
        #if canImport(Glibc)
            _ = Glibc.kill(process.processIdentifier, SIGKILL)
        #else
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
        #endif
    }

    /// Waits until the process has ended.
    func finish() -> Result {
        taken += (try? output.fileHandleForReading.readToEnd()) ?? Data()
        let complaints = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal,
            lines: String(decoding: taken, as: UTF8.self).split(separator: "\n").map(String.init),
            errors: String(decoding: complaints, as: UTF8.self)
        )
    }
}
