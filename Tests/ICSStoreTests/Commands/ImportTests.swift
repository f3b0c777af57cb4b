import Foundation
import TestTraits
import Testing

/// Tests importing files that violate RFC 5545.
@Suite struct ImportTests {
    private static func event(_ zone: String, _ more: String = "") -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=\(zone):20260330T100000\nSUMMARY:A\n\(more)END:VEVENT"
    }

    @Test(
        .long,
        arguments: [
            "Europe/Berlin", "europe/berlin", "W. Europe Standard Time",
            "/mozilla.org/20050126_1/Europe/Berlin",
            #""(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna""#,
        ]
    )
    func `a known time zone needs no definition`(zone: String) throws {
        let store = try StoreProgram()
        let file = try store.write(calendarText(Self.event(zone)), to: "in.ics")
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output == "added 1, skipped 0, to home\n", "\(result.errors)")
        #expect(result.errors == "")
        #expect(result.status == 0)
        let event = try #require(try store.events().first)
        #expect(event["start"] as? String == "2026-03-30T10:00:00+02:00")
        #expect(try store.run("events", "--from", "2026-03-30", "--to", "+1d").errors == "")
    }

    @Test func `an unknown time zone is kept and reported as floating`() throws {
        let store = try StoreProgram()
        let todo =
            "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nDUE;TZID=Elsewhere:20260330T100000\nSUMMARY:B\nEND:VTODO"
        let file = try store.write(calendarText(Self.event("Nowhere"), todo), to: "in.ics")
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output == "added 2, skipped 0, to home\n", "\(result.errors)")
        for (line, zone) in [(7, "Nowhere"), (13, "Elsewhere")] {
            let remark =
                "in.ics:\(line): warning: unknown time zone \"\(zone)\"; times read as floating"
            #expect(result.errors.contains(remark), "\(result.errors)")
        }
        #expect(result.errors.split(separator: "\n").count == 2, "\(result.errors)")
        #expect(try store.events().first?["start"] as? String == "2026-03-30T10:00:00")
        #expect(try store.run("reminders").output.contains("2026-03-30 10:00"))
    }

    @Test func `readable violations are kept unchanged`() throws {
        let store = try StoreProgram()
        let file = try store.write(
            calendarText(
                Self.event("Europe/Berlin", "RRULE:FREQ=OFTEN\nATTENDEE:nobody\n"),
                "BEGIN:VEVENT\nUID:never\nDTSTAMP:20260101T000000Z\nSUMMARY:Never\nEND:VEVENT"
            ),
            to: "in.ics"
        )
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output == "added 1, skipped 1, to home\n", "\(result.errors)")
        #expect(result.errors.contains("in.ics:9: error: "), "\(result.errors)")
        #expect(result.errors.contains("skipped: \"Never\" (never): the event has no DTSTART"))
        let text = String(decoding: try store.contents()["home/u.ics"] ?? Data(), as: UTF8.self)
        // A rule that no reader can use is removed, with a message on standard error.
        #expect(text.contains("ATTENDEE:nobody") && !text.contains("FREQ=OFTEN"), "\(text)")
    }

    @Test func `messages shorten a long UID to one line`() throws {
        let store = try StoreProgram()
        let uid = String(repeating: "long", count: 2000)
        let file = try store.write(calendarText(eventText(uid, "0330")), to: "in.ics")
        #expect(try store.run("import", file, "--to", "home").output.hasPrefix("added 1, "))
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output.hasPrefix("added 0, skipped 1, "), "\(result.output)")
        #expect(result.errors.contains("skipped: \"Event longlong"), "\(result.errors)")
        #expect(result.errors.utf8.count < 500)
    }

    @Test func `a calendar that accepts no items is reported once`() throws {
        let store = try StoreProgram()
        let text = calendarText(eventText("a", "0330"), eventText("b", "0330"))
        let file = try store.write(text, to: "in.ics")
        try store.write(text, to: "calendars/fairs.ics")
        let result = try store.run("import", file, "--to", "fairs")
        #expect(result.status == 1)
        #expect(result.errors == "ics-store: error: fairs: the calendar is read-only\n")
    }

    @Test func `an unreadable file in a folder does not affect other files`() throws {
        let store = try StoreProgram()
        let folder = store.folder.appending(path: "in")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try store.write("junk", to: "in/1.ics")
        try store.write(calendarText(eventText("a", "0330")), to: "in/2.ics")
        let result = try store.run("import", folder.path(), "--to", "home")
        #expect(result.output == "added 1, skipped 0, to home\n", "\(result.errors)")
        #expect(result.status == 1)
        #expect(result.errors.contains("1.ics: error: not a calendar"), "\(result.errors)")
    }
}
