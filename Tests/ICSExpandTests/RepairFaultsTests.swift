import Foundation
import TestTraits
import Testing

/// Tests that a repair never loses or changes contents, whatever the calendar contains.
@Suite struct RepairFaultsTests {
    private func shell(_ script: String) throws -> BuiltProgram.Result {
        let folder = try TemporaryFolder()
        return try BuiltProgram.shell("cd '\(folder.url.path())'\n" + script)
    }

    /// Returns a bash script that writes a calendar with the given lines.
    private static func calendar(_ lines: String) -> String {
        """
        calendar() {
            printf 'BEGIN:VCALENDAR\\nVERSION:2.0\\nPRODID:x\\n'
            \(lines)
            printf 'END:VCALENDAR\\n'
        }
        event() { printf 'BEGIN:VEVENT\\nUID:%s\\nDTSTAMP:20260101T000000Z\\nDTSTART:%s\\n' "$1" "$2"; }
        parameters() { printf ';X=1%.0s' $(seq 1500); }
        calendar > a.ics
        cp a.ics b.ics
        """
    }

    private static let losses = [
        // Exceeds the limits of a calendar or event, even where the repair would add a missing property.
        "printf 'X:%.0s\\n' $(seq 100100); event a 20260101; echo END:VEVENT",
        "printf 'BEGIN:VEVENT\\nDTSTART:20260101\\n'; printf 'X:%.0s\\n' $(seq 100100); echo END:VEVENT",
        // A line that a repair rewrites.
        """
        event a 20260101T100000Z; printf 'ATTACH;ENCODING=BASE64%s:AAAA\\nEND:VEVENT\\n' "$(parameters)"
        """,
        // A file with a loss after a thousand other messages.
        """
        for n in $(seq 1001); do event $n 20260101T250000Z; echo END:VEVENT; done
        event a 20260101T100000Z; printf 'ATTACH;ENCODING=BASE64%s:AAAA\\nEND:VEVENT\\n' "$(parameters)"
        """,
    ]

    @Test func `a file truncated by a limit is not replaced`() throws {
        try checkIsKept(Self.losses[2])
    }

    @Test(.long, arguments: losses)
    func `a file truncated by any limit is not replaced`(lines: String) throws {
        try checkIsKept(lines)
    }

    private func checkIsKept(_ lines: String) throws {
        let result = try shell(
            Self.calendar(lines)
                + "\nics-expand --repair a.ics --output a.ics || echo $?\ncmp a.ics b.ics && echo same"
        )
        #expect(result.lines == ["1", "same"])
        #expect(result.errors.contains("a.ics: error: file not replaced, because unreadable content"))
    }

    @Test(arguments: [
        "event b 20260231T100000; echo END:VEVENT",
        "event b 20260301T100000; printf 'BEGIN:VALARM\\nTRIGGER:soon\\nEND:VALARM\\nEND:VEVENT\\n'",
    ])
    func `an event that never occurs is removed and reported, and the original file is kept`(lines: String)
        throws
    {
        let result = try shell(
            Self.calendar("event a 20260301T100000Z; echo END:VEVENT; \(lines)") + """

                ics-expand --repair a.ics > mended.ics || echo $?
                ics-expand --check mended.ics && echo right
                ics-expand --repair a.ics --output a.ics 2> /dev/null || echo $?
                cmp a.ics b.ics && echo same
                ics-expand --repair a.ics --output c.ics 2> /dev/null || cmp c.ics mended.ics && echo written
                """
        )
        #expect(result.lines.first == "1" && result.lines.suffix(3) == ["1", "same", "written"])
        #expect(result.lines.dropLast(3).last == "right")
        #expect(result.errors.contains("remove the V"), "\(result.errors)")
    }

    @Test func `parameters over the limit are kept on a line that needs no repair`() throws {
        let result = try shell(
            Self.calendar("event a 20260101T100000Z; printf 'COMMENT%s:b\\nEND:VEVENT\\n' \"$(parameters)\"")
                + "\nics-expand --repair a.ics --output a.ics; tr -cd X < a.ics | wc -c"
        )
        #expect(result.lines == ["1500"])
    }

    @Test func `many messages alone do not prevent a replacement`() throws {
        let result = try shell(
            Self.calendar(
                """
                for n in $(seq 1200); do
                    event $n 20260101T100000Z; echo END:VEVENT
                done | sed 's/^DTSTART/DTSTART;TZID=Europe\\/Berlin/'
                """
            )
                + "\nics-expand --repair a.ics --output a.ics 2> /dev/null; echo $?; ics-expand --check a.ics | grep -c TZID"
        )
        #expect(result.lines == ["0", "0"], "\(result.errors)")
    }

