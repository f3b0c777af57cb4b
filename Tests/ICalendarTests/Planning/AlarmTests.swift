import ICalendar
import TestTraits
import Testing

/// Compares alarm times with times calculated by hand.
struct AlarmTests {
    private func alarm(_ lines: String) -> String { "BEGIN:VALARM\nACTION:DISPLAY\n\(lines)\nEND:VALARM" }

    @Test func `a trigger is relative to the start or to the end`() throws {
        let text = calendar(
            "DTSTART:20260401T090000Z\nDTEND:20260401T110000Z\n" + alarm("TRIGGER:-PT15M") + "\n"
                + alarm("TRIGGER;RELATED=END:PT5M") + "\n" + alarm("TRIGGER;RELATED=START:PT0S")
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-02")
        #expect(
            example.alarms() == [
                "2026-04-01T08:45:00Z a", "2026-04-01T09:00:00Z a", "2026-04-01T11:05:00Z a",
            ]
        )
        let occurrence = try #require(Array(example.file.occurrences(in: example.window)).first)
        #expect(
            occurrence.alarmTimes().map(\.instant.description) == [
                "2026-04-01T08:45:00Z", "2026-04-01T09:00:00Z", "2026-04-01T11:05:00Z",
            ]
        )
        #expect(occurrence.alarmTimes(limit: 1).count == 1)
    }

    @Test(arguments: [
        ("DUE;VALUE=DATE:20260605", "-P1D", "2026-06-05", "2026-06-04T00:00:00Z"),
        (
            "DTSTART;VALUE=DATE:20260604\nDUE;VALUE=DATE:20260605", "-P1D", "2026-06-05",
            "2026-06-04T00:00:00Z"
        ),
        ("DTSTART;VALUE=DATE:20260604", "-PT15M", "2026-06-04", "2026-06-03T23:45:00Z"),
        (
            "DTSTART;VALUE=DATE:20260604\nDUE:20260605T093000Z", "-PT15M", "2026-06-05T09:30:00Z",
            "2026-06-05T09:15:00Z"
        ),
    ])
    func `a to-do ends when it is due, or when it starts`(
        times: String,
        trigger: String,
        end: String,
        alarm: String
    )
        throws
    {
        let todo =
            "BEGIN:VTODO\nUID:a\n\(times)\n" + self.alarm("TRIGGER;RELATED=END:\(trigger)") + "\nEND:VTODO"
        let example = try PlanningCase(calendar(components: todo), from: "2026-06-01", to: "2026-06-10")
        let found = try #require(Array(example.file.alarms(in: example.window)).first)
        #expect("\(found.end)" == end)
        #expect(found.instant.description == alarm)
    }

    @Test func `days in a trigger follow local time, and hours are exact`() throws {
        let event = "DTSTART;TZID=Europe/Berlin:20260329T120000\nDURATION:PT1H\n"
        let text = calendar(event + alarm("TRIGGER:-P1D") + "\n" + alarm("TRIGGER:-PT24H"))
        let example = try PlanningCase(text, from: "2026-03-28", to: "2026-03-29")
        // Noon on both days in local time, but 11:00 if the duration is exactly 24 hours.
        #expect(example.alarms() == ["2026-03-28T10:00:00Z a", "2026-03-28T11:00:00Z a"])
    }

    @Test(.long) func `only the first of too many repetitions are kept`() throws {
        let absolute = (0..<400).map { number in
            "BEGIN:VEVENT\nUID:\(number)\nDTSTART:20260401T090000Z\nRRULE:FREQ=SECONDLY\n"
                + alarm("TRIGGER;VALUE=DATE-TIME:20260401T090000Z\nREPEAT:2000000000\nDURATION:PT1S")
                + "\n" + alarm("TRIGGER:-PT1S\nREPEAT:2000000000\nDURATION:PT1S") + "\nEND:VEVENT"
        }
        let text = calendar(components: absolute.joined(separator: "\n"))
        let example = try PlanningCase(text, from: "2026-04-01T09:00:00", to: "2028-04-02")
        let found = example.file.alarms(in: example.window, limit: 500)
        #expect(found.count == 500)
        #expect(found.isLimited)
        #expect(found.allSatisfy { $0.instant.description == "2026-04-01T09:00:00Z" })
    }

    @Test func `an alarm a century away from its event is found in every window`() throws {
        let text = calendar(
            "UID:a\nDTSTART:20260401T090000Z\nRRULE:FREQ=YEARLY\n" + alarm("TRIGGER:-P36000D") + "\n"
                + alarm("TRIGGER:P36000D"),
            "UID:b\nDTSTART:19270919T090000Z\n" + alarm("TRIGGER:P36000D")
        )
        let example = try PlanningCase(text, from: "2026-01-01", to: "2027-01-01")
        #expect(example.alarms().count == 2)
    }

    @Test func `an all-day event starts at midnight in the display time zone`() throws {
        let text = calendar(
            "DTSTART;VALUE=DATE:20260330\n" + alarm("TRIGGER:-PT15H") + "\n"
                + alarm("TRIGGER;RELATED=END:-P1D")
        )
        let example = try PlanningCase(text, from: "2026-03-28", to: "2026-04-01", in: "Europe/Berlin")
        #expect(example.alarms() == ["2026-03-29T07:00:00Z a", "2026-03-29T22:00:00Z a"])
    }

    @Test(arguments: [
        ("DTSTART:20311122T100000Z", "TRIGGER:-P2000D"), ("DTSTART:20201122T100000Z", "TRIGGER:P2017D"),
        ("DTSTART:20361122T100000Z", "TRIGGER;VALUE=DATE-TIME:20260601T100000Z"),
        ("DTSTART:20061122T100000Z", "TRIGGER;VALUE=DATE-TIME:20260601T100000Z"),
        ("DTSTART:20361122T100000Z\nRRULE:FREQ=DAILY", "TRIGGER;VALUE=DATE-TIME:20260601T100000Z"),
        ("DTSTART:20060601T100000Z", "TRIGGER:PT0S\nREPEAT:10000\nDURATION:P1D"),
    ])
    func `an alarm can go off years before or after its event`(
        times: String,
        trigger: String
    ) throws {
        let text = calendar("\(times)\n" + alarm(trigger))
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        #expect(example.alarms().map { $0.prefix(22) } == ["2026-06-01T10:00:00Z a"])
        #expect(example.file.alarms(in: example.window).diagnostics.isEmpty)
    }

    @Test(arguments: [
        ("X-NONE:1", "without a usable TRIGGER"), ("TRIGGER;VALUE=DATE:20260601", "without a usable TRIGGER"),
        ("TRIGGER:-PT5M\nREPEAT:3", "goes off once"),
        ("TRIGGER:-PT5M\nREPEAT:3\nDURATION:-PT1M", "goes off once"),
    ])
    func `an alarm that cannot go off or repeat is reported with its line`(
        lines: String,
        remark: String
    ) throws {
        let text = calendar("DTSTART:20260601T100000Z\n" + alarm(lines))
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        let diagnostics = example.file.alarms(in: example.window).diagnostics
        #expect(diagnostics.contains { $0.line != nil && $0.message.contains(remark) }, "\(diagnostics)")
    }

    @Test(.timeLimit(.minutes(30)))
    func `an absolute alarm in a series repeats once, not for every instance`() throws {
        let lines = "TRIGGER;VALUE=DATE-TIME:20260603T100000Z\nREPEAT:1000000000\nDURATION:PT1S"
        let text = calendar("DTSTART:20260601T100000Z\nRRULE:FREQ=DAILY\n" + alarm(lines))
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-07-01")
        let alarms = example.file.alarms(in: example.window, limit: 2000)
        #expect(alarms.count == 2000 && alarms.isLimited)
        #expect(Set(alarms.map(\.instant)).count == 2000)
    }

    @Test func `an alarm repeats the specified number of times`() throws {
        let lines = "TRIGGER:-PT10M\nREPEAT:2\nDURATION:PT5M"
        var example = try PlanningCase(
            calendar("DTSTART:20260401T090000Z\n" + alarm(lines)),
            from: "2026-04-01",
            to: "2026-04-02"
        )
        #expect(
            example.alarms() == [
                "2026-04-01T08:50:00Z a", "2026-04-01T08:55:00Z a +1", "2026-04-01T09:00:00Z a +2",
            ]
        )
        let without = lines.replacing("\nDURATION:PT5M", with: "")
        example = try PlanningCase(
            calendar("DTSTART:20260401T090000Z\n" + alarm(without)),
            from: "2026-04-01",
            to: "2026-04-02"
        )
        #expect(example.alarms() == ["2026-04-01T08:50:00Z a"])
    }

    @Test func `repetitions do not shift an alarm during a repeated hour`() throws {
        // The second 02:15 of that day.
        for repetitions in [0, 1, 2] {
            let lines = "TRIGGER:PT0S\nREPEAT:\(repetitions)\nDURATION:P1D"
            let series = "DTSTART;TZID=Europe/Berlin:20261025T014500\nRDATE:20261025T011500Z\n" + alarm(lines)
            let example = try PlanningCase(calendar(series), from: "2026-10-25", to: "2026-10-28")
            let expected = [
                "2026-10-24T23:45:00Z a", "2026-10-25T01:15:00Z a", "2026-10-26T00:45:00Z a +1",
                "2026-10-26T01:15:00Z a +1", "2026-10-27T00:45:00Z a +2", "2026-10-27T01:15:00Z a +2",
            ]
            #expect(example.alarms() == expected[1..<(2 + 2 * repetitions)].map { $0 })
            let end = "DTSTART:20261025T001500Z\nDTEND:20261025T011500Z\n"
            let todo = calendar(
                components: "BEGIN:VTODO\nUID:a\nDUE;TZID=Europe/Berlin:20261025T031500\n"
                    + alarm("TRIGGER:-PT1H\nREPEAT:\(repetitions)\nDURATION:P1D") + "\nEND:VTODO",
                "BEGIN:VEVENT\nUID:b\n" + end + alarm("TRIGGER;RELATED=END:PT0S\nREPEAT:0\nDURATION:P1D")
                    + "\nEND:VEVENT"
            )
            let first = try PlanningCase(todo, from: "2026-10-25", to: "2026-10-26").alarms().prefix(2)
            #expect(first == ["2026-10-25T01:15:00Z a", "2026-10-25T01:15:00Z b"])
        }
    }

    @Test func `alarms of occurrences outside the window are found`() throws {
        let text = calendar(
            "UID:next\nDTSTART:20260410T090000Z\n" + alarm("TRIGGER:-P1W"),
            "UID:last\nDTSTART:20260101T090000Z\n" + alarm("TRIGGER:P13W"),
            "UID:years\nDTSTART:20290402T090000Z\n" + alarm("TRIGGER:-P1095D"),
            "UID:soon\nDTSTART:20260405T090000Z\n" + alarm("TRIGGER:-PT1H"),
            "UID:months\nRRULE:FREQ=YEARLY\nDTSTART:20200703T090000Z\n" + alarm("TRIGGER:-P91D")
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-04")
        #expect(
            example.alarms() == [
                "2026-04-02T09:00:00Z last", "2026-04-03T09:00:00Z months", "2026-04-03T09:00:00Z next",
                "2026-04-03T09:00:00Z years",
            ]
        )
    }

    @Test func `an absolute trigger in a series goes off once`() throws {
        let text = calendar(
            "DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY\n"
                + alarm("TRIGGER;VALUE=DATE-TIME:20260401T100000Z\nREPEAT:1\nDURATION:PT1H"),
            "RECURRENCE-ID:20260402T090000Z\nDTSTART:20260402T093000Z\n"
                + alarm("TRIGGER;VALUE=DATE-TIME:20260401T100000Z")
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-04")
        #expect(example.alarms() == ["2026-04-01T10:00:00Z a", "2026-04-01T11:00:00Z a +1"])
        let first = try #require(example.file.alarms(in: example.window).first)
        #expect(first.occurrence.start.description == "2026-04-01T09:00:00Z")
        let far = try PlanningCase(
            calendar("DTSTART:20280101T090000Z\n" + alarm("TRIGGER;VALUE=DATE-TIME:20260401T100000Z")),
            from: "2026-04-01",
            to: "2026-04-02"
        )
        #expect(far.alarms() == ["2026-04-01T10:00:00Z a"])
    }

    @Test func `acknowledged alarms are marked, and snoozed alarms are listed separately`() throws {
        let text = calendar(
            "UID:a\nDTSTART:20260401T090000Z\nRRULE:FREQ=DAILY;COUNT=2\n"
                + alarm("UID:first\nTRIGGER:-PT15M\nACKNOWLEDGED:20260401T084630Z") + "\n"
                + alarm(
                    "UID:again\nTRIGGER;VALUE=DATE-TIME:20260401T085500Z\nRELATED-TO;RELTYPE=SNOOZE:first"
                )
        )
        var example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-03")
        #expect(
            example.alarms() == [
                "2026-04-01T08:45:00Z a done", "2026-04-01T08:55:00Z a", "2026-04-02T08:45:00Z a",
            ]
        )
        #expect(example.file.alarms(in: example.window).map(\.snoozedAlarm) == [nil, "first", nil])
        // The first alarm is acknowledged again after the second alarm.
        let later = text.replacing("20260401T084630Z", with: "20260401T085501Z")
        example = try PlanningCase(later, from: "2026-04-01", to: "2026-04-03")
        #expect(
            example.alarms() == [
                "2026-04-01T08:45:00Z a done", "2026-04-01T08:55:00Z a done", "2026-04-02T08:45:00Z a",
            ]
        )
    }

    @Test func `a to-do's alarm is relative to its start or due date`() throws {
        func todo(_ lines: String) -> String { "BEGIN:VTODO\n\(lines)\nEND:VTODO" }
        let text = calendar(
            components: todo("UID:due\nDUE:20260401T170000Z\n" + alarm("TRIGGER;RELATED=END:-PT1H")),
            todo("UID:start\nDTSTART:20260401T080000Z\nDUE:20260401T180000Z\n" + alarm("TRIGGER:PT0S")),
            todo("UID:day\nDUE;VALUE=DATE:20260402\n" + alarm("TRIGGER;RELATED=END:-PT6H")),
            todo(
                "UID:same\nDTSTART;VALUE=DATE:20260402\nDUE;VALUE=DATE:20260402\n"
                    + alarm("TRIGGER;RELATED=END:-PT5H")
            ),
            todo("UID:done\nSTATUS:COMPLETED\nDUE:20260401T170000Z\n" + alarm("TRIGGER:-PT1H")),
            todo("UID:when\nCOMPLETED:yes\nDUE:20260401T213000Z\n" + alarm("TRIGGER:-PT1H")),
            todo("UID:off\nSTATUS:CANCELLED\nDUE:20260401T170000Z\n" + alarm("TRIGGER:-PT1H")),
            todo("UID:never\n" + alarm("TRIGGER:-PT1H")),
            todo("UID:again\nDUE:20260301T120000Z\nRRULE:FREQ=MONTHLY\n" + alarm("TRIGGER:-PT1H"))
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-02", in: "UTC")
        #expect(
            example.alarms() == [
                "2026-04-01T08:00:00Z start", "2026-04-01T11:00:00Z again", "2026-04-01T16:00:00Z due",
                "2026-04-01T18:00:00Z day", "2026-04-01T19:00:00Z same", "2026-04-01T20:30:00Z when",
            ]
        )
        let alarms = example.file.alarms(in: example.window)
        #expect(alarms.map(\.isTodo).allSatisfy { $0 })
        let originals = example.file.calendars.flatMap(\.component.components)
        for time in alarms {
            let original = try #require(originals.first { $0.text("UID") == time.occurrence.uid })
            #expect(CalendarDifference(from: box(time.item), to: box(original)).isEmpty)
        }
    }

    private func box(_ component: Component) -> CalendarObject {
        CalendarObject(Component("VCALENDAR", components: [component]))
    }

    @Test func `a canceled occurrence has no alarms`() throws {
        let text = calendar(
            "DTSTART:20260401T090000Z\nRRULE:FREQ=DAILY;COUNT=2\n" + alarm("TRIGGER:-PT1H"),
            "RECURRENCE-ID:20260401T090000Z\nDTSTART:20260401T090000Z\nSTATUS:CANCELLED\n"
                + alarm("TRIGGER:-PT1H")
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-04")
        #expect(example.alarms() == ["2026-04-02T08:00:00Z a"])
    }

    @Test(.long) func `a limit keeps the earliest alarms`() throws {
        let text = calendar(
            "UID:b\nDTSTART:20260401T000000Z\nRRULE:FREQ=SECONDLY\n" + alarm("TRIGGER:PT0S"),
            "UID:a\nDTSTART:20260401T000001Z\n" + alarm("TRIGGER:PT0S\nREPEAT:2000000000\nDURATION:PT1S")
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-12-01")
        let alarms = example.file.alarms(in: example.window, limit: 4)
        #expect(alarms.isLimited)
        #expect(
            example.alarms(limit: 4) == [
                "2026-04-01T00:00:00Z b", "2026-04-01T00:00:01Z a", "2026-04-01T00:00:01Z b",
                "2026-04-01T00:00:02Z a +1",
            ]
        )
        #expect(example.alarms(limit: 0) == [])
    }

    @Test(arguments: [
        "TRIGGER:-P99999999999999999D", "TRIGGER:PT9223372036854775807S", "TRIGGER:-PT9223372036854775807S",
        "TRIGGER:PT0S\nREPEAT:9223372036854775807\nDURATION:P99999999999D",
        "TRIGGER:-PT9999999999999999H\nREPEAT:9223372036854775807\nDURATION:PT1S",
        "TRIGGER;VALUE=DATE-TIME:99991231T235959Z\nREPEAT:9223372036854775807\nDURATION:PT99999999999999S",
        "TRIGGER:nonsense", "TRIGGER:PT0S\nREPEAT:-5\nDURATION:PT1S",
        "TRIGGER:PT0S\nREPEAT:5\nDURATION:-PT1S",
    ])
    func `extreme numbers do not cause a trap`(lines: String) throws {
        for start in ["16010101T000000Z", "20260401T090000Z", "99991231T235959Z"] {
            let text = calendar("DTSTART:\(start)\nRRULE:FREQ=YEARLY\n" + alarm(lines))
            let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-02")
            #expect(example.alarms().count <= 100_000)
            for occurrence in example.file.occurrences(in: example.window) {
                #expect(occurrence.alarmTimes().count <= 1000)
            }
        }
    }
}
