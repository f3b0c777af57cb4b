import ICalendar
import Testing

@testable import ICalendarCore
@testable import ICalendarReports

/// Tests the conversion of occurrences to standalone events.
struct StandaloneEventTests {
    private func events(_ texts: String...) throws -> [Event] {
        let files = try texts.map { try CalendarFile(text: $0) }
        return try Array(Occurrences(of: files, in: window("2026-01-01", "2027-01-01")).standaloneEvents)
    }

    private func uids(_ events: [Event]) -> [String: Int] {
        events.reduce(into: [:]) { $0[$1.uid ?? "", default: 0] += 1 }
    }

    private static let series =
        "UID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260401T090000Z\nRRULE:FREQ=DAILY;COUNT=3"

    @Test func `UIDs are kept if they are unambiguous`() throws {
        let override =
            "UID:a\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:20260402T090000Z\nDTSTART:20260402T100000Z"
        let replaced = "UID:b\nDTSTART:20260401T090000Z"
        let other = "UID:b\nRECURRENCE-ID:20260401T090000Z\nDTSTART:20260401T100000Z"
        let found = try events(
            calendar(Self.series, override, replaced, other, "UID:c\nDTSTART:20260401T090000Z")
        )
        #expect(uids(found) == ["a": 3, "b": 1, "c": 1])
    }

    @Test func `a UID used in several calendars is replaced`() throws {
        let first = calendar(Self.series)
        let found = try uids(events(first, first.replacing("090000Z", with: "100000Z"), first))
        #expect(found.count == 3 && found.values.allSatisfy { $0 == 3 } && found["a"] == 3)
        #expect(found.keys.allSatisfy { $0 == "a" || $0.hasPrefix("a-") && $0.utf8.count == 18 })
        #expect(try uids(events(first, first.replacing("090000Z", with: "100000Z"), first)) == found)
        let third = try uids(events(first, first))
        #expect(third.count == 2 && Set(third.keys).isSubset(of: Set(found.keys).union(third.keys)))
    }

    @Test func `several series with the same UID get distinct UIDs`() throws {
        let second = Self.series.replacing("0401T09", with: "0402T09").replacing("COUNT=3", with: "COUNT=2")
        #expect(try uids(events(calendar(Self.series, second))).values.sorted() == [2, 3])
        let single = "UID:a\nDTSTART:20260402T090000Z"
        #expect(try uids(events(calendar(Self.series, single))).values.sorted() == [1, 3])
        let nameless = "UID:a\nRECURRENCE-ID:soon\nDTSTART:20260402T090000Z"
        #expect(try uids(events(calendar(Self.series, nameless))).values.sorted() == [1, 3])
    }

    @Test func `UIDs that differ only in a control character remain distinct`() throws {
        let found = try events(
            calendar("UID:a\nDTSTART:20260402T090000Z", "UID:a\u{1}\nDTSTART:20260402T090000Z")
        )
        #expect(Set(found.compactMap(\.uid)).count == 2)
    }

