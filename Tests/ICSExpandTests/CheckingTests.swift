import Foundation
import Testing

/// Tests the `--check` and `--repair` options.
@Suite struct CheckingTests {
    private static let broken = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//tests//EN
        BEGIN:VEVENT
        UID:a
        DTSTAMP:20260101T000000Z
        DTSTART:20260401T090000Z
        DTEND:20260401T080000Z
        SUMMARY:one, two
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")

    @Test func `every mistake is reported with its file and line, and errors make the run fail`() throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write(Self.broken, to: "bad.ics").path()
        let result = try BuiltProgram.run("--check", bad)
        #expect(result.lines.count == 2)
        #expect(
            result.lines.allSatisfy { $0.hasPrefix("\(bad):8: error: ") || $0.hasPrefix("\(bad):9: error: ") }
        )
        #expect(result.errors == "")
        #expect(result.status == 1)
        let objects = try BuiltProgram.run("--check", "--format", "ndjson", bad)
        #expect(objects.lines.first?.contains(#""severity":"error","code":""#) == true)
        #expect(objects.lines.count == 2 && objects.status == 1)
    }

    @Test func `warnings make the run fail only in strict mode`() throws {
        let text = calendarText("UID:a\nDTSTART:20260401T090000Z\nSUMMARY:x").replacing("\r\n", with: "\n")
        let result = try BuiltProgram.run(["--check"], input: text)
        #expect(result.lines.allSatisfy { $0.contains(": warning: ") })
        #expect(result.lines.count == 1 && result.status == 0)
        #expect(try BuiltProgram.run(["--check", "--strict"], input: text).status == 1)
        let good = text.replacing("\n", with: "\r\n")
        let clean = try BuiltProgram.run(["--check", "--strict"], input: good)
        #expect(clean.output == "" && clean.errors == "" && clean.status == 0)
    }

    @Test func `a repaired file is written to standard output and passes a check`() throws {
        let result = try BuiltProgram.run(["--repair"], input: Self.broken)
        #expect(result.status == 0)
        #expect(result.output.contains("SUMMARY:one\\, two\r\n"))
        #expect(result.errors.contains("<stdin>:9: "))
        #expect(try BuiltProgram.run(["--check"], input: result.output).status == 0)
    }

    @Test func `a repaired file can replace the original`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.broken, to: "bad.ics")
        let result = try BuiltProgram.run("--repair", file.path(), "--output", file.path())
        #expect(result.output == "" && result.status == 0)
        #expect(try BuiltProgram.run("--check", file.path()).status == 0)
        let nowhere = folder.url.appending(path: "no/such/folder.ics").path()
        let failed = try BuiltProgram.run("--repair", file.path(), "--output", nowhere)
        #expect(failed.status == 1 && failed.errors.contains("\(nowhere): error: "))
    }

    @Test func `a file is not replaced if the repair would lose data`() throws {
        let folder = try TemporaryFolder()
        let cut = Self.broken.replacing("END:VEVENT\r\nEND:VCALENDAR\r\n", with: "DESCRIPTION:and the")
        let file = try folder.write(cut, to: "cut.ics")
        let result = try BuiltProgram.run("--repair", file.path(), "--output", file.path())
        #expect(result.status == 1)
        #expect(result.errors.contains("not replaced"))
        #expect(try String(contentsOf: file, encoding: .utf8) == cut)
    }

    @Test func `an error that cannot be repaired is listed with its line`() throws {
        let folder = try TemporaryFolder()
        let odd = Self.broken.replacing("UID:a\r\n", with: "UID:a\r\nPERCENT-COMPLETE:20\r\n")
        let result = try BuiltProgram.run("--repair", folder.write(odd, to: "odd.ics").path())
        #expect(
            result.errors.contains("odd.ics:6: error: PERCENT-COMPLETE is not allowed in VEVENT"),
            "\(result.errors)"
        )
        #expect(result.errors.contains(": left to fix by hand\n"))
        #expect(result.errors.contains("one error left to fix by hand"))
    }

    @Test func `a line that is not a property is removed with a message, and the file is still replaced`()
        throws
    {
        let folder = try TemporaryFolder()
        let odd = Self.broken.replacing("UID:a\r\n", with: "UID:a\r\nSUMMARY=two\r\n")
        let file = try folder.write(odd, to: "odd.ics")
        let result = try BuiltProgram.run("--repair", file.path(), "--output", file.path())
        #expect(result.status == 0)
        #expect(result.errors.contains("odd.ics:6: remove the line"), "\(result.errors)")
        #expect(!result.errors.contains("left to fix by hand"))
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(!written.contains("SUMMARY=two") && written.contains("SUMMARY:one\\, two\r\n"))
        #expect(try BuiltProgram.run("--check", file.path()).status == 0)
    }

    @Test func `a line between calendars is skipped with a message, and the run succeeds`() throws {
        let result = try BuiltProgram.run(["--repair"], input: Self.broken + "lost\r\n" + Self.broken)
        #expect(result.status == 0)
        #expect(result.errors.contains("line outside any calendar skipped"))
    }

    @Test func `a hyphen as the output means standard output, and an empty name is a usage error`() throws {
        let dashed = try BuiltProgram.run(["--repair", "--output", "-"], input: Self.broken)
        #expect(try dashed.output == BuiltProgram.run(["--repair"], input: Self.broken).output)
        #expect(dashed.output != "" && dashed.status == 0)
        let nameless = try BuiltProgram.run(["--repair", "--output", ""], input: Self.broken)
        #expect(nameless.status == 64 && nameless.errors.contains("--output: the file name is empty"))
    }

    @Test func `a correct file is unchanged`() throws {
        let text = calendarText("UID:a\nDTSTART:20260401T090000Z\nSUMMARY:x\nX-Odd;X=y:Z")
        let result = try BuiltProgram.run(["--repair"], input: text)
        #expect(result.output == text && result.errors == "" && result.status == 0)
    }
}
