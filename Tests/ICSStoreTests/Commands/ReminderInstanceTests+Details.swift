import Foundation
import Testing

extension ReminderInstanceTests {
    @Test func `alarms at fixed times follow the next instance of an assigned reminder`() throws {
        let alarm =
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;VALUE=DATE-TIME:20260402T160000Z\nEND:VALARM\n"
        let store = try daily("ORGANIZER:mailto:nora@studio.example\n\(alarm)")
        func triggers() throws -> [String] {
            let text = String(decoding: try store.contents()["home/p.ics"] ?? Data(), as: UTF8.self)
            return text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("TRIGGER") }
                .map { String($0.suffix(16)) }
        }
        #expect(try store.run("reminders", "complete", "home:p").status == 0)
        // The completed instance keeps its own alarm.
        #expect(try triggers() == ["20260403T160000Z", "20260402T160000Z"])
        #expect(try store.run("reminders", "complete", "home:p").status == 0)
        #expect(try triggers().first == "20260404T160000Z")
        // Reopening the last one moves them back.
        #expect(try store.run("edit", Self.slot(3), "--set", "done=no").status == 0)
        #expect(try triggers().first == "20260403T160000Z")
        #expect(try store.run("reminders", "complete", Self.slot(3)).status == 0)
        #expect(try triggers().first == "20260404T160000Z")
        // An instance that is completed early does not move them, but is skipped later.
        #expect(try store.run("reminders", "complete", Self.slot(5)).status == 0)
        #expect(try triggers().first == "20260404T160000Z")
        #expect(try store.run("reminders", "complete", Self.slot(4)).status == 0)
        #expect(try triggers().first == "20260406T160000Z")
    }

    @Test func `an instance whose RECURRENCE-ID cannot be read stays in the file`() throws {
        let odd =
            "END:VTODO\nBEGIN:VTODO\nUID:p\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:soon\n"
            + "SUMMARY:Odd\nDUE:20260402T160000Z\n"
        let commands = [
            ["reminders", "complete", "home:p"], ["reminders", "complete", "home:p", "--in-series"],
            ["edit", "home:p", "--set", "title=Rinse"], ["edit", Self.slot(3), "--set", "title=Rinse"],
            ["edit", Self.slot(3), "--span", "future", "--set", "title=Rinse"],
            ["edit", "home:p", "--set", "repeat=FREQ=DAILY;INTERVAL=2;COUNT=3"],
            ["edit", "home:p", "--set", "repeat="], ["reminders", "remove", Self.slot(3)],
        ]
        for command in commands {
            let store = try daily(odd)
            let result = try store.run(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            let text = String(decoding: try store.contents()["home/p.ics"] ?? Data(), as: UTF8.self)
            #expect(text.contains("RECURRENCE-ID:soon\r\nSUMMARY:Odd"), "\(command): \(text)")
        }
    }

    @Test func `Apple's placeholder for no alarm is not listed as an alarm`() throws {
        let none = "BEGIN:VALARM\nACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM\n"
        let store = try daily(none)
        try store.write(
            calendarText(eventText("e", "0330", none.trimmingCharacters(in: .newlines))),
            to: "calendars/home/e.ics"
        )
        for item in ["home:p", "home:e"] {
            #expect(!(try store.run("show", item).output.contains("alarm")))
            #expect(!(try store.run("show", item, "--format", "ndjson").output.contains("alarms")))
            #expect(try store.run("edit", item, "--set", "title=New").status == 0)
            #expect(try store.run("show", item, "--format", "ics").output.contains("ACTION:NONE"))
        }
    }

    @Test func `JSON objects contain times as those of events do`() throws {
        let store = try daily("")
        func first() throws -> [String: Any] {
            let line = try store.run("reminders", "list", "--all", "--format", "ndjson").lines.first ?? ""
            return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let zoned = try first()
        #expect(zoned["due"] as? String == "2026-04-02T18:00:00+02:00", "\(zoned)")
        #expect(zoned["start"] as? String == "2026-04-02T18:00:00+02:00", "\(zoned)")
        for (due, written) in [
            ("DUE;VALUE=DATE:20260402", "2026-04-02"), ("DUE:20260402T180000", "2026-04-02T18:00:00"),
            ("DUE:20260402T160000Z", "2026-04-02T18:00:00+02:00"),
            ("DUE;TZID=America/New_York:20260402T120000", "2026-04-02T18:00:00+02:00"),
        ] {
            try store.write(
                calendarText(
                    "BEGIN:VTODO\nUID:p\nDTSTAMP:20260101T000000Z\n\(due)\nCOMPLETED:20260401T120000Z\nEND:VTODO"
                ),
                to: "calendars/home/p.ics"
            )
            let reminder = try first()
            #expect(reminder["due"] as? String == written, "\(reminder)")
            #expect(reminder["completed"] as? String == "2026-04-01T12:00:00Z", "\(reminder)")
        }
    }
}
