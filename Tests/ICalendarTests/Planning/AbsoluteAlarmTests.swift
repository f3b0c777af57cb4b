import ICalendar
import Testing

/// Tests alarms with an absolute trigger time.
struct AbsoluteAlarmTests {
    private func alarm(_ lines: String) -> String { "BEGIN:VALARM\n\(lines)\nEND:VALARM" }

    private func absolute(_ time: String = "20260601T100000Z", _ lines: String = "ACTION:DISPLAY") -> String {
        alarm("TRIGGER;VALUE=DATE-TIME:\(time)\n\(lines)")
    }

    private func alarms(_ text: String, from: String = "2026-06-01", to: String = "2026-06-02") throws
        -> [String]
    {
        try PlanningCase(text, from: from, to: to).alarms()
    }

    @Test(arguments: [
        ("ACTION:DISPLAY\nDESCRIPTION:one", "ACTION:DISPLAY\nDESCRIPTION:two"),
        ("ACTION:DISPLAY\nDESCRIPTION:one", "ACTION:DISPLAY\nDESCRIPTION:one"),
        ("ACTION:AUDIO\nATTACH:https://example.com/a", "ACTION:AUDIO\nATTACH:https://example.com/b"),
        ("ACTION:EMAIL\nSUMMARY:one", "ACTION:EMAIL\nSUMMARY:two"), ("X-A:1", "X-A:1"),
    ])
    func `two alarms at the same time in one component both go off`(first: String, second: String) throws {
        let both = absolute("20260601T100000Z", first) + "\n" + absolute("20260601T100000Z", second)
        let expected = ["2026-06-01T10:00:00Z a", "2026-06-01T10:00:00Z a"]
        #expect(try alarms(calendar("DTSTART:20260601T120000Z\n" + both)) == expected)
        #expect(try alarms(calendar("DTSTART:20260601T120000Z\nRRULE:FREQ=DAILY\n" + both)) == expected)
        let todo = "BEGIN:VTODO\nUID:a\nDUE:20260601T120000Z\n" + both + "\nEND:VTODO"
        #expect(try alarms(calendar(components: todo)) == expected)
    }

