import Foundation
import Testing

@testable import ics_expand

/// What goes together on the command line.
@Suite struct TaskTests {
    private static let event = calendarText("UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDURATION:PT1H")

    @Test(arguments: [
        (["--conflicts", "--alarms"], "--conflicts and --alarms are two things"),
        (["--check", "--repair"], "--check and --repair are two things"),
        (["--explain", "a", "--diff"], "--explain and --diff are two things"),
        (["--conflicts", "--format", "ics"], "--format ics means nothing for --conflicts"),
        (["--alarms", "--format", "freebusy"], "--format freebusy means nothing for --alarms"),
        (["--format", "freebusy", "--count"], "--count means nothing for --format freebusy"),
        (["--format", "freebusy", "--limit", "3"], "--limit means nothing for --format freebusy"),
        (["--diff", "--zones", "file", "a", "b"], "--zones file means nothing for --diff"),
        (["--check", "--from", "today"], "--from means nothing for --check"),
        (["--check", "--time-zone", "UTC"], "--time-zone means nothing for --check"),
        (["--repair", "--format", "json"], "--format json means nothing for --repair"),
        (["--repair", "a.ics", "b.ics"], "--repair mends one file at a time"),
        (["--diff", "a.ics"], "--diff compares two files: ics-expand --diff OLD NEW"),
        (["--diff", "-", "-"], "not both"),
        (["--diff", "--limit", "1", "a.ics", "b.ics"], "--limit means nothing for --diff"),
        (["--output", "x.ics"], "--output means nothing for printing occurrences"),
        (["--check", "--output", "x.ics"], "--output means nothing for --check"),
        (["--owner", "a@b.example"], "--owner means nothing for printing occurrences"),
        (["--conflicts", "--owner", ""], "--owner: '' is not a mail address"),
        (["--alarms", "--owner", ""], "--owner: '' is not a mail address"),
        (["--format", "freebusy", "--owner", "mailto:"], "--owner: 'mailto:' is not a mail address"),
        (["--conflicts", "--owner", "  "], "is not a mail address; use one such as jane@example.com"),
        (["--conflicts", "--owner", "jane"], "--owner: 'jane' is not a mail address"),
        (["--conflicts", "--owner", "@example.com"], "--owner: '@example.com' is not a mail address"),
    ])
    func `what cannot go together is refused in one line`(arguments: [String], message: String) throws {
        let result = try BuiltProgram.run(arguments, input: Self.event)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.split(separator: "\n").first?.contains(message) == true, "\(result.errors)")
    }

    @Test func `what cannot be used of free and busy times is said`() throws {
        let text =
            "BEGIN:VCALENDAR\r\nBEGIN:VFREEBUSY\r\nFREEBUSY:20260401T080000Z/PT0S\r\nEND:VFREEBUSY\r\nEND:VCALENDAR\r\n"
        let result = try BuiltProgram.run(["--format", "freebusy", "--from", "2026-04-01"], input: text)
        #expect(
            result.errors
                == "<stdin>:3: warning: FREEBUSY: a period does not end after it starts; ignored\n"
        )
        #expect(!result.output.contains("FREEBUSY;"))
    }

    @Test(arguments: [
        ["--conflicts"], ["--alarms"], ["--format", "freebusy"], ["--format", "ics"], ["--format", "jcal"],
        ["--format", "xcal"],
    ])
    func `a missing file costs the status but not the others`(task: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.event, to: "good.ics").path()
        let missing = folder.url.appending(path: "missing.ics").path()
        let result = try BuiltProgram.run(task + ["--from", "2026-04-01", "--to", "+1d", missing, file])
        #expect(result.errors.contains("\(missing): error: "))
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ["--conflicts"], ["--alarms"], ["--format", "freebusy"], ["--format", "ics"], ["--check"],
        ["--repair"],
        ["--explain", "a"],
    ])
    func `input without a calendar fails with one line`(task: [String]) throws {
        let result = try BuiltProgram.run(task, input: "<html></html>")
        #expect(result.errors.split(separator: "\n").first?.hasPrefix("<stdin>: error: ") == true)
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ["--conflicts"], ["--alarms"], ["--format", "freebusy"], ["--format", "ics"], ["--check"],
        ["--repair"],
    ])
    func `figures and strictness go with everything`(task: [String]) throws {
        let result = try BuiltProgram.run(task + ["--statistics"], input: Self.event)
        #expect(result.errors.contains("components"))
        #expect(result.errors.contains("reading"))
        #expect(result.status == 0)
        #expect(try BuiltProgram.run(task + ["--strict"], input: Self.event).status == 0)
        // A warning of the reader, and an error that checking finds and no repair can settle.
        let odd = Self.event.replacing("UID:a", with: "UID:a\r\nGEO:1\r\nTZID:x")
        let strict = try BuiltProgram.run(task + ["--strict"], input: odd)
        #expect(strict.status == 1)
    }

    @Test(arguments: ["--conflicts", "--alarms", "--check"])
    func `a closed pipe ends quietly`(task: String) throws {
        let result = try BuiltProgram.shell(
            "set +e; ics-expand \(task) --format ndjson Corpus/broken 2> /dev/null | head -n 0; echo ${PIPESTATUS[0]}"
        )
        #expect(["0\n", "1\n"].contains(result.output))
    }
}
