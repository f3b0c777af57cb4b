import Foundation
import TestTraits
import Testing

/// Tests that output does not depend on the number of threads.
@Suite struct ThreadsTests {
    private static let window = [
        "--from", "2024-01-01", "--to", "2027-12-31", "--time-zone", "America/New_York",
    ]

    @Test(.long, arguments: ["text", "json", "ndjson"])
    func `one, two and five threads print the same for the whole corpus`(format: String) throws {
        func run(_ threads: Int) throws -> BuiltProgram.Result {
            try BuiltProgram.run(Self.window + ["--threads", "\(threads)", "--format", format, "Corpus"])
        }
        let one = try run(1)
        #expect(one.lines.count > 10_000)
        #expect(!one.errors.isEmpty)
        for threads in [2, 5] {
            let several = try run(threads)
            #expect(several.output == one.output)
            #expect(several.errors == one.errors)
            #expect(several.status == one.status)
        }
    }

    @Test(.long) func `one thread and five threads print the same for every corpus calendar`() throws {
        let result = try BuiltProgram.shell(
            """
            alike() {
                for format in text json ndjson; do
                    options="--from 2024-01-01 --to 2027-12-31 --time-zone Europe/Berlin --format $format"
                    one=$(ics-expand $options --threads 1 $1 2>&1) || true
                    five=$(ics-expand $options --threads 5 $1 2>&1) || true
                    [ "$one" = "$five" ] || echo "$1 $format differs"
                    echo same
                done
            }
            export -f alike
            printf '%s\\n' Corpus/*/*.ics | xargs -P 2 -n 8 bash -c 'for file; do alike $file; done' bash
            """
        )
        #expect(Set(result.lines) == ["same"])
        #expect(result.lines.count > 150)
    }

    @Test(.long, arguments: ["1", "5"])
    func `text shared by all events is printed for each event, even if it is too long to cache`(
        threads: String
    ) throws {
        var ics = "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:\(String(repeating: "x", count: 400_000))\n"
        for number in 0..<100 {
            ics += "BEGIN:VEVENT\nUID:e\(number)\nDTSTAMP:20260101T000000Z\nDTSTART:20260101T000000Z\n"
            ics += "RRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT\n"
        }
        ics += "END:VCALENDAR\n"
        let folder = try TemporaryFolder()
        let path = try folder.write(ics, to: "long.ics").path()
        let options = "--from 2026-01-01 --to 2026-02-01 --format ndjson --threads \(threads)"
        let rows = try BuiltProgram.shell(
            "ics-expand \(options) \(path) | tr -s x | grep '\"calendar\":\"x\"'"
        )
        let uids = rows.lines.map { $0.prefix { $0 != "," } }
        #expect(uids.count == 200)
        #expect(Set(uids).count == 100)
    }

    private static func runCorpus(_ arguments: String...) throws -> BuiltProgram.Result {
        try BuiltProgram.run(window + ["Corpus"] + arguments)
    }

    /// The rows for the corpus.
    private static let rows = Result { try runCorpus("--format", "ndjson", "--threads", "1").lines }

    @Test(.long, arguments: ["0", "1", "63", "64", "65", "5000"])
    func `a limit applies to rows and to messages about their events, for any number of threads`(
        limit: String
    ) throws {
        func cut(_ threads: String) throws -> BuiltProgram.Result {
            try Self.runCorpus("--format", "ndjson", "--limit", limit, "--threads", threads)
        }
        let one = try cut("1")
        #expect(try one.lines == Array(Self.rows.get().prefix(Int(limit) ?? 0)))
        for threads in ["2", "5"] {
            let several = try cut(threads)
            #expect(several.lines == one.lines)
            #expect(several.errors == one.errors)
        }
    }

    @Test(.long, arguments: ["1", "2", "5"])
    func `the count equals the number of rows, for any number of threads`(threads: String) throws {
        let count = try Self.runCorpus("--count", "--threads", threads)
        #expect(try count.output == "\(Self.rows.get().count)\n")
    }

    @Test(.long, .limitsAddresses, arguments: ["ics", "ndjson"])
    func `a long recurring event uses memory for only a few rows and loses none`(
        format: String
    ) throws {
        let folder = try TemporaryFolder()
        let location = String(repeating: "x", count: 600_000)
        let event = "UID:a\nDTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY;COUNT=1000\nLOCATION:\(location)"
        let file = try folder.write(calendarText(event), to: "long.ics").path()
        let result = try BuiltProgram.shell(
            """
            # Half of what all rows together take.
            ulimit -v 300000
            for threads in 1 2; do
                ics-expand --from 2026-01-01 --to 2027-01-01 --threads $threads --format \(format) \(file) |
                    LC_ALL=C cut -b1-60 | grep -c -e '"start"' -e BEGIN:VEVENT
            done
            """
        )
        #expect(result.lines == ["1000", "1000"])
    }

    @Test(arguments: ["1", "3"])
    func `endless output stops if no one reads it`(threads: String) throws {
        let folder = try TemporaryFolder()
        let flood = calendarText("UID:flood\nDTSTART:20200101T000000Z\nRRULE:FREQ=SECONDLY")
        let file = try folder.write(flood, to: "flood.ics").path()
        let options = "--from 2026-01-01 --to 2029-12-31 --time-zone UTC --threads \(threads)"
        let result = try BuiltProgram.shell("set +o pipefail; ics-expand \(options) \(file) | head -1")
        #expect(result.output == "2026-01-01 Thu  00:00          (no title)\n")
        #expect(result.status == 0)
    }

    @Test(.long, arguments: ["0", "-1", "two", "", "1000", "99999999999999999999"])
    func `an invalid number of threads is a usage error`(number: String) throws {
        let result = try BuiltProgram.run(["--threads", number], input: calendarText("UID:a"))
        #expect(result.status == 64)
        #expect(result.errors.contains("--threads must be a whole number from 1 to 256"))
    }
}
