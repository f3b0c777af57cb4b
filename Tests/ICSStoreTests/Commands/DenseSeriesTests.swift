import Foundation
import TestTraits
import Testing

/// Tests secondly series, which no command expands further than necessary.
@Suite struct DenseSeriesTests {
    private func store(_ lines: String..., changed: String? = nil) throws -> StoreProgram {
        let store = try StoreProgram()
        func event(_ more: String) -> String {
            "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n\(more)\nEND:VEVENT"
        }
        let series = event("DTSTART:20250101T000000Z\nSUMMARY:Pulse\n" + lines.joined(separator: "\n"))
        let components = [series] + (changed.map { [event($0)] } ?? [])
        try store.write(
            calendarText(components.joined(separator: "\n")),
            to: "calendars/home/1.ics"
        )
        return store
    }

    @Test(.timeLimit(.minutes(30))) func `several secondly rules are counted over a year`() throws {
        let store = try store("RRULE:FREQ=SECONDLY", "RRULE:FREQ=SECONDLY;UNTIL=20400101T000000Z")
        let result = try store.run("events", "--count", "--from", "2026-01-01", "--to", "2027-01-01")
        #expect(result.output == "\(365 * 86_400)\n")
        #expect(result.errors.isEmpty)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a year of secondly instances is counted, excluding canceled instances`() throws {
        let cancelled = "RECURRENCE-ID:20260405T060708Z\nDTSTART:20260405T060708Z\nSTATUS:cancelled"
        let store = try store("RRULE:FREQ=SECONDLY", changed: cancelled)
        let window = ["events", "--count", "--yes", "--from", "2026-01-01", "--to", "2027-01-01"]
        #expect(try store.start(window + ["--hide-cancelled"]).wait().output == "\(365 * 86_400 - 1)\n")
        #expect(try store.start(window).wait().output == "\(365 * 86_400)\n")
    }

    @Test(.long) func `a series that cannot be counted is expanded up to the default limit and reported`()
        throws
    {
        let store = try store(
            "RRULE:FREQ=SECONDLY;BYDAY=MO,TU,WE,TH,FR,SA",
            "RRULE:FREQ=SECONDLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11"
        )
        let result = try store.run("events", "--count", "--from", "2026-01-01", "--to", "2027-01-01")
        let number = try #require(Int(result.output.dropLast()))
        #expect(number > 1_000_000 && number < 364 * 86_400)
        #expect(result.errors.contains("event too expensive to expand; stopped at"), "\(result.errors)")
    }

    @Test(.timeLimit(.minutes(30)))
    func `the title of an override is found among millions of occurrences`() throws {
        let changed = "RECURRENCE-ID:20310405T060708Z\nDTSTART:20310405T060800Z\nSUMMARY:Missed beat"
        let store = try store("RRULE:FREQ=SECONDLY", changed: changed)
        let result = try store.run("show", "--match", "missed")
        #expect(result.lines.contains("id: home:1/RID=20310405T060708Z"), "\(result.output)\(result.errors)")
    }

    @Test(.timeLimit(.minutes(30)))
    func `the last occurrence of a secondly series in the past is found`() throws {
        let store = try store("RRULE:FREQ=SECONDLY;UNTIL=20250701T000000Z")
        let result = try store.run("show", "--match", "pulse")
        #expect(result.lines.contains("id: home:1/RID=20250701T000000Z"), "\(result.output)\(result.errors)")
    }

    @Test(.long, arguments: ["ics", "jcal", "xcal"])
    func `the first events of a secondly year are printed before the last ones are computed`(format: String)
        throws
    {
        let store = try store("RRULE:FREQ=SECONDLY")
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        let script =
            "timeout 120 '\(program)' events --yes --from 2026-01-01 --to 2027-01-01 --format \(format) | head -c 100000"
        let result = try store.start(["-c", script], program: "/bin/sh").wait()
        #expect(result.output.utf8.count == 100_000, "\(result.errors)")
    }

    @Test(.long, arguments: ["ics", "jcal", "xcal"])
    func `events printed in batches form a single calendar`(format: String) throws {
        let count = 600
        let store = try store(
            "RRULE:FREQ=DAILY;COUNT=\(count)",
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:]] END:VCALENDAR </components>\nTRIGGER:-PT5M\nEND:VALARM"
        )
        func printed(_ from: String, _ to: String) throws -> String {
            try store.run("events", "--from", from, "--to", to, "--format", format).output
        }
        let all = try printed("2025-01-01", "2027-01-01")
        let days = try ["01", "02"].map { try printed("2025-01-\($0)T01:00", "2025-01-\($0)T02:00") }
        let none = try printed("2028-02-01", "2028-02-02")
        let head = days[0].commonPrefix(with: days[1])
        // Apart from the wrapper, every event is printed as if it were alone.
        let separators = format == "jcal" ? count - 1 : 0
        let around = days[0].utf8.count * count - all.utf8.count + separators
        #expect(around % (count - 1) == 0 && around / (count - 1) < days[0].utf8.count)
        #expect(all.hasPrefix(head))
        if format == "jcal" {
            let value = try JSONSerialization.jsonObject(with: Data(all.utf8)) as? [Any]
            #expect((value?[2] as? [Any])?.count == count)
            #expect(try JSONSerialization.jsonObject(with: Data(none.utf8)) is [Any])
        } else {
            let begin = format == "ics" ? "BEGIN:VEVENT" : "<vevent>"
            #expect(all.components(separatedBy: begin).count == count + 1)
            #expect(all.components(separatedBy: format == "ics" ? "PRODID" : "<prodid>").count == 2)
            #expect(none.hasSuffix(format == "ics" ? "END:VCALENDAR\r\n" : "</icalendar>\n"))
        }
    }
}