    @Test func `a repetition at the same time as another alarm does not replace it`() throws {
        let text = calendar(
            "DTSTART:20260601T120000Z\nRRULE:FREQ=DAILY\n"
                + absolute("20260601T100000Z", "ACTION:DISPLAY\nREPEAT:1\nDURATION:PT1H") + "\n"
                + absolute("20260601T110000Z")
        )
        #expect(
            try alarms(text) == [
                "2026-06-01T10:00:00Z a", "2026-06-01T11:00:00Z a", "2026-06-01T11:00:00Z a +1",
            ]
        )
    }

    @Test func `duplicates of an alarm in a series go off once, and other alarms go off separately`()
        throws
    {
        func event(_ lines: String, _ alarms: String...) -> String {
            lines + "\n" + alarms.joined(separator: "\n")
        }
        let copied = absolute("20260601T100000Z", "ACTION:DISPLAY\nDESCRIPTION:one")
        let other = absolute("20260601T100000Z", "ACTION:DISPLAY\nDESCRIPTION:other")
        let master = event("DTSTART:20260601T120000Z\nRRULE:FREQ=DAILY", copied, copied)
        let override = event("RECURRENCE-ID:20260602T120000Z\nDTSTART:20260602T130000Z", copied, other)
        let text = calendar(master, override)
        #expect(try alarms(text) == Array(repeating: "2026-06-01T10:00:00Z a", count: 3))
        let said = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        let found = said.file.alarms(in: said.window).map { $0.alarm.descriptionText ?? "" }
        #expect(found.sorted() == ["one", "one", "other"])
    }

    @Test(arguments: [
        ("DESCRIPTION:a", "DESCRIPTION:a"), ("DESCRIPTION:b", "DESCRIPTION:b"), ("X-A:1", "DESCRIPTION:a"),
    ])
    func `an alarm goes off once if an occurrence has another title`(first: String, second: String) throws {
        func alarm(_ text: String) -> String { absolute("20260601T100000Z", "ACTION:DISPLAY\n" + text) }
        let text = calendar(
            "SUMMARY:a\nDTSTART:20260601T120000Z\nRRULE:FREQ=DAILY;COUNT=3\n" + alarm(first),
            "SUMMARY:b\nRECURRENCE-ID:20260602T120000Z\nDTSTART:20260602T130000Z\n" + alarm(second)
        )
        #expect(try alarms(text) == ["2026-06-01T10:00:00Z a"])
    }

    @Test(arguments: ["ACTION:DISPLAY", "ACTION:EMAIL\nATTENDEE:mailto:a@example.com"])
    func `duplicates of an alarm go off once after a repair adds each title`(lines: String) throws {
        let text = calendar(
            "SUMMARY:a\nDTSTART:20260601T120000Z\nRRULE:FREQ=DAILY;COUNT=3\n"
                + absolute("20260601T100000Z", lines),
            "SUMMARY:b\nRECURRENCE-ID:20260602T120000Z\nDTSTART:20260602T130000Z\n"
                + absolute("20260601T100000Z", lines)
        )
        #expect(try alarms(text) == ["2026-06-01T10:00:00Z a"])
        let repaired = try CalendarFile(text: text).repaired().file.icsText
        #expect(repaired.contains("DESCRIPTION:a\r\n") && repaired.contains("DESCRIPTION:b\r\n"))
        #expect(try alarms(repaired) == ["2026-06-01T10:00:00Z a"])
    }

    @Test(arguments: ["", "DTSTART:x\n"], ["RRULE:FREQ=DAILY;COUNT=2", "RDATE:20260401T090000Z"])
    func `a recurring item without a usable start does not suppress other alarms`(start: String, rule: String)
        throws
    {
        let broken = ["VEVENT", "VTODO"].map { name in
            "BEGIN:\(name)\nUID:\(name)\n\(start)\(rule)\n" + absolute() + "\nEND:\(name)\n"
        }
        let due = "BEGIN:VTODO\nUID:due\nDUE:x\n\(rule)\n" + absolute() + "\nEND:VTODO\n"
        let sound = "BEGIN:VEVENT\nUID:s\nDTSTART:20260601T100000Z\n\(absolute())\nEND:VEVENT\n"
        let text = crlf("BEGIN:VCALENDAR\n\(broken.joined())\(due)\(sound)END:VCALENDAR\n")
        let window = try OccurrenceWindow(from: instant("2026-05-01"), to: instant("2026-07-01"), in: .utc)
        let alarms = try CalendarFile(text: text).alarms(in: window)
        #expect(alarms.contains { $0.item.text("UID") == "s" })
    }

    @Test func `a to-do without times keeps its absolute alarms`() throws {
        let relative = alarm("TRIGGER:-PT5M\nACTION:DISPLAY")
        for lines in ["", "RRULE:FREQ=DAILY\n", "DURATION:PT1H\nRDATE:20260701T000000Z\n"] {
            let todo =
                "BEGIN:VTODO\nUID:t\n\(lines)SUMMARY:Taxes\n" + absolute() + "\n" + relative + "\n"
                + absolute("20260601T090000Z") + "\n" + absolute("20200601T090000Z") + "\nEND:VTODO"
            let example = try PlanningCase(
                calendar(components: todo),
                from: "2026-06-01",
                to: "2026-06-02"
            )
            let found = example.file.alarms(in: example.window)
            #expect(example.alarms() == ["2026-06-01T09:00:00Z t", "2026-06-01T10:00:00Z t"])
            #expect(found.allSatisfy { $0.isTodo && $0.isOfTimelessTodo })
            #expect(found.diagnostics.map(\.line) == [lines.isEmpty ? 10 : lines.count > 20 ? 12 : 11])
            #expect(found.diagnostics.allSatisfy { $0.message.contains("alarm skipped") })
            // The to-do that contains the alarm is unchanged.
            let original = try #require(example.file.calendars.first?.component.components.first)
            let item = try #require(found.first?.item)
            #expect(item.properties.map(\.name).sorted() == original.properties.map(\.name).sorted())
        }
    }

    @Test func `relative alarms of a to-do without times are skipped even if it has an absolute alarm`()
        throws
    {
        for trigger in ["TRIGGER:-PT5M", "TRIGGER;RELATED=END:PT5M", "TRIGGER;RELATED=START:P1D"] {
            let todo = "BEGIN:VTODO\nUID:t\n" + absolute() + "\n" + alarm(trigger) + "\nEND:VTODO"
            #expect(try alarms(calendar(components: todo)) == ["2026-06-01T10:00:00Z t"])
        }
    }

    @Test func `an override with an unreadable DUE uses its instance's times`() throws {
        func todo(_ lines: String) -> String {
            "BEGIN:VTODO\nUID:t\n\(lines)\n" + alarm("TRIGGER:-PT15M") + "\nEND:VTODO"
        }
        let master = todo("DTSTART:20260601T120000Z\nDUE:20260601T130000Z\nRRULE:FREQ=DAILY;COUNT=2")
        let other = todo("RECURRENCE-ID:20260602T120000Z\nDUE:20260231T120000Z\nSUMMARY:x")
        let found = try alarms(calendar(components: master, other), to: "2026-06-04")
        #expect(found == ["2026-06-01T11:45:00Z t", "2026-06-02T11:45:00Z t"])
    }

    @Test(arguments: [
        "STATUS:COMPLETED", "STATUS:CANCELLED", "COMPLETED:20260501T000000Z", "STATUS:canceled",
    ])
    func `a completed or canceled to-do without times has no alarms`(line: String) throws {
        let todo = "BEGIN:VTODO\nUID:t\n\(line)\n" + absolute() + "\nEND:VTODO"
        #expect(try alarms(calendar(components: todo)) == [])
    }

    @Test func `an override of a to-do without times uses its instance's times`() throws {
        func todo(_ lines: String) -> String { "BEGIN:VTODO\nUID:t\n\(lines)\nEND:VTODO" }
        let relative = alarm("TRIGGER:-PT5M")
        let master = todo("DTSTART:20260601T120000Z\nRRULE:FREQ=DAILY;COUNT=2\n" + relative)
        let done = todo("RECURRENCE-ID:20260601T120000Z\nSTATUS:COMPLETED\n" + relative)
        let later = todo("RECURRENCE-ID:20260602T120000Z\nSUMMARY:x\n" + alarm("TRIGGER:-PT1H"))
        let found = try alarms(calendar(components: master, done, later), to: "2026-06-04")
        #expect(found == ["2026-06-02T11:00:00Z t"])
    }

    @Test(arguments: [
        "RRULE:FREQ=DAILY;UNTIL=20100105T100000Z", "RRULE:FREQ=DAILY;COUNT=5", "RDATE:20100105T100000Z",
        "RRULE:FREQ=YEARLY;INTERVAL=40", "RRULE:FREQ=WEEKLY;COUNT=700", "rrule:freq=daily;count=5",
    ])
    func `an absolute alarm in a series that ended long ago is found`(rule: String) throws {
        let text = calendar("DTSTART:20100101T100000Z\n\(rule)\n" + absolute())
        #expect(try alarms(text) == ["2026-06-01T10:00:00Z a"])
        let todo = "BEGIN:VTODO\nUID:a\nDTSTART:20100101T100000Z\n\(rule)\n" + absolute() + "\nEND:VTODO"
        #expect(try alarms(calendar(components: todo)) == ["2026-06-01T10:00:00Z a"])
    }

    @Test func `an absolute alarm in an ended series belongs to its last occurrence`() throws {
        let text = calendar(
            "DTSTART:20100101T100000Z\nRRULE:FREQ=DAILY;COUNT=5\n" + alarm("TRIGGER:-PT5M") + "\n"
                + absolute(),
            "UID:b\nDTSTART:20260601T100000Z\n" + alarm("TRIGGER:PT0S")
        )
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        let found = example.file.alarms(in: example.window)
        #expect(
            found.map(\.occurrence.start.description) == ["2010-01-05T10:00:00Z", "2026-06-01T10:00:00Z"]
        )
        #expect(found.diagnostics.isEmpty)
    }

    @Test func `an absolute alarm in a series that ended a century ago is reported`() throws {
        let text = calendar("DTSTART:19000101T100000Z\nRRULE:FREQ=DAILY;COUNT=5\n" + absolute())
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        #expect(example.alarms() == [])
        #expect(example.file.alarms(in: example.window).diagnostics.map(\.code) == [.limit])
        // An endless series has occurrences near the alarm.
        let endless = text.replacing(";COUNT=5", with: "")
        #expect(try alarms(endless) == ["2026-06-01T10:00:00Z a"])
    }

    @Test(arguments: [
        ("TZID=Europe/Berlin", "2026-06-01T08:00:00Z", "Europe/Berlin"),
        ("TZID=W. Europe Standard Time", "2026-06-01T08:00:00Z", "Berlin"),
        ("TZID=Own", "2026-06-01T05:00:00Z", "Own"), ("tzid=own", "2026-06-01T05:00:00Z", "Own"),
        ("TZID=Nowhere", "2026-06-01T10:00:00Z", "UTC"), ("X-A=1", "2026-06-01T10:00:00Z", "UTC"),
    ])
    func `a trigger time that is not in UTC is read in its zone and reported`(
        parameter: String,
        instant: String,
        zone: String
    ) throws {
        let alarm = alarm("TRIGGER;VALUE=DATE-TIME;\(parameter):20260601T100000\nACTION:DISPLAY")
        let own = fixedZone("Own", "+0500")
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20260601T120000Z\n" + alarm + "\nEND:VEVENT"
        for item in [event, event.replacing("VEVENT", with: "VTODO")] {
            let text = calendar(components: own, item)
            let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02", in: "Asia/Tokyo")
            #expect(example.alarms() == ["\(instant) a"])
            let said = example.file.alarms(in: example.window).diagnostics
            #expect(said.map(\.line) == [15])
            #expect(
                said.first?.message.hasPrefix("TRIGGER: '20260601T100000' is not in UTC; read as ") == true
            )
            #expect(said.first?.message.contains(zone) == true)
        }
    }

    @Test func `an absolute trigger may use a system time zone`() throws {
        func trigger(_ parameter: String) throws -> Alarm.Trigger? {
            let text = calendar(
                "DTSTART:20260601T120000Z\n" + alarm("TRIGGER;VALUE=DATE-TIME\(parameter):20260601T100000")
            )
            return try CalendarFile(text: text).calendars.first?.events.first?.alarms.first?.trigger
        }
        #expect(try trigger(";TZID=Europe/Berlin") == .absolute(instant("2026-06-01T08:00:00Z", in: .utc)))
        #expect(try trigger("") == .absolute(instant("2026-06-01T10:00:00Z", in: .utc)))
    }
}
