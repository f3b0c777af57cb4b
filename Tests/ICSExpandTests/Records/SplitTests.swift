import Foundation
import TestTraits
import Testing

/// Tests the files that `--split` writes.
@Suite struct SplitTests {
    private static let window = [
        "--from", "2026-01-01", "--to", "2027-01-01", "--time-zone", "Europe/Berlin",
    ]
    private static let studio = BuiltProgram.packageFolder.appending(path: "Corpus/demo/studio.ics")
        .path(percentEncoded: false)

    /// Returns an input's rows, sorted, without file names and line numbers.
    private func rows(_ path: String) throws -> [String] {
        let result = try BuiltProgram.run(["--format", "ndjson"] + Self.window + [path])
        #expect(result.status == 0)
        return result.lines.map { $0.replacing(#/,"file":.*$/#, with: "") }.sorted()
    }

    @Test(arguments: [1, 4, 512]) func `the files together equal the calendar`(count: Int) throws {
        let folder = try TemporaryFolder()
        let parts = folder.url.appending(path: "parts").path(percentEncoded: false)
        let result = try BuiltProgram.run("--split", "\(count)", "--output", parts, Self.studio)
        #expect(result.status == 0 && result.output == "" && result.errors == "")
        let names = try FileManager.default.contentsOfDirectory(atPath: parts)
        #expect((1...count).contains(names.count))
        #expect(names.allSatisfy { $0.hasPrefix("part-") && $0.hasSuffix(".ics") })
        #expect(try rows(parts) == rows(Self.studio))
    }

    @Test func `standard input is split, and losses are reported`() throws {
        let folder = try TemporaryFolder()
        let parts = folder.url.appending(path: "parts").path(percentEncoded: false)
        let text =
            calendarText("UID:a\nDTSTART:20260401T120000Z") + "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:b\r\n"
        let result = try BuiltProgram.run(["--split", "3", "--output", parts], input: text)
        #expect(result.status == 0)
        #expect(result.errors.contains("VEVENT on line 11 skipped: the file ends inside it"))
        #expect(try rows(parts).count == 1)
        let again = try BuiltProgram.run(["--split", "3", "--output", parts], input: text)
        #expect(again.status == 1 && again.errors == "\(parts): error: folder is not empty\n")
    }

    @Test func `a failure leaves no files behind`() throws {
        let folder = try TemporaryFolder()
        let parts = folder.url.appending(path: "parts").path(percentEncoded: false)
        let result = try BuiltProgram.run(["--split", "3", "--output", parts], input: "<html></html>")
        #expect(result.status == 1 && result.errors.hasPrefix("<stdin>: error: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: parts) == [])
        let properties = String(repeating: "X-A:" + String(repeating: "x", count: 60_000) + "\n", count: 1200)
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20260401T120000Z\nEND:VEVENT\n"
        let file = try folder.write(
            "BEGIN:VCALENDAR\n" + event + properties + "END:VCALENDAR\n",
            to: "hostile.ics"
        )
        let hostile = try BuiltProgram.run(
            "--split",
            "3",
            "--output",
            parts,
            file.path(percentEncoded: false)
        )
        #expect(hostile.status == 1 && hostile.errors.contains("limit reached: 64 MiB of properties"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: parts) == [])
    }
}
