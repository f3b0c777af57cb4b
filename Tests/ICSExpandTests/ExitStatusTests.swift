import Foundation
import TestTraits
import Testing

@Suite struct ExitStatusTests {
    private static let event = calendarText(
        "UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDTEND:20260401T130000Z"
    )

    @Test func `a calendar on standard input succeeds`() throws {
        let result = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", input: Self.event)
        #expect(result.output == "2026-04-01 Wed  14:00-15:00    Lunch\n")
        #expect(result.status == 0)
    }

    @Test func `a missing file makes the run fail, but other files are read`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.event, to: "good.ics").path()
        let missing = folder.url.appending(path: "missing.ics").path()
        let result = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", missing, file)
        #expect(result.lines.count == 1)
        #expect(result.errors.hasPrefix("\(missing): error: "))
        #expect(result.status == 1)
    }

    @Test(arguments: ["", "<html><body>Please log in</body></html>", "\u{89}PNG\r\n\u{1A}\n\u{0}\u{0}"])
    func `input without a calendar produces a one-line error`(input: String) throws {
        let result = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", input: input)
        #expect(result.output == "")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasPrefix("<stdin>: error: "))
        #expect(result.status == 1)
    }

    @Test func `a folder is read recursively, and a folder without calendars is an error`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.event, to: "a/b/c.ICS")
        try folder.write("no calendar", to: "a/notes.txt")
        try folder.write("", to: "empty/notes.txt")
        let path = folder.url.path()
        #expect(try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", path).lines.count == 1)
        let empty = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", "\(path)/empty")
        #expect(empty.errors.contains("no .ics file"))
        #expect(empty.status == 1)
    }

    @Test func `a link to its own folder does not cause endless recursion`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.event, to: "a/one.ics")
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "a/loop"),
            withDestinationURL: folder.url.appending(path: "a")
        )
        let result = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", folder.url.path())
        #expect(result.lines.count == 1)
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ["--from", "2026-04-01", "--to", "2026-04-01"], ["--from", "2026-04-02", "--to", "2026-04-01"],
        ["--from", "nonsense"], ["--time-zone", "Nowhere/Atlantis"], ["--format", "xml"], ["--limit", "-1"],
        ["--limit=-1"], ["--zones", "moon"], ["--unknown"], ["--from", "+9999y"],
        ["--strict", "--from", "2020-01-01", "--to", "2025-01-01"],
    ])
    func `a usage error has exit status 64 and names the problem`(arguments: [String]) throws {
        let result = try BuiltProgram.run(arguments, input: Self.event)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: "))
        #expect(result.output == "")
    }

    @Test(arguments: [
        (["--limit", "-1"], "--limit must not be negative"), (["--limit", "x"], "a whole number"),
        (["--time-zone", "Berlin"], "use a name such as Europe/Berlin"),
        (["--time-zone", "+02:00"], "use a name such as Europe/Berlin"),
        (["--from", "2026-02-30"], "there is no 30 February 2026"), (["--to", "30d"], "did you mean +30d?"),
        (
            ["--from", "2026-04-01", "--to", "2026-04-01"],
            "the window is empty: 2026-04-01 to 2026-04-01; the day given to --to is not searched; "
                + "use --to +1d for one day"
        ),
        (["--from", "2026-04-02", "--to", "2026-04-01T09:00"], "starts: 2026-04-02 to 2026-04-01T09:00:00"),
        (["--unknown\u{1B}[31m"], "\\u{1B}[31m"), (["--time-zone", "\u{1B}[31m"], "\\u{1B}[31m"),
    ])
    func `a usage error has a helpful message`(arguments: [String], words: String) throws {
        let result = try BuiltProgram.run(arguments, input: Self.event)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}"))
        #expect(result.status == 64)
    }

    @Test(arguments: [
        ("https://example.org/a.ics", "curl -s https://example.org/a.ics | ics-expand"),
        ("webcal://example.org/a.ics", "curl -s https://example.org/a.ics | ics-expand"),
        ("", "ics-expand: error: the file name is empty"),
    ])
    func `an argument that cannot be a file is reported`(name: String, words: String) throws {
        let result = try BuiltProgram.run([name])
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.status == 1)
    }

    @Test func `a file named twice is read once`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.event, to: "a.ics").path()
        let link = folder.url.appending(path: "b.ics").path()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let result = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", file, link, file)
        #expect(result.lines.count == 1)
        #expect(
            result.errors == """
                \(link): warning: same file as \(file); read once
                \(file): warning: named more than once; read once

                """
        )
        #expect(result.status == 0)
    }

    @Test func `messages about one input are in line order`() throws {
        let event = "UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDTEND:20260401T110000Z\nGEO:nowhere"
        let calendar = calendarText(event)
        let result = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", input: calendar + calendar)
        let numbers = result.errors.split(separator: "\n").compactMap { Int($0.split(separator: ":")[1]) }
        #expect(numbers.count >= 4)
        #expect(numbers == numbers.sorted())
    }

    #if os(Linux)
        @Test
        func `a file whose name is not UTF-8 is read, whether it is named explicitly or found in a folder`()
            throws
        {
            let folder = try TemporaryFolder()
            try folder.write(Self.event, to: "a")
            let result = try BuiltProgram.shell(
                """
                cd '\(folder.url.path())'; name=$'caf\\xe9.ics'; mv a "$name"
                ics-expand --from 2026-04-01 --to +1d --count "$name"
                ics-expand --from 2026-04-01 --to +1d --count .
                ics-expand --from 2026-04-01 --to +1d --count --strict .
                """
            )
            #expect(result.lines == ["1", "1", "1"], "\(result.errors)")
        }
    #endif

    @Test func `a window longer than four years is shortened with a warning`() throws {
        let result = try BuiltProgram.run("--from", "2026-01-01", "--to", "9999-01-01", input: Self.event)
        #expect(result.lines.count == 1)
        #expect(
            result.errors == "ics-expand: warning: window is wider than four years; "
                + "searching 2026-01-01 to 2030-01-01 only\n"
        )
        #expect(result.status == 0)
    }

    @Test func `a warning makes the run fail only in strict mode`() throws {
        let calendar = calendarText("UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDTEND:20260401T110000Z")
        let lenient = try BuiltProgram.run("--from", "2026-04-01", "--to", "+1d", input: calendar)
        #expect(lenient.errors.contains(": warning: "))
        #expect(lenient.status == 0)
        let strict = try BuiltProgram.run("--strict", "--from", "2026-04-01", "--to", "+1d", input: calendar)
        #expect(strict.output == lenient.output)
        #expect(strict.status == 1)
    }

    @Test func `for an empty result, the years that the input covers are reported`() throws {
        let once = try BuiltProgram.run("--from", "2027-01-01", "--to", "+1d", input: Self.event)
        #expect(
            once.errors == "ics-expand: nothing between 2027-01-01 and 2027-01-02; the input covers 2026\n"
        )
        #expect(once.status == 0)
        let forever = calendarText("UID:a\nDTSTART;VALUE=DATE:20260401\nRRULE:FREQ=YEARLY")
        let yearly = try BuiltProgram.run("--from", "2027-01-01", "--to", "+1d", input: forever)
        #expect(yearly.errors.hasSuffix("the input covers 2026 onward\n"))
    }

    @Test func `a negative offset needs no equals sign`() throws {
        let result = try BuiltProgram.run("--from", "-2w", "--to", "+1d", "--count", input: Self.event)
        #expect(result.status == 0)
    }

    @Test func `if the reader of the output closes the pipe early, the run succeeds`() throws {
        let calendar = calendarText("UID:a\nSUMMARY:Tick\nDTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY")
        let folder = try TemporaryFolder()
        let file = try folder.write(calendar, to: "ticks.ics").path()
        let result = try BuiltProgram.shell(
            "ics-expand --from 2026-01-01 --to +1y '\(file)' | head -n 2; echo ${PIPESTATUS[0]}"
        )
        #expect(result.lines.count == 3)
        #expect(result.lines.last == "0")
        #expect(result.errors == "")
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func `a signal ends the program immediately`(signal: String, status: Int) throws {
        let result = try BuiltProgram.shell(
            """
            set -m
            folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT; mkfifo "$folder/never"
            ics-expand "$folder/never" & program=$!
            (sleep 20; kill -KILL $program) & guard=$!
            sleep 0.5; kill -\(signal) $program
            wait $program || echo $?
            kill -KILL -- -$guard
            """
        )
        #expect(result.lines.last == "\(status)")
    }

    @Test(.needsFullDevice) func `a failure to write output makes the run fail`() throws {
        let result = try BuiltProgram.shell(
            "ics-expand --from 2026-01-01 --to +1y Corpus/demo/studio.ics > /dev/full || echo $? >&2"
        )
        #expect(result.errors.hasPrefix("ics-expand: error: standard output: "))
        #expect(result.errors.hasSuffix("\n1\n"))
    }
}
