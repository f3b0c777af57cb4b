import Foundation
import TestTraits
import Testing

/// Tests that neither the run nor the number of threads affects the output.
@Suite struct SameBytesTests {
    /// The options for different outputs for the same window.
    private static let windowed = [
        "--format text", "--format json", "--format ndjson", "--format ics", "--format jcal", "--format xcal",
        "--format ics --limit 700", "--format freebusy", "--format freebusy --owner nora@studio.example",
        "--conflicts", "--conflicts --format ndjson", "--conflicts --count", "--alarms",
        "--alarms --format ndjson", "--alarms --limit 40 --format json", "--count",
        "--explain series0@example.com",
    ].map { "--from 2025-12-01 --to 2026-05-01 --time-zone Europe/Berlin " + $0 }

    /// The thread counts for a few runs, and for many.
    private static let few = "1 2 5"
    private static let many = "1 2 2 2 2 3 4 5 8 16"

    /// Runs `ics-expand` on files with different thread counts.
    ///
    /// - Returns: The number of distinct outputs, including messages, and the length of the last output in
    ///   bytes.
    private func answers(
        _ options: String,
        _ files: String,
        threads: String = Self.few
    ) throws -> (different: Int, length: Int) {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.shell(
            """
            out=\(folder.url.path())/answer
            for threads in \(threads); do
                ics-expand \(options) --threads $threads \(files) > $out 2>> $out || true
                # The present is in DTSTAMP of free and busy times.
                sed 's/^DTSTAMP:.*//' $out | md5sum
            done | sort -u | wc -l
            wc -c < $out
            """
        )
        let numbers = result.lines.compactMap { Int($0.filter(\.isNumber)) }
        return (numbers.first ?? 0, numbers.last ?? 0)
    }

    /// Series whose occurrences have as little in common as possible.
    ///
    /// Some occurrences have a duration and some do not, clocks change before and after their alarms,
    /// components repeat, and time zones are defined in the file.
    private static let provoking: String = {
        var text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n"
        for number in 0..<12 {
            let zone = ["Europe/Berlin", "America/New_York", "Own", "Australia/Lord_Howe"][number % 4]
            let length = number % 3 == 0 ? "DURATION:PT\(number + 1)M\n" : ""
            let periods = (1...9).map { "202\(5 + $0 % 3)0\($0)0\(number % 9 + 1)T1230\(10 + number)/PT75M" }
            let alarms = [
                "TRIGGER;RELATED=END:-PT15M", "TRIGGER:-P1D",
                "TRIGGER;RELATED=END:-P2D\nREPEAT:2\nDURATION:P1D",
                "TRIGGER;VALUE=DATE-TIME:2026010\(number % 9 + 1)T100000Z",
            ].map { "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n\($0)\nEND:VALARM\n" }.joined()
            let body =
                "DTSTAMP:20260101T000000Z\nSUMMARY:Series \(number)\n\(length)LOCATION:a\nLOCATION:b\n"
                + "ATTENDEE;CN=a;CN=b;PARTSTAT=DECLINED:mailto:nora@studio.example\n\(alarms)END:VEVENT\n"
            text +=
                "BEGIN:VEVENT\nUID:series\(number / 2)@example.com\nDTSTART;TZID=\(zone):2025010\(number % 7 + 1)T1\(number % 10)3000\n"
                + "RRULE:FREQ=DAILY;INTERVAL=\(number % 5 + 1)\nRDATE;TZID=\(zone);VALUE=PERIOD:\(periods.joined(separator: ","))\n"
                + body
            text +=
                "BEGIN:VEVENT\nUID:series\(number / 2)@example.com\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=\(zone):2026010\(number % 7 + 1)T1\(number % 10)3000\n"
                + "DTSTART;TZID=\(zone):2026010\(number % 7 + 1)T210000\n" + body
        }
        text +=
            "BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:20250101T000000\nRRULE:FREQ=MONTHLY\n"
            + "TZOFFSETFROM:+0230\nTZOFFSETTO:+0100\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:20250115T000000\n"
            + "RRULE:FREQ=MONTHLY\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0230\nEND:DAYLIGHT\nEND:VTIMEZONE\n"
        return text + "END:VCALENDAR\n"
    }()

