import Foundation
import Testing

/// Tests that editing a property keeps the details that belong to it.
@Suite struct KeptDetailsTests {
    private func store(_ more: String) throws -> StoreProgram {
        let store = try StoreProgram()
        try store.write(calendarText(eventText("a", "0323", more)), to: "calendars/home/a.ics")
        return store
    }

    private func text(_ store: StoreProgram) throws -> String {
        String(decoding: try store.contents()["home/a.ics"] ?? Data(), as: UTF8.self)
    }

    @Test func `a renamed attendee keeps their reply`() throws {
        let store = try store(
            "ATTENDEE;PARTSTAT=DECLINED;ROLE=OPT-PARTICIPANT:mailto:bob@studio.example\n"
                + "ATTENDEE;CN=\"D, J\";PARTSTAT=ACCEPTED:mailto:jane@studio.example"
        )
        let result = try store.run(
            ["edit", "home:a", "--set", #"attendee="Bob B." <Bob@studio.example>"#]
                + ["--set", "attendee=jane@studio.example", "--set", "attendee=new@studio.example"]
        )
        #expect(result.status == 0, "\(result.errors)")
        let lines = try text(store).replacingOccurrences(of: "\r\n ", with: "").split(separator: "\r\n")
            .filter { $0.hasPrefix("ATTENDEE") }
        #expect(
            lines == [
                "ATTENDEE;PARTSTAT=DECLINED;ROLE=OPT-PARTICIPANT;CN=Bob B.:mailto:bob@studio.example",
                "ATTENDEE;CN=\"D, J\";PARTSTAT=ACCEPTED:mailto:jane@studio.example",
                "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:new@studio.example",
            ]
        )
    }

    @Test func `an alarm moved to another time keeps its action`() throws {
        let store = try store(
            "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT15M\nATTACH:https://studio.example/bell\nX-SNOOZE:5\nEND:VALARM"
        )
        #expect(try store.run("edit", "home:a", "--set", "alarm=20m").status == 0)
        let text = try text(store)
        #expect(text.contains("TRIGGER:-PT20M\r\n") && !text.contains("PT15M"))
        #expect(text.contains("ACTION:AUDIO\r\n") && text.contains("X-SNOOZE:5\r\n"))
    }

    @Test func `an alarm at an absolute time can be shown, set and removed`() throws {
        let store = try store(
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:d\nTRIGGER;VALUE=DATE-TIME:20260323T070000Z\nEND:VALARM"
        )
        #expect(try store.run("show", "home:a").lines.contains("alarm: at 2026-03-23 07:00Z"))
        #expect(try store.run("edit", "home:a", "--set", "alarm=at 2026-03-23 06:30Z").status == 0)
        #expect(try text(store).contains("TRIGGER;VALUE=DATE-TIME:20260323T063000Z\r\n"))
        #expect(try store.run("edit", "home:a", "--set", "alarm=at noon").status == 64)
        let both = try store.run("edit", "home:a", "--set", " alarm=none", "--set", "alarm=20m")
        #expect(both.status == 64 && both.errors.contains("'none' cannot be combined"), "\(both.errors)")
        #expect(try store.run("edit", "home:a", "--set", " alarm=None").status == 0)
        #expect(!(try store.run("show", "home:a", "--format", "ics").output.contains("VALARM")))
        #expect(try store.run("edit", "home:a", "--set", "alarm=").status == 0)
        #expect(try !text(store).contains("VALARM"))
    }
}
