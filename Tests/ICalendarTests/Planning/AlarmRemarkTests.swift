import ICalendar
import Testing

/// Tests diagnostics for unusual alarms and for alarms that never fire.
struct AlarmRemarkTests {
    private func found(_ alarms: String, in name: String = "VEVENT") throws -> Alarms {
        let lines = "UID:a\nDTSTART:20260601T100000Z"
        let body = "BEGIN:\(name)\n\(lines)\n\(alarms)\nEND:\(name)"
        let example = try PlanningCase(calendar(components: body), from: "2026-06-01", to: "2026-06-02")
        return example.file.alarms(in: example.window)
    }

    private func alarm(_ lines: String) -> String { "BEGIN:VALARM\n\(lines)\nEND:VALARM" }

    @Test(
        arguments: [
            (
                "TRIGGER:-PT5M\nREPEAT:-1\nDURATION:PT1M", 8,
                "REPEAT: '-1' is out of range (0 to 2147483647); ignored", ["09:55"]
            ),
            (
                "repeat:-1\nduration:PT1M\ntrigger:-pt5m", 7,
                "REPEAT: '-1' is out of range (0 to 2147483647); ignored", ["09:55"]
            ),
            ("TRIGGER:-PT5M\nTRIGGER:-PT15M", 8, "duplicate TRIGGER; using the first", ["09:55"]),
            (
                "TRIGGER:-PT5M\nX-A:1\ntrigger:-PT15M", 9, "duplicate TRIGGER; using the first",
                ["09:55"]
            ),
            (
                "TRIGGER:-PT5M\nREPEAT:1\nREPEAT:2\nDURATION:PT1M", 9,
                "duplicate REPEAT; using the first", ["09:55", "09:56"]
            ),
            (
                "TRIGGER:-PT5M\nREPEAT:1\nDURATION:PT1M\nDURATION:PT2M", 10,
                "duplicate DURATION; using the first", ["09:55", "09:56"]
            ),
            (
                "TRIGGER:-PT5M\nACTION:AUDIO\nACTION:DISPLAY", 9,
                "duplicate ACTION; using the first",
                ["09:55"]
            ),
            ("TRIGGER;RELATED=FOO:-PT5M", 7, "TRIGGER: unknown RELATED 'FOO'; read as START", ["09:55"]),
            ("trigger;related=foo:-PT5M", 7, "TRIGGER: unknown RELATED 'foo'; read as START", ["09:55"]),
            (
                "TRIGGER;VALUE=DATE-TIME;RELATED=END:20260601T090000Z", 7,
                "TRIGGER: RELATED does not apply to a date-time; ignored", ["09:00"]
            ),
            (
                "TRIGGER:-PT5M\nDURATION:PT1M", 6, "VALARM has DURATION without REPEAT; alarm goes off once",
                ["09:55"]
            ),
            (
                "TRIGGER:-PT5M\nREPEAT:2", 6, "VALARM has REPEAT without DURATION; alarm goes off once",
                ["09:55"]
            ),
            (
                "repeat:0\nTRIGGER:-PT5M", 6, "VALARM has REPEAT without DURATION; alarm goes off once",
                ["09:55"]
            ),
            (
                "TRIGGER:-PT5M\nREPEAT:2\nDURATION:-PT1M", 6,
                "VALARM has REPEAT without a positive DURATION; alarm goes off once", ["09:55"]
            ),
            (
                "TRIGGER:-PT5M\nPROXIMITY:ARRIVE", 8,
                "PROXIMITY: alarm depends on a place, not a time; not listed", []
            ),
        ] as [(String, Int, String, [String])]
    )
    func `an unusual alarm in an event or to-do is reported with its line`(
        lines: String,
        line: Int,
        message: String,
        times: [String]
    ) throws {
        for name in ["VEVENT", "VTODO"] {
            let found = try found(alarm(lines), in: name)
            let said = found.diagnostics.map { "\($0.line ?? 0) \($0.message)" }
            #expect(said == ["\(line) \(message)"])
            #expect(found.map { String($0.instant.description.dropFirst(11).prefix(5)) } == times)
        }
    }

    @Test(arguments: [
        (
            "DTSTART;VALUE=DATE:20260601\nDUE:20260601T100000Z",
            "DUE is a time, but DTSTART is a date; DTSTART read as midnight"
        ),
        ("DTSTART:20260601T120000Z\nDUE:20260601T100000Z", "DUE is before DTSTART; read as zero length"),
        (
            "DTSTART:20260601T120000Z\nDUE;VALUE=DATE:20260602",
            "DUE is a date, but DTSTART is a time; read as midnight"
        ),
    ])
    func `a guess about a due time is reported, also without a search for alarms`(
        times: String,
        message: String
    ) throws {
        let todo = "BEGIN:VTODO\nUID:a\n\(times)\n" + alarm("TRIGGER;RELATED=END:-PT5M") + "\nEND:VTODO"
        let example = try PlanningCase(calendar(components: todo), from: "2026-06-01", to: "2026-06-02")
        #expect(example.file.diagnostics.isEmpty)
        let said = example.file.alarms(in: example.window).diagnostics
        #expect(said.map(\.message) == [message] && said[0].line != nil)
        #expect(Alarms.remarks(on: [example.file], in: example.window, options: .init()) == said)
    }

