import Foundation
import Testing

/// Tests that run the programs in `Examples/EventKit` on a calendar folder, which they find through the environment.
struct ExamplesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "examples-\(UUID().uuidString)"
    )

    init() throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "calendars/studio"),
            withIntermediateDirectories: true
        )
    }

    /// The folder with the built programs, next to the tests.
    private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

    private struct Run {
        let process: Process
        let output: URL

        var written: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

        func wait() -> (output: String, status: Int32) {
            process.waitUntilExit()
            return (written, process.terminationStatus)
        }
    }

    /// Starts a program with its output in a file.
    ///
    /// A pipe would stay open in programs started by other tests.
    private func start(_ program: String, _ arguments: [String], access: String, through: [String] = [])
        throws -> Run
    {
        let output = folder.appending(path: UUID().uuidString)
        try Data().write(to: output)
        let process = Process()
        let path = Self.products.appending(path: "eventkit-" + program).path()
        process.executableURL = URL(filePath: through.first ?? path)
        process.arguments = (through.isEmpty ? [] : through.dropFirst() + [path]) + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "ICALENDAR_STORE": folder.appending(path: "calendars").path(), "ICALENDAR_ACCESS": access,
            "XDG_STATE_HOME": folder.appending(path: "state").path(), "TZ": "Europe/Berlin",
        ]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        return Run(process: process, output: output)
    }

    private func run(
        _ program: String,
        _ arguments: String...,
        access: String = "full"
    ) throws -> (output: String, status: Int32) {
        try start(program, arguments, access: access).wait()
    }

    private func write(_ name: String, _ lines: String) throws {
        let event = "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT"
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Studio//EN\n\(event)\nEND:VCALENDAR\n"
        try Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)
            .write(to: folder.appending(path: "calendars/studio/" + name))
    }

    private func files() throws -> [String] {
        let studio = folder.appending(path: "calendars/studio").path()
        return try FileManager.default.contentsOfDirectory(atPath: studio).sorted().map {
            try String(contentsOfFile: studio + "/" + $0, encoding: .utf8)
        }
    }

    private static let standUp = """
        UID:stand-up
        SUMMARY:Stand-up
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T093000
        RRULE:FREQ=WEEKLY;COUNT=3
        ATTENDEE;CN=Sam;PARTSTAT=ACCEPTED:mailto:sam@client.example
        """

    @Test func `a drop-in lesson needs no access and saves nothing`() throws {
        let (output, status) = try run("drop-in-lesson", "Raku", access: "denied")
        #expect(status == 0 && output.hasPrefix("Raku\n") && output.contains("Alarm 60 minutes before"))
        #expect(try files().isEmpty)
    }

    @Test func `recurring lessons can be added with write-only access`() throws {
        let (output, status) = try run("repeating-lessons", "Glazing", "3", access: "writeOnly")
        #expect(status == 0 && output.hasPrefix("Added 3 lessons"), "\(output)")
        let files = try files()
        #expect(files.count == 1 && files.first?.contains("COUNT=3") == true, "\(files)")
        #expect(try run("repeating-lessons", access: "denied").status == 1)
    }

    @Test func `monthly events are listed and removed in one commit`() throws {
        try write("stand-up.ics", Self.standUp)
        let (output, status) = try run("monthly-events", "2026-04")
        #expect(status == 0 && output.hasSuffix("Total: 2.\n"), "\(output)")
        #expect(try run("monthly-events", "2026-04", "--remove", "Stand-up").output.hasPrefix("Removed 2."))
        #expect(try files().first?.contains("EXDATE") == true)
        #expect(try run("monthly-events", "2026-03").output.hasSuffix("Total: 1.\n"))
        #expect(try run("monthly-events", "2026-03", access: "denied").status == 1)
        #expect(try run("monthly-events").status == 64)
    }

    @Test func `monthly events are listed again after another program writes a file`() throws {
        try write("stand-up.ics", Self.standUp)
        let follower = try start(
            "monthly-events",
            ["2026-04", "--follow"],
            access: "full",
            // Otherwise, output to a file is buffered until it reaches 4 kB.
            through: ["/usr/bin/env", "stdbuf", "-oL"]
        )
        defer {
            follower.process.terminate()
            follower.process.waitUntilExit()
        }
        func wait(for text: String) -> Bool {
            for _ in 0..<600 where !follower.written.contains(text) { usleep(100_000) }
            return follower.written.contains(text)
        }
        #expect(wait(for: "Total: 2.\n"), "\(follower.written)")
        try write("lunch.ics", "UID:lunch\nSUMMARY:Lunch\nDTSTART:20260402T110000Z\nDTEND:20260402T120000Z")
        #expect(wait(for: "Total: 3.\n"), "\(follower.written)")
    }

    @Test func `the calendar service keeps records and flags orphans`() throws {
        let records = folder.path() + "/records.json"
        func sync(access: String = "full") throws -> (output: String, status: Int32) {
            try run("calendar-service", records, "2026-03-30", "30", access: access)
        }
        try write("stand-up.ics", Self.standUp)
        let first = try sync().output
        #expect(first.hasPrefix("3 added, 0 changed, 0 orphaned"), "\(first)")
        #expect(first.contains("Sam <sam@client.example> accepted"))
        #expect(try sync().output.hasPrefix("0 added, 0 changed"))
        try write("stand-up.ics", Self.standUp.replacingOccurrences(of: "COUNT=3", with: "COUNT=2"))
        let last = try sync().output
        #expect(
            last.hasPrefix("0 added, 0 changed, 1 orphaned") && last.contains("gone: Stand-up"),
            "\(last)"
        )
        #expect(try sync(access: "writeOnly").status == 1)
    }
}
