import Foundation
import NIOCore
import Testing

/// Tests of the built program as an operator runs it.
@Suite struct ProgramTests {
    /// The folder with the built products, which also contains the test binary.
    private static var productsFolder: URL {
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    /// Runs a test with the program on a free port, ends it as an operator would, and returns its exit status.
    private func withProgram(_ test: (_ port: Int, _ process: Int32) async throws -> Void) async throws
        -> Int32
    {
        let process = Process()
        let log = Pipe()
        process.executableURL = Self.productsFolder.appending(path: "CalendarServer")
        process.environment = ["PORT": "0", "HOST": "localhost"]
        process.standardError = log
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        let output = AsyncStream<Data> { stream in
            log.fileHandleForReading.readabilityHandler = { stream.yield($0.availableData) }
        }
        var (lines, port): (String, Int?) = ("", nil)
        for await data in output where !data.isEmpty {
            lines += String(decoding: data, as: UTF8.self)
            port = lines.firstMatch(of: /listening on .*:(\d+)\n/).flatMap { Int($0.1) }
            if port != nil { break }
        }
        try await test(try #require(port), process.processIdentifier)
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Returns the peak memory use of a process, in bytes.
    private func peakMemory(of process: Int32) throws -> Int {
        let status = try String(contentsOf: URL(filePath: "/proc/\(process)/status"), encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s*(\d+) kB/))
        return try #require(Int(peak.1)) << 10
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"))
    func `searching 100 MB needs little memory`() async throws {
        // An event of about 1 KB, ten years ago.
        let old =
            "BEGIN:VEVENT\r\nUID:old\r\nDTSTART:20160401T090000Z\r\nDESCRIPTION:\(String(repeating: "x", count: 900))\r\nEND:VEVENT\r\n"
        let chunk = String(repeating: old, count: 64)
        let count = 100_000_000 / chunk.utf8.count + 1
        let recent =
            "BEGIN:VEVENT\r\nUID:recent\r\nDTSTART:20260401T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let status = try await withProgram { port, process in
            let before = try peakMemory(of: process)
            let answer = try await exchange(with: port) { connection in
                try await connection.write(
                    "POST /occurrences?month=2026-04 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                )
                try await connection.writeChunk("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
                for _ in 0..<count { try await connection.writeChunk(chunk) }
                try await connection.writeChunk(recent)
                try await connection.write("0\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.matches(of: /"uid":"recent"/).count == 1)
            let used = try peakMemory(of: process) - before
            #expect(used < 60_000_000, "\(used) bytes")
        }
        #expect(status == 0)
    }
}