    @Test(.long, arguments: ["--format ndjson", "--format ics", "--alarms", "--conflicts", "--count"])
    func `a few runs over a challenging calendar print the same bytes`(output: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.provoking, to: "provoking.ics").path()
        let window = "--from 2025-12-01 --to 2026-05-01 --time-zone Europe/Berlin"
        let all = try answers("\(window) \(output)", file)
        #expect(all.different == 1 && all.length > 0)
    }

    @Test(.long, arguments: windowed + ["--check", "--check --format ndjson"])
    func `ten runs over the corpus and a challenging calendar print the same bytes`(options: String)
        throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.provoking, to: "provoking.ics").path()
        let all = try answers(options, "Corpus \(file)", threads: Self.many)
        #expect(all.different == 1 && all.length > 0)
    }

    @Test(.long, arguments: ["--diff", "--diff --format ndjson"])
    func `ten comparisons print the same bytes`(options: String) throws {
        let folder = try TemporaryFolder()
        let old = try folder.write(Self.provoking, to: "old.ics").path()
        let changed = Self.provoking.replacing("LOCATION:a\nLOCATION:b", with: "LOCATION:b\nLOCATION:a")
            .replacing("series3@", with: "other3@").replacing("TRIGGER:-P1D", with: "TRIGGER:-P3D")
        let new = try folder.write(changed, to: "new.ics").path()
        let found = try answers(options, "\(old) \(new)", threads: Self.many)
        #expect(found.different == 1 && found.length > 0)
        let calendars = BuiltProgram.packageFolder.appending(path: "Corpus/calendars")
        let names = try FileManager.default.contentsOfDirectory(atPath: calendars.path())
            .filter { $0.hasSuffix(".ics") }.sorted()
        for (one, other) in zip(names, names.dropFirst()).prefix(8) {
            let files = "Corpus/calendars/\(one) Corpus/calendars/\(other)"
            #expect(try answers(options, files, threads: Self.many).different == 1)
        }
    }

    @Test(.long, arguments: ["ics", "jcal", "xcal"])
    func `occurrences with and without a duration in one series are distinguished in either order`(
        format: String
    ) throws {
        let series =
            "UID:a\nDTSTART:20260101T090000Z\nRRULE:FREQ=HOURLY\n"
            + "RDATE;VALUE=PERIOD:20260105T093000Z/PT75M,20260601T093000Z/PT75M,20270601T093000Z/PT75M\n"
            + "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;RELATED=END:-PT15M\nEND:VALARM"
        let folder = try TemporaryFolder()
        let file = try folder.write(calendarText(series), to: "series.ics").path()
        let options = "--from 2026-01-01 --to 2027-12-31 --time-zone UTC --format \(format)"
        #expect(try answers(options, file).different == 1)
        let result = try BuiltProgram.shell(
            "ics-expand \(options) --threads 4 \(file) | grep -ciE 'related(=|\":\"|>.*<text>)end' || true"
        )
        #expect(result.lines == ["3"])
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `a one-day trigger is 23 hours long on the day the clocks go forward`(
        format: String
    ) throws {
        // Lines of every length, so that one of them folds inside the value.
        let alarms = (30..<90).map { length in
            let parameter = ";X-LONG=" + String(repeating: "x", count: length)
            return "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER\(parameter):-P1D\nEND:VALARM"
        }
        let series =
            "UID:a\nDTSTART;TZID=Europe/Berlin:20260326T120000\nRRULE:FREQ=DAILY;COUNT=6\n"
            + alarms.joined(separator: "\n")
        let single = series.replacing("UID:a", with: "UID:b").replacing("20260326", with: "20260329")
            .replacing("RRULE:FREQ=DAILY;COUNT=6\n", with: "")
        let input = calendarText(series) + calendarText(single)
        let options = [
            "--from", "2026-03-01", "--to", "2026-05-01", "--time-zone", "UTC", "--format", format,
        ]
        let output = try BuiltProgram.run(options + ["--threads", "3"], input: input).output
            .replacing("\r\n ", with: "")
        #expect(output.ranges(of: "-PT23H").count == 2 * alarms.count)
        #expect(output.ranges(of: "-P1D").count == 5 * alarms.count)
        #expect(output.ranges(of: "PT1S").isEmpty)
    }
}
