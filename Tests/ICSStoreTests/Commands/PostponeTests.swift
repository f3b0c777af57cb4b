import Foundation
import Testing

/// Tests `reminders postpone` at ten in the morning in Berlin on 30 March 2026.
@Suite struct PostponeTests {
    private func store(_ times: String, _ more: String = "") throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment["ICS_NOW"] = "2026-03-30T10:00:00+02:00"
        let todo =
            "BEGIN:VTODO\nUID:p\nDTSTAMP:20260101T000000Z\n\(times)\nSUMMARY:Water\n\(more)END:VTODO"
        try store.write(calendarText(todo), to: "calendars/home/p.ics")
        return store
    }

    private static let evening = "DUE;TZID=Europe/Berlin:20260331T180000"
    private static let past = "DUE;TZID=Europe/Berlin:20260326T180000"
    private static let day = "DUE;VALUE=DATE:20260331"
    private static let pastDay = "DUE;VALUE=DATE:20260320"

    @Test(arguments: [
        (evening, "+1d", "2026-04-01 18:00"), (evening, "+2h", "2026-03-31 20:00"),
        (evening, "tomorrow", nil), (evening, "2026-05-01", "2026-05-01 18:00"),
        (evening, "2026-05-01T07:15", "2026-05-01 07:15"), (evening, "2026-05-01 07:15", "2026-05-01 07:15"),
        (evening, "today", "2026-03-30 18:00"), (past, "+1d", "2026-03-31 18:00"),
        (past, "+1w", "2026-04-06 18:00"), (past, "+90min", "2026-03-30 11:30"),
        (past, "tomorrow", "2026-03-31 18:00"), (day, "+1d", "2026-04-01"), (day, "tomorrow", nil),
        (day, "2026-04-03T09:00", "2026-04-03 09:00"), (pastDay, "+1d", "2026-03-31"),
        (pastDay, "today", "2026-03-30"), (pastDay, "+2h", "2026-03-30 12:00"),
        ("DUE:20260331T160000Z", "+1d", "2026-04-01 18:00"),
        ("DUE:20260331T180000", "+1d", "2026-04-01 18:00"),
        ("PRIORITY:1", "tomorrow", "2026-03-31"), ("PRIORITY:1", "2026-04-03T09:00", "2026-04-03 09:00"),
    ])
    func `a postponed reminder is due later`(times: String, by: String, expected: String?) throws {
        let store = try store(times)
        let result = try store.run("reminders", "postpone", "home:p", by)
        guard let expected else {
            return #expect(result.errors.contains("already due"), "\(result.errors)")
        }
        #expect(result.output == "Water: due \(expected)  home:p\n", "\(result.errors)")
    }

    @Test(arguments: ["+2h", "+15min"])
    func `a reminder due on a later day is not postponed by hours`(by: String) throws {
        let store = try store(Self.day)
        let result = try store.run("reminders", "postpone", "home:p", by, "--time-zone", "America/New_York")
        #expect(result.status == 1 && result.errors.contains("due on a later day"), "\(result.errors)")
        #expect(try store.run("show", "home:p", "--format", "ics").output.contains(Self.day))
    }

    @Test func `a reminder with a start and a duration keeps its due time`() throws {
        let store = try store("DTSTART;TZID=Europe/Berlin:20260331T160000\nDURATION:PT2H")
        let result = try store.run("reminders", "postpone", "home:p", "+1d")
        #expect(result.output == "Water: due 2026-04-01 18:00  home:p\n", "\(result.errors)")
        let text = try store.run("show", "home:p", "--format", "ics").output
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260401T160000"), "\(text)")
        #expect(text.contains("DUE;TZID=Europe/Berlin:20260401T180000") && !text.contains("DURATION"))
    }

    @Test(arguments: [
        // The start keeps its distance in days if the due time gets a time of day.
        (
            "DTSTART;VALUE=DATE:20260328\nDUE;VALUE=DATE:20260331", "2026-04-10T18:00", [String](),
            "DTSTART;TZID=Europe/Berlin:20260407T180000"
        ),
        // The clock skips 02:00 to 03:00 on 28 March 2027.
        (
            "DTSTART;TZID=Europe/Berlin:20270327T013000\nDUE;TZID=Europe/Berlin:20270327T023000",
            "2027-03-28",
            [], "DTSTART;TZID=Europe/Berlin:20270328T013000"
        ),
        // Floating times are interpreted in the system's zone.
        (
            "DUE:20260331T180000", "2026-04-10T12:00", ["--time-zone", "America/New_York"],
            "DUE:20260410T180000"
        ),
    ])
    func `the start moves with the due time, and a floating due time keeps its local clock time`(
        times: String,
        by: String,
        options: [String],
        line: String
    ) throws {
        let store = try store(times)
        let result = try store.run(["reminders", "postpone", "home:p", by] + options)
        #expect(result.status == 0, "\(result.errors)")
        let text = try String(
            contentsOf: store.folder.appending(path: "calendars/home/p.ics"),
            encoding: .utf8
        )
        #expect(text.contains(line + "\r\n"), "\(text)")
    }

    @Test(arguments: [
        ("DTSTART;TZID=Europe/Berlin:20260331T180000", "+1d", "DTSTART;TZID=Europe/Berlin:20260401T180000"),
        (
            "DTSTART;TZID=Europe/Berlin:20260331T180000", "2026-05-01",
            "DTSTART;TZID=Europe/Berlin:20260501T180000"
        ),
        ("DTSTART;VALUE=DATE:20260331", "+1d", "DTSTART;VALUE=DATE:20260401"),
    ])
    func `a postponed reminder with only a start starts later`(times: String, by: String, line: String) throws
    {
        let store = try store(times)
        let result = try store.run("reminders", "postpone", "home:p", by)
        #expect(result.status == 0, "\(result.errors)")
        let text = try String(
            contentsOf: store.folder.appending(path: "calendars/home/p.ics"),
            encoding: .utf8
        )
        #expect(text.contains(line + "\r\n") && !text.contains("DUE"), "\(text)")
    }

    @Test func `a time described in words needs no quotes`() throws {
        let store = try store(Self.evening)
        let result = try store.run("reminders", "postpone", "home:p", "2026-04-05", "07:15")
        #expect(result.output == "Water: due 2026-04-05 07:15  home:p\n", "\(result.errors)")
    }

    @Test func `only one instance of a series is postponed`() throws {
        let store = try store(
            "DTSTART;TZID=Europe/Berlin:20260331T180000\nDUE;TZID=Europe/Berlin:20260331T180000\n"
                + "RRULE:FREQ=DAILY;COUNT=3"
        )
        let result = try store.run("reminders", "postpone", "home:p", "+2h")
        let id = "home:p/RID=20260331T160000Z"
        #expect(result.output == "Water: due 2026-03-31 20:00  \(id)\n", "\(result.errors)")
        let other = try store.run("reminders", "postpone", "home:p/RID=20260402T160000Z", "+1h")
        #expect(
            other.output == "Water: due 2026-04-02 19:00  home:p/RID=20260402T160000Z\n",
            "\(other.errors)"
        )
        #expect(try store.run("show", "home:p/RID=20260401T160000Z").output.contains("due: 2026-04-01 18:00"))
    }

    @Test func `the start and alarms at absolute times move along`() throws {
        let store = try store(
            "DTSTART;TZID=Europe/Berlin:20260331T170000\n\(Self.evening)",
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:W\nTRIGGER;VALUE=DATE-TIME:20260331T153000Z\nEND:VALARM\n"
        )
        #expect(try store.run("reminders", "postpone", "home:p", "+1d").status == 0)
        let shown = try store.run("reminders", "show", "home:p").lines
        for line in ["start: 2026-04-01 17:00", "due: 2026-04-01 18:00", "alarm: at 2026-04-01 15:30Z"] {
            #expect(shown.contains(line), "\(shown)")
        }
    }

    @Test func `a skipped hour is reported`() throws {
        let store = try store("DUE;TZID=Europe/Berlin:20260328T023000")
        let result = try store.run("reminders", "postpone", "home:p", "2026-03-29")
        #expect(
            result.errors
                == "ics-store: warning: the due time 2026-03-29 02:30 does not exist in Europe/Berlin, where the clocks "
                + "go from 02:00 to 03:00; using 03:30\n"
        )
        #expect(result.output.contains("2026-03-29 03:30"), "\(result.output)")
    }

    @Test func `a title selects an open reminder`() async throws {
        let store = try store(Self.evening)
        let result = try store.run("reminders", "postpone", "--match", "wat", "tomorrow", "9:00")
        #expect(result.output == "Water: due 2026-03-31 09:00  home:p\n", "\(result.errors)")
        try await store.grantAccess()
        let alone = try store.runAlone("reminders", "postpone", "--match", "Water", "+1d")
        #expect(alone.status == 1 && alone.errors.contains("Postpone Water to 2026-04-01 09:00?"))
        for arguments in [["home:p"], ["--match", "Water"], []] {
            #expect(try store.run(["reminders", "postpone"] + arguments).status == 64)
        }
    }

    @Test func `completed reminders are unchanged, and a dry run changes nothing`() throws {
        let store = try store(Self.evening)
        let before = try store.contents()
        let dry = try store.run("reminders", "postpone", "home:p", "+1d", "--dry-run")
        #expect(dry.output == "would postpone Water to 2026-04-01 18:00\n", "\(dry.errors)")
        #expect(try store.contents() == before)
        #expect(try store.run("reminders", "complete", "home:p").status == 0)
        let result = try store.run("reminders", "postpone", "home:p", "+1d")
        #expect(result.errors.contains("Water: already completed"), "\(result.errors)")
    }
}
