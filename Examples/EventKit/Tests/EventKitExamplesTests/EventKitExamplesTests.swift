import Foundation
import Testing

/// Runs the programs on a folder of calendars, which they find by their environment.
struct EventKitExamplesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "examples-\(UUID().uuidString)"
    )

    init() throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "calendars/studio"),
            withIntermediateDirectories: true
        )
    }

    private func run(_ program: String, _ arguments: String..., access: String = "full") throws -> (
        String, Int32
    ) {
        let process = Process()
        // The programs are beside the tests.
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: program)
        process.arguments = arguments
        process.environment = [
            "ICALENDAR_STORE": folder.appending(path: "calendars").path(),
            "ICALENDAR_ACCESS": access,
            "XDG_STATE_HOME": folder.appending(path: "state").path(),
            "TZ": "Europe/Berlin",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    private func write(_ name: String, _ lines: String) throws {
        let event = "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT"
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Studio//EN\n\(event)\nEND:VCALENDAR\n"
        try Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)
            .write(to: folder.appending(path: "calendars/studio/" + name))
    }

    private static let standUp = """
        UID:stand-up
        SUMMARY:Stand-up
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T093000
        RRULE:FREQ=WEEKLY;COUNT=3
        ATTENDEE;CN=Sam;PARTSTAT=ACCEPTED:mailto:sam@client.example
        """

    @Test func `DropInLesson needs no access`() throws {
        let (output, status) = try run("DropInLesson", "Raku", access: "denied")
        #expect(status == 0 && output.hasPrefix("Raku\n") && output.contains("Alarm 60 minutes before"))
    }

    @Test func `RepeatingLessons adds a series with write-only access`() throws {
        let (output, status) = try run("RepeatingLessons", "Glazing", "3", access: "writeOnly")
        #expect(status == 0 && output.hasPrefix("Added 3 lessons"), "\(output)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path() + "/calendars/studio")
        #expect(files.count == 1)
        #expect(try run("RepeatingLessons", access: "denied").1 == 1)
    }

    @Test func `MonthlyEvents lists a month and removes events in one commit`() throws {
        try write("stand-up.ics", Self.standUp)
        let (output, status) = try run("MonthlyEvents", "2026-04")
        #expect(status == 0 && output.hasSuffix("Total: 2.\n"), "\(output)")
        #expect(try run("MonthlyEvents", "2026-04", "--remove", "Stand-up").0.hasPrefix("Removed 2."))
        #expect(try run("MonthlyEvents", "2026-03").0.hasSuffix("Total: 1.\n"))
        #expect(try run("MonthlyEvents", "2026-03", access: "denied").1 == 1)
        #expect(try run("MonthlyEvents").1 == 64)
    }

    @Test func `CalendarService keeps records and flags orphans`() throws {
        let records = folder.path() + "/records.json"
        try write("stand-up.ics", Self.standUp)
        let first = try run("CalendarService", records, "2026-03-30", "30").0
        #expect(first.hasPrefix("3 added, 0 changed, 0 orphaned"), "\(first)")
        #expect(first.contains("Sam <sam@client.example> accepted"))
        #expect(try run("CalendarService", records, "2026-03-30", "30").0.hasPrefix("0 added, 0 changed"))
        try write("stand-up.ics", Self.standUp.replacingOccurrences(of: "COUNT=3", with: "COUNT=2"))
        let last = try run("CalendarService", records, "2026-03-30", "30").0
        #expect(
            last.hasPrefix("0 added, 0 changed, 1 orphaned") && last.contains("gone: Stand-up"),
            "\(last)"
        )
        #expect(try run("CalendarService", records, "2026-03-30", "30", access: "writeOnly").1 == 1)
    }
}