    @Test(
        arguments: [
            ("DTSTAMP:yesterday", "DTSTAMP:19700101T000000Z"),
            ("DTSTAMP:yesterday\nLAST-MODIFIED:20260102T030405Z", "DTSTAMP:20260102T030405Z"),
            ("DTSTAMP:20260101T000000Z\nDTSTAMP:20260102T000000Z", "DTSTAMP:20260101T000000Z"),
            ("DURATION:-PT1H", nil),
            ("PRIORITY:many", nil), ("PRIORITY:12", nil), ("STATUS:DRAFT", nil), ("X BAD:1", nil),
            ("GEO:north", nil), ("SUMMARY:a\nSUMMARY:b", "SUMMARY:a"),
            ("SUMMARY:Glaze, then fire", "SUMMARY:Glaze\\, then fire"),
            ("no line at all", nil), ("SUMMARY:bell\u{7}", "SUMMARY:bell"),
            ("X-START;TZID=Europe/Berlin:20260401T090000", "X-START:20260401T070000Z"),
            (
                "X-START;VALUE=DATE-TIME;TZID=Europe/Berlin:20260401T090000",
                "X-START;VALUE=DATE-TIME:20260401T070000Z"
            ),
            ("X-START;TZID=Nowhere:20260401T090000", "X-START:20260401T090000"),
            ("X-START;TZID=Europe/Berlin:20260401T090000Z", "X-START:20260401T090000Z"),
            (
                "X-START;TZID=/example.com/Mars:20260401T090000",
                "X-START;TZID=/example.com/Mars:20260401T090000"
            ),
            (
                "ATTENDEE;RSVP=PERHAPS;CN=Sam:mailto:sam@client.example",
                "ATTENDEE;CN=Sam:mailto:sam@client.example"
            ),
            ("BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nEND:VALARM", nil),
            (
                "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM",
                "BEGIN:VALARM,ACTION:DISPLAY,TRIGGER:-PT5M,DESCRIPTION:Reminder,END:VALARM"
            ),
            (
                "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM",
                "BEGIN:VALARM,TRIGGER:-PT5M,ACTION:DISPLAY,DESCRIPTION:Reminder,END:VALARM"
            ),
            (
                "BEGIN:VALARM\nACTION:EMAIL\nTRIGGER:PT0S\nATTENDEE:mailto:a@x.org\nEND:VALARM",
                "BEGIN:VALARM,ACTION:EMAIL,TRIGGER:PT0S,ATTENDEE:mailto:a@x.org,DESCRIPTION:Reminder,SUMMARY:Reminder"
                    + ",END:VALARM"
            ),
            (
                "BEGIN:VALARM\nACTION:EMAIL\nTRIGGER:PT0S\nDESCRIPTION:x\nSUMMARY:y\nEND:VALARM",
                "BEGIN:VALARM,ACTION:EMAIL,TRIGGER:PT0S,DESCRIPTION:x,SUMMARY:y,ATTENDEE:invalid:nomail,END:VALARM"
            ),
            ("URL:", nil), ("ATTENDEE;RSVP=TRUE:", nil), ("ATTENDEE;CN=Jo:", "ATTENDEE;CN=Jo:invalid:nomail"),
            ("ATTENDEE;EMAIL=a@x.org:", "ATTENDEE;EMAIL=a@x.org:mailto:a@x.org"),
            ("ATTENDEE:mailto: a@x.org", "ATTENDEE:mailto:a@x.org"),
            ("ATTENDEE:mailto:<a@x.org>", "ATTENDEE:mailto:a@x.org"),
            ("ATTENDEE:mailto:Jo <a@x.org>", "ATTENDEE:mailto:a@x.org"),
            ("ATTENDEE:mailto:mailto:a@x.org", "ATTENDEE:mailto:a@x.org"),
            ("ATTENDEE:a@x.org", "ATTENDEE:mailto:a@x.org"),
            ("ATTENDEE:mailto:jörg@x.org", "ATTENDEE:mailto:j%C3%B6rg@x.org"),
            ("ORGANIZER:Sam Example", "ORGANIZER:invalid:Sam%20Example"),
            ("ATTENDEE;PARTSTAT= accepted :mailto:a@x.org", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.org"),
            ("STATUS:CANCELED", "STATUS:CANCELLED"), ("TRANSP:FREE", nil),
            ("URL: https://x.org ", "URL:https://x.org"),
            ("URL:https://x.org/ä b%", "URL:https://x.org/%C3%A4%20b%25"), ("URL:www.example.org", nil),
            (
                "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;RELATED=END:PT0S\nEND:VALARM",
                "BEGIN:VALARM,ACTION:DISPLAY,DESCRIPTION:x,TRIGGER:PT0S,END:VALARM"
            ),
            (
                "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:PT0S\nDURATION:-PT1M\nREPEAT:2\nEND:VALARM",
                "BEGIN:VALARM,ACTION:DISPLAY,DESCRIPTION:x,TRIGGER:PT0S,END:VALARM"
            ),
        ] as [(String, String?)]
    )
    func `broken properties are repaired or removed`(lines: String, expected: String?) throws {
        let stamp = lines.contains("DTSTAMP") ? "" : "DTSTAMP:20260101T000000Z\n"
        let event = try #require(
            try events(calendar("UID:a\n\(stamp)DTSTART:20260401T090000Z\n\(lines)")).first
        )
        let text = String(decoding: event.component.contentLines, as: UTF8.self)
        let known: Set = ["BEGIN:VEVENT", "END:VEVENT", "UID:a", "DTSTART:20260401T090000Z"]
        let found = text.split(separator: "\r\n").map(String.init)
            .filter { !known.contains($0) && (!stamp.isEmpty ? $0 != "DTSTAMP:20260101T000000Z" : true) }
            .filter { !$0.hasPrefix("LAST-MODIFIED") }
        #expect(found.joined(separator: ",") == expected ?? "")
        let file = CalendarFile(calendars: [
            CalendarObject(Component("VCALENDAR", components: [event.component]))
        ])
        let read = try CalendarFile(bytes: file.icsBytes())
        #expect(read.validate().filter { $0.severity == .error } == [])
    }

    @Test func `an X- property with a time in the event's zone is converted to UTC`()
        throws
    {
        let lines =
            "DTSTART;TZID=Own:20260110T120000\nX-A;TZID=own:20260110T130000\nX-B;TZID=Other:20260110T140000"
        let zones = fixedZone("Own", "+0500") + "\n" + fixedZone("Other", "+0300")
        let event = try #require(try events(calendar(lines, zones: zones)).first)
        #expect(event.component.text("X-A") == "20260110T080000Z")
        #expect(event.component.text("X-B") == "20260110T140000")
    }

    @Test func `an attendee without a valid address is kept`() throws {
        let lines =
            "UID:a\nDTSTART:20260401T090000Z\nATTENDEE;CN=Sam;PARTSTAT=DECLINED:sam\nATTENDEE;CN=Jo:Room 4, left"
        let event = try #require(try events(calendar(lines)).first)
        #expect(event.attendees.map(\.name) == ["Sam", "Jo"] && event.attendees.map(\.email) == [nil, nil])
        #expect(event.attendees.map(\.status) == [.declined, .pending])
        #expect(event.attendees.map(\.uri) == ["invalid:sam", "invalid:Room%204,%20left"])
    }

    @Test func `an alarm without a description gets the event's title`() throws {
        let lines = "UID:a\nDTSTART:20260401T090000Z\nSUMMARY:Firing, late"
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM"
        let event = try #require(try events(calendar("\(lines)\n\(alarm)")).first)
        #expect(event.alarms.map(\.descriptionText) == ["Firing, late"])
    }

    @Test func `an unknown component is unchanged`() throws {
        let inner = "BEGIN:X-ODD\nPRIORITY:many\nBEGIN:VALARM\nEND:VALARM\nEND:X-ODD"
        let event = try #require(try events(calendar("UID:a\nDTSTART:20260401T090000Z\n\(inner)")).first)
        #expect(String(decoding: event.component.contentLines, as: UTF8.self).contains("PRIORITY:many"))
    }
}