    @Test(arguments: [
        // The end is after the start only in the calendar's time zone.
        "X-WR-TIMEZONE:Asia/Tokyo|DTSTART:20210301T100000\\nDTEND:20210301T090000Z",
        "X-WR-TIMEZONE:Asia/Tokyo|DTSTART;TZID=Nowhere:20210301T100000\\nDTEND:20210301T090000Z",
        // Whether COUNT or UNTIL ends the series depends on that time zone.
        "X-WR-TIMEZONE:America/Los_Angeles|DTSTART;TZID=Nowhere:20210301T100000\\nRRULE:FREQ=DAILY;COUNT=3;UNTIL=20210303T120000Z",
        // A time zone name that changes when it is written.
        "X-WR-TIMEZONE:Asia/Tokyo|DTSTART;TZID=\\001Europe/Berlin:20210301T100000\\nDTEND:20210301T110000",
    ])
    func `a repair does not depend on X-WR-TIMEZONE`(calendar: String) throws {
        let parts = calendar.split(separator: "|")
        let result = try shell(
            Self.calendar(
                """
                printf '\(parts[0])\\nBEGIN:VEVENT\\nUID:a\\nDTSTAMP:20210101T000000Z\\n\(parts[1])\\nEND:VEVENT\\n'
                """
            ) + """

                rows() { ics-expand --use-calendar-time-zone --format ndjson --from 2021-02-01 --to 2021-04-01 a.ics; }
                rows > before
                ics-expand --repair b.ics --output a.ics
                rows > after
                test -s before && cmp before after && echo same
                """
        )
        #expect(result.lines == ["same"], "\(result.errors)")
    }

    @Test(.long) func `only the first of a hundred thousand mistakes are printed, and the rest are counted`()
        throws
    {
        let result = try shell(
            Self.calendar(
                "event a 20260101T100000Z; printf 'X;A;B;C;D;E;F;G;H;I;J;K;L;M;N;O;P:%.0s\\n' $(seq 6300); echo END:VEVENT"
            )
                + "\nics-expand --check --format ndjson a.ics > list || true; grep -c 'has no value' list; "
                + "ics-expand --check a.ics | grep 'checking limits'"
        )
        #expect(result.lines.count == 2)
        #expect(result.lines.first == "100000")
        #expect(
            result.lines.last
                == "a.ics: warning: limit reached: 100,000 violations; 800 more not listed (checking limits)"
        )
    }

    @Test func `an email is reported as a note, not as an error left to fix`() throws {
        let result = try shell(
            Self.calendar("event a 20260301T100000Z; echo END:VEVENT") + """

                printf 'From: a@x.example\\nMIME-Version: 1.0\\nContent-Type: text/calendar\\n\\n' > a.eml
                cat b.ics >> a.eml
                ics-expand --repair --strict a.eml > mended.ics; echo $?
                ics-expand --check mended.ics; echo $?
                (ics-expand --check --strict a.eml || true) | grep -v CRLF
                ics-expand --repair a.eml --output a.eml || echo $?
                """
        )
        let note = "a.eml: note: the input is an email; reading the calendar in it (RFC 5545 section 3.4)"
        #expect(result.lines == ["0", "0", note, "1"])
        #expect(result.errors.contains(note) && !result.errors.contains("left to fix"))
    }

    @Test(arguments: [
        "event a 20260301T100000Z; echo 'ORGANIZER;CN=A'; echo END:VEVENT",
        "event a 20260301T100000Z; echo SUMMARY:a; printf 'ATTENDEE;CN=Jane;X-N\\nUM=0:x\\nEND:VEVENT\\n'",
        "event a 20260301T100000Z; echo END:VEVENT; printf 'END:VCALENDAR\\nHTTP/1.1 200 OK\\nBEGIN:VCALENDAR\\n'",
    ])
    func `a repair that skips lines but no components succeeds`(lines: String) throws {
        let result = try shell(
            Self.calendar(lines)
                + "\nics-expand --repair a.ics --output b.ics; echo $?\ngrep -c BEGIN:VEVENT b.ics"
                + "\nics-expand --repair a.ics > c.ics; echo $?"
        )
        #expect(result.lines == ["0", "1", "0"])
        #expect(!result.errors.contains("left to fix"), "\(result.errors)")
    }

    @Test(arguments: [
        ("7", "0"), (#"["",{},"text","x"]"#, "0"), (#"["x-a",7,"text","x"]"#, "0"),
        (#"["begin",{},"text","x"]"#, "0"),
        (#"["x-a",{},"text","x"]],[7"#, "1"),
    ])
    func `a repair of jCal fails for skipped components, not properties`(property: String, status: String)
        throws
    {
        let result = try shell(
            """
            printf '%s' '["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","-//T//T"]],[["vevent",[
            ["uid",{},"text","a"],["dtstamp",{},"date-time","2026-03-01T10:00:00Z"],
            ["dtstart",{},"date-time","2026-03-01T10:00:00Z"],\(property)],[]]]]' > a.json
            ics-expand --repair a.json > b.json && echo 0 || echo $?; grep -c '"vevent"' b.json
            """
        )
        #expect(result.lines == [status, "1"])
        #expect(result.errors.contains("skipped"), "\(result.errors)")
    }

    @Test func `a file with a line that the repair would lose is not replaced`() throws {
        let lines = "event a 20260301T100000Z; echo END:VEVENT; printf 'END:VCALENDAR\\nHTTP/1.1 200 OK\\n"
        let result = try shell(
            Self.calendar(lines + "BEGIN:VCALENDAR\\n'")
                + "\nics-expand --repair a.ics --output a.ics || echo $?\ngrep -c HTTP a.ics"
        )
        #expect(result.lines == ["1", "1"])
        #expect(result.errors.contains("file not replaced"), "\(result.errors)")
    }
}