    @Test func `a date as TRIGGER is reported once by the reader`() throws {
        let text = calendar("DTSTART:20260601T100000Z\n" + alarm("ACTION:AUDIO\nTRIGGER;VALUE=DATE:20260601"))
        let file = try CalendarFile(text: text)
        let message = "TRIGGER: '20260601' is a date, not a duration; ignored"
        #expect(file.diagnostics.map(\.message) == [message])
        #expect(file.validate().filter { $0.message.contains("TRIGGER") }.count == 1)
    }

    @Test func `a valid alarm produces no diagnostics`() throws {
        let alarms = [
            "TRIGGER:-PT5M\nACTION:DISPLAY\nREPEAT:0\nDURATION:PT1M",
            "TRIGGER;related=end:PT0S\nACTION:AUDIO",
            "TRIGGER;VALUE=DATE-TIME:20260601T090000Z\nACKNOWLEDGED:20260601T090100Z",
            "TRIGGER:-PT5M\nREPEAT:2\nDURATION:PT1M",
        ]
        #expect(try found(alarms.map(alarm).joined(separator: "\n")).diagnostics.isEmpty)
    }

    @Test func `a thousand equal diagnostics are combined`() throws {
        let many = (0..<1000).map { _ in alarm("TRIGGER;RELATED=FOO:-PT5M") }.joined(separator: "\n")
        let said = try found(many).diagnostics
        #expect(said.count == 1)
        #expect(said.first?.repeats == 999)
    }

    @Test(arguments: ["NONE", "none", " None"])
    func `ACTION:NONE disables an alarm`(action: String) throws {
        for trigger in [
            "TRIGGER:-PT5M", "TRIGGER;VALUE=DATE-TIME:20260601T090000Z", "TRIGGER;RELATED=FOO:PT0S",
        ] {
            let found = try found(alarm("ACTION:\(action)\n\(trigger)"))
            #expect(found.isEmpty && found.diagnostics.isEmpty)
        }
        let example = try PlanningCase(
            calendar("DTSTART:20260601T100000Z\n" + alarm("ACTION:\(action)\nTRIGGER:-PT5M")),
            from: "2026-06-01",
            to: "2026-06-02"
        )
        #expect(example.file.occurrences(in: example.window).flatMap { $0.alarmTimes() }.isEmpty)
    }

    @Test func `a proximity alarm with the placeholder trigger produces no diagnostics`() throws {
        let lines = "ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nPROXIMITY:DEPART"
        let found = try found(alarm(lines))
        #expect(found.isEmpty && found.diagnostics.isEmpty)
    }

    @Test func `alarms of declined events are ignored`() throws {
        func text(_ lines: String) -> String {
            calendar("DTSTART:20260601T100000Z\n\(lines)\n" + alarm("TRIGGER:-PT5M"))
        }
        func count(_ lines: String, owner: String?) throws -> Int {
            for name in ["VEVENT", "VTODO"] {
                let text = text(lines).replacing("VEVENT", with: name)
                let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
                let found = example.file.alarms(in: example.window, owner: owner)
                if name == "VTODO" { return found.count }
                #expect(
                    try found.count
                        == CalendarFile(text: text).calendars[0]
                        .alarms(in: example.window, owner: owner).count
                )
            }
            return -1
        }
        let declined = "ATTENDEE;PARTSTAT=DECLINED:MAILTO:Nora@Studio.example"
        #expect(try count(declined, owner: "nora@studio.example") == 0)
        #expect(
            try count(declined.replacing("DECLINED", with: "delegated"), owner: "nora@studio.example") == 0
        )
        #expect(
            try count(declined.replacing("DECLINED", with: "NEEDS-ACTION"), owner: "nora@studio.example") == 1
        )
        #expect(try count(declined, owner: nil) == 1)
        #expect(try count(declined, owner: "sam@client.example") == 1)
        #expect(try count(declined, owner: "") == 1)
    }

    @Test func `declining one occurrence suppresses only that occurrence's alarms`() throws {
        let text = calendar(
            "DTSTART:20260601T100000Z\nRRULE:FREQ=DAILY;COUNT=3\nATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.c\n"
                + alarm("TRIGGER:-PT5M"),
            "RECURRENCE-ID:20260602T100000Z\nDTSTART:20260602T100000Z\n"
                + "ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.c\n" + alarm("TRIGGER:-PT5M")
        )
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-09")
        let found = example.file.alarms(in: example.window, owner: "a@b.c")
        #expect(found.map(\.instant.description) == ["2026-06-01T09:55:00Z", "2026-06-03T09:55:00Z"])
    }
}
