import Foundation
import TestTraits
import Testing

/// Tests finding events by title.
@Suite struct MatchTests {
    private func event(_ uid: String, _ start: String, _ title: String, _ more: String = "") -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nDTSTART:\(start)\nSUMMARY:\(title)\n\(more)END:VEVENT"
    }

    @Test(arguments: [
        ("opening", "1987-05-01 10:00", "home:old"), ("reunion", "2051-07-01 10:00", "home:far"),
        ("Kiln, fired", "2020-02-01 10:00", "home:folded"), ("CAF\u{C9}", "2020-03-01 10:00", "home:letters"),
        ("leap", "2028-02-29 10:00", "home:leap/RID=20280229T100000Z"),
        ("moved", "2019-01-04 11:00", "home:series/RID=20190103T100000Z"),
    ])
    func `a title is found regardless of the event's date`(text: String, start: String, identifier: String)
        throws
    {
        let store = try StoreProgram()
        let file = calendarText(
            event("old", "19870501T100000Z", "Grand opening"),
            event("far", "20510701T100000Z", "Reunion"),
            event("folded", "20200201T100000Z", "The Ki\n ln\\, fired\\; twice"),
            event("letters", "20200301T100000Z", "Caf\u{E9}"),
            event("leap", "20240229T100000Z", "Leap day", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29\n"),
            event("series", "20190101T100000Z", "Daily", "RRULE:FREQ=DAILY;COUNT=5\n"),
            event("series", "20190104T110000Z", "Moved away", "RECURRENCE-ID:20190103T100000Z\n")
        )
        try store.write(file, to: "calendars/home/all.ics")
        let result = try store.run("show", "--match", text)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.contains("id: \(identifier)"), "\(result.output)")
        #expect(result.lines.contains("start: \(start)"), "\(result.output)")
    }

    @Test func `a matching series is represented by its next occurrence`() throws {
        let store = try StoreProgram()
        try store.write(
            calendarText(event("1", "20200106T100000Z", "Weekly", "RRULE:FREQ=WEEKLY\n")),
            to: "calendars/home/1.ics"
        )
        let found = try store.run("show", "--match", "week", "--format", "ndjson").output
        let next = try store.run("events", "--from", "now", "--limit", "1", "--format", "ndjson").output
        let start = try #require(next.firstRange(of: /"start":"[^"]*"/))
        #expect(found.contains(next[start]), "\(found) \(next)")
    }

    @Test func `matching ignores alarms, other fields and reminders`() throws {
        let store = try StoreProgram()
        let alarm = "BEGIN:VALARM\nACTION:EMAIL\nSUMMARY:Wake up\nTRIGGER:-PT5M\nEND:VALARM\n"
        try store.write(
            calendarText(
                event("1", "20260330T100000Z", "Lunch", "DESCRIPTION:Wake up\n\(alarm)"),
                "BEGIN:VTODO\nUID:2\nDTSTAMP:20260101T000000Z\nSUMMARY:Wake up\nEND:VTODO"
            ),
            to: "calendars/home/1.ics"
        )
        let result = try store.run("show", "--match", "wake")
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("no event has 'wake' in its title\n"), "\(result.errors)")
        #expect(try store.run("show", "--match", "").status == 64)
    }

    @Test func `an open reminder can be completed or removed by title`() throws {
        let store = try StoreProgram()
        func reminder(_ uid: String, _ title: String, _ more: String = "") -> String {
            "BEGIN:VTODO\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nSUMMARY:\(title)\n\(more)END:VTODO"
        }
        let done = "STATUS:COMPLETED\nCOMPLETED:20260102T000000Z\n"
        try store.write(
            calendarText(
                reminder("old", "Buy milk", done),
                reminder("new", "Buy MILK"),
                reminder("tea", "Buy tea"),
                event("1", "20260330T100000Z", "Milk the cow")
            ),
            to: "calendars/home/1.ics"
        )
        let asked = try store.runAlone("reminders", "complete", "--match", "milk", "--dry-run")
        #expect(asked.status == 1 && asked.output == "")
        let tried = try store.run("reminders", "complete", "--match", "milk", "--dry-run")
        #expect(tried.output == "would complete Buy MILK\n", "\(tried.errors)")
        #expect(try store.run("reminders", "complete", "--match", "milk").status == 0)
        let open = try store.run("reminders", "--incomplete").output
        #expect(open.contains("Buy tea") && !open.contains("Buy MILK"), "\(open)")
        // A completed reminder no longer matches.
        let none = try store.run("reminders", "complete", "--match", "milk")
        #expect(none.errors.hasSuffix("no open reminder has 'milk' in its title\n"), "\(none.errors)")
        let several = try store.run("reminders", "remove", "--match", "buy")
        #expect(several.errors.contains("3 reminders have 'buy' in their titles: Buy MILK (home:new)"))
        #expect(try store.run("reminders", "remove", "--match", "tea").status == 0)
        #expect(try store.run("reminders", "--incomplete").output == "")
        #expect(try store.run("reminders", "complete").status == 64)
    }

    @Test(.long, arguments: [["home:p", "home:p"], ["home:p", "--match", "plants"]])
    func `a reminder named twice is completed once`(names: [String]) throws {
        let store = try StoreProgram()
        let reminder =
            "BEGIN:VTODO\nUID:p\nDTSTAMP:20260101T000000Z\nDTSTART:20260101T090000Z\nDUE:20260101T100000Z\n"
            + "RRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Water the plants\nEND:VTODO"
        try store.write(calendarText(reminder), to: "calendars/home/p.ics")
        #expect(try store.start(["reminders", "complete", "--yes"] + names).wait().status == 0)
        #expect(try store.run("reminders", "list", "--completed").lines.count == 1)
        #expect(try store.run("reminders", "list", "--all").lines.count == 2)
    }

    @Test func `an identifier shared by two events in a file is rejected for every change`() throws {
        let store = try StoreProgram()
        let text = calendarText(event("a", "20260310T100000Z", "ONE"), event("a", "20260310T140000Z", "TWO"))
        try store.write(text, to: "calendars/home/a.ics")
        let before = try store.contents()
        for arguments in [
            ["remove", "home:a"], ["remove", "--match", "TWO"], ["move", "home:a", "--to", "work"],
            ["edit", "home:a", "--set", "location=L"], ["edit", "--match", "TWO", "--set", "location=L"],
        ] {
            let result = try store.start(arguments + ["--yes"]).wait()
            #expect(result.status == 1, "\(arguments)")
            #expect(result.errors.contains("contains several events with this UID"), "\(result.errors)")
        }
        #expect(try store.contents() == before)
        #expect(try store.run("show", "--match", "TWO").lines.contains("title: TWO"))
    }
}
