import Foundation
import Testing

@testable import ics_expand

/// Tests options that can be combined.
@Suite struct TaskTests {
    private static let event = calendarText("UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDURATION:PT1H")

    @Test(arguments: [
        (["--conflicts", "--alarms"], "--conflicts and --alarms cannot be combined"),
        (["--check", "--repair"], "--check and --repair cannot be combined"),
        (["--explain", "a", "--diff"], "--explain and --diff cannot be combined"),
        (["--conflicts", "--format", "ics"], "--format ics does not apply to --conflicts"),
        (["--alarms", "--format", "freebusy"], "--format freebusy does not apply to --alarms"),
        (["--format", "freebusy", "--count"], "--count does not apply to --format freebusy"),
        (["--format", "freebusy", "--limit", "3"], "--limit does not apply to --format freebusy"),
        (["--diff", "--zones", "file", "a", "b"], "--zones file does not apply to --diff"),
        (["--check", "--from", "today"], "--from does not apply to --check"),
        (["--check", "--time-zone", "UTC"], "--time-zone does not apply to --check"),
        (["--repair", "--format", "json"], "--format json does not apply to --repair"),
        (["--repair", "a.ics", "b.ics"], "--repair takes only one file"),
        (["--diff", "a.ics"], "--diff needs two files: ics-expand --diff OLD NEW"),
        (["--diff", "-", "-"], "only one of its files from standard input"),
        (["--diff", "--limit", "1", "a.ics", "b.ics"], "--limit does not apply to --diff"),
        (["--output", "x.ics"], "--output does not apply to printing occurrences"),
        (["--check", "--output", "x.ics"], "--output does not apply to --check"),
        (["--owner", "a@b.example"], "--owner does not apply to printing occurrences"),
        (["--conflicts", "--owner", ""], "--owner: '' is not an email address"),
        (["--alarms", "--owner", ""], "--owner: '' is not an email address"),
        (["--format", "freebusy", "--owner", "mailto:"], "--owner: 'mailto:' is not an email address"),
        (["--conflicts", "--owner", "  "], "is not an email address such as jane@example.com"),
        (["--conflicts", "--owner", "jane"], "--owner: 'jane' is not an email address"),
        (["--conflicts", "--owner", "@example.com"], "--owner: '@example.com' is not an email address"),
    ])
    func `incompatible options produce a one-line error`(arguments: [String], message: String) throws {
        let result = try BuiltProgram.run(arguments, input: Self.event)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.split(separator: "\n").first?.contains(message) == true, "\(result.errors)")
    }

    @Test func `an unusable free/busy time is reported`() throws {
        let text =
            "BEGIN:VCALENDAR\r\nBEGIN:VFREEBUSY\r\nFREEBUSY:20260401T080000Z/PT0S\r\nEND:VFREEBUSY\r\nEND:VCALENDAR\r\n"
        let result = try BuiltProgram.run(["--format", "freebusy", "--from", "2026-04-01"], input: text)
        #expect(
            result.errors
                == "<stdin>:3: error: FREEBUSY: a period does not end after it starts; skipped\n"
        )
        #expect(!result.output.contains("FREEBUSY;"))
    }

    @Test(arguments: [
        ["--conflicts"], ["--alarms"], ["--format", "freebusy"], ["--format", "ics"], ["--format", "jcal"],
        ["--format", "xcal"],
    ])
    func `a missing file makes the run fail, but other files are read`(task: [String]) throws {
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
    func `input without a calendar produces a one-line error`(task: [String]) throws {
        let result = try BuiltProgram.run(task, input: "<html></html>")
        #expect(result.errors.split(separator: "\n").first?.hasPrefix("<stdin>: error: ") == true)
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ["--conflicts"], ["--alarms"], ["--format", "freebusy"], ["--format", "ics"], ["--check"],
        ["--repair"],
    ])
    func `statistics and strict mode work with every task`(task: [String]) throws {
        let result = try BuiltProgram.run(task + ["--statistics"], input: Self.event)
        #expect(result.errors.contains("components"))
        #expect(result.errors.contains("reading"))
        #expect(result.status == 0)
        #expect(try BuiltProgram.run(task + ["--strict"], input: Self.event).status == 0)
        // A warning from reading, and an error that only a check finds and no repair can fix.
        let odd = Self.event.replacing("UID:a", with: "UID:a\r\nGEO:1\r\nTZID:x")
        let strict = try BuiltProgram.run(task + ["--strict"], input: odd)
        #expect(strict.status == 1)
    }

    @Test(arguments: ["--conflicts", "--alarms", "--check"])
    func `a closed pipe ends the program silently`(task: String) throws {
        let result = try BuiltProgram.shell(
            "set +e; ics-expand \(task) --format ndjson Corpus/broken 2> /dev/null | head -n 0; echo ${PIPESTATUS[0]}"
        )
        #expect(["0\n", "1\n"].contains(result.output))
    }
}
