import Foundation
import ICalendar
import Testing

/// Tests differences between two versions of a calendar.
struct CalendarDifferenceTests {
    private func difference(
        _ old: String,
        _ new: String,
        ignoring names: Set<String> = ["LAST-MODIFIED", "PRODID"]
    ) throws -> CalendarDifference {
        try CalendarDifference(from: CalendarFile(text: old), to: CalendarFile(text: new), ignoring: names)
    }

    /// Returns lines such as `+ UID`, `- UID` and `~ UID NAME ...`, with the original start for overrides.
    private func lines(_ difference: CalendarDifference) -> [String] {
        func original(_ component: Component) -> String {
            component[time: "RECURRENCE-ID"].map { " @\($0.civil)" } ?? ""
        }
        return difference.added.map { "+ \($0.uid)\(original($0.component))" }
            + difference.removed.map { "- \($0.uid)\(original($0.component))" }
            + difference.changed.map {
                "~ \($0.uid ?? $0.after.name)\(original($0.after)) "
                    + $0.parts.map(\.name).joined(separator: " ")
            }
    }

    @Test(arguments: [
        ("ATTENDEE:MAILTO:sam@client.example", "ATTENDEE:mailto:sam@Client.Example"),
        ("ATTENDEE:mailto:a@b.c\nATTENDEE:mailto:d@e.f", "ATTENDEE:mailto:d@e.f\nATTENDEE:mailto:a@b.c"),
        ("ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.c", "ATTENDEE;PARTSTAT=accepted:mailto:a@b.c"),
        (
            "ORGANIZER;SENT-BY=\"mailto:a@b.c\":mailto:d@e.f",
            "ORGANIZER;SENT-BY=\"MAILTO:a@b.c\":mailto:d@e.f"
        ),
        ("URL:HTTPS://example.com/A", "URL:https://example.com/A"),
    ])
    func `case-insensitive values and attendee order are not compared`(
        old: String,
        new: String
    )
        throws
    {
        let (old, new) = (
            calendar("DTSTART:20260401T090000Z\n\(old)"), calendar("DTSTART:20260401T090000Z\n\(new)")
        )
        #expect(try difference(old, new).isEmpty)
    }

    @Test(arguments: [
        ("ATTENDEE:mailto:Sam@client.example", "ATTENDEE:mailto:sam@client.example"),
        ("URL:https://example.com/A", "URL:https://example.com/a"),
        ("ATTENDEE;CN=SAM:mailto:a@b.c", "ATTENDEE;CN=Sam:mailto:a@b.c"),
    ])
    func `case-sensitive values are compared`(old: String, new: String) throws {
        let (old, new) = (
            calendar("DTSTART:20260401T090000Z\n\(old)"), calendar("DTSTART:20260401T090000Z\n\(new)")
        )
        #expect(try difference(old, new).changed.count == 1)
    }

    @Test(arguments: ["NAME", "X-WR-CALNAME", "X-WR-TIMEZONE"])
    func `the order of a calendar's names is compared, as only the first counts`(name: String) throws {
        let event = calendar("DTSTART:20260401T090000Z")
        let version = "VERSION:2.0\r\n"
        #expect(event.contains(version))
        let both = ["A", "B"].map { "\(name):\($0)\r\n" }
        let old = event.replacing(version, with: version + both[0] + both[1])
        let new = event.replacing(version, with: version + both[1] + both[0])
        #expect(try lines(difference(old, new)) == ["~ VCALENDAR \(name)"])
    }

    @Test func `added, removed and changed events are identified by UID and RECURRENCE-ID`() throws {
        let master = "UID:a\nDTSTART:20260401T090000Z\nRRULE:FREQ=DAILY\nSUMMARY:One"
        let override = "UID:a\nRECURRENCE-ID:20260402T090000Z\nDTSTART:20260402T100000Z"
        let found = try difference(
            calendar(master, override, "UID:b\nDTSTART:20260401T090000Z"),
            calendar(
                master.replacing("One", with: "Two"),
                "UID:a\nRECURRENCE-ID:20260403T090000Z\nDTSTART:20260403T100000Z",
                "UID:c\nDTSTART:20260401T090000Z"
            )
        )
        #expect(
            lines(found) == [
                "+ a @2026-04-03T09:00:00", "+ c", "- a @2026-04-02T09:00:00", "- b", "~ a SUMMARY",
            ]
        )
        let part = try #require(found.changed.first?.parts.first)
        #expect(part.before.map(\.value) == [.text("One")])
        #expect(part.after.map(\.value) == [.text("Two")])
    }

    @Test func `a to-do and an event with the same UID are distinct`() throws {
        let event = calendar("UID:a\nDTSTART:20260401T090000Z")
        let todo = event.replacing("VEVENT", with: "VTODO")
        #expect(try lines(difference(event, todo)) == ["+ a", "- a"])
    }

    @Test func `equivalent spellings are not a difference`() throws {
        let old = calendar(
            """
            UID:a
            SUMMARY;LANGUAGE=en;ALTREP="cid:x":Something that is long enough to be folded by whoever writes it
            DTSTART;TZID=Europe/Berlin:20260401T090000
            EXDATE;TZID=Europe/Berlin:20260402T090000,20260403T090000
            CATEGORIES:one,two
            BEGIN:VALARM
            TRIGGER:-PT5M
            ACTION:DISPLAY
            END:VALARM
            BEGIN:VALARM
            ACTION:AUDIO
            TRIGGER:-PT1H
            END:VALARM
            """
        )
        let new = calendar(
            """
            DTSTAMP:20270101T000000Z
            CATEGORIES:two
            BEGIN:VALARM
            TRIGGER;VALUE=DURATION:-PT1H
            ACTION:AUDIO
            END:VALARM
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER:-PT5M
            END:VALARM
            CATEGORIES:one
            EXDATE;TZID=Europe/Berlin:20260403T090000
            EXDATE;TZID=Europe/Berlin:20260402T090000
            LAST-MODIFIED:20270101T000000Z
            DTSTART;VALUE=DATE-TIME;TZID=Europe/Berlin:20260401T090000
            SUMMARY;ALTREP="cid:x";LANGUAGE=en:Something that is long
              enough to be folded by whoever writes it
            UID:a
            """
        )
        #expect(try lines(difference(old, new)) == [])
        #expect(try difference(old, new).isEmpty)
    }

    @Test func `the order in a rule and the case of a zone name are not a difference`() throws {
        let old = calendar(
            "UID:a\nDTSTART;TZID=Europe/Berlin:20260401T090000\n"
                + "RRULE:FREQ=YEARLY;BYMONTH=1,4;BYDAY=MO,-1TU,WE;BYSETPOS=1,-1;COUNT=4"
        )
        let new = calendar(
            "UID:a\nDTSTART;TZID=europe/berlin:20260401T090000\n"
                + "RRULE:COUNT=4;BYSETPOS=-1,1;BYDAY=WE,MO,-1TU,MO;BYMONTH=4,1;FREQ=YEARLY"
        )
        #expect(try difference(old, new).isEmpty)
        #expect(try !difference(old, new.replacing("-1TU", with: "1TU")).isEmpty)
        #expect(try !difference(old, new.replacing("berlin", with: "paris")).isEmpty)
    }

    @Test func `options select what to ignore`() throws {
        let old = calendar("UID:a\nSEQUENCE:1\nLAST-MODIFIED:20260101T000000Z")
        let new = calendar("UID:a\nSEQUENCE:2\nLAST-MODIFIED:20260102T000000Z")
            .replacing("//Tests//", with: "//Others//")
        #expect(try lines(difference(old, new)) == ["~ a SEQUENCE"])
        let all: Set = ["LAST-MODIFIED", "PRODID", "SEQUENCE"]
        #expect(try lines(difference(old, new, ignoring: all)) == [])
        let changes = try lines(difference(old, new, ignoring: ["SEQUENCE"]))
        #expect(changes == ["~ VCALENDAR PRODID", "~ a LAST-MODIFIED"])
    }

    @Test func `differing alarms are reported with the component name`() throws {
        func text(_ trigger: String) -> String {
            calendar(
                "UID:a\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nBEGIN:VALARM\nTRIGGER:\(trigger)\nEND:VALARM"
            )
        }
        let found = try difference(text("-PT1H"), text("-PT2H"))
        #expect(lines(found) == ["~ a VALARM"])
        #expect(found.changed.first?.parts.first?.componentsBefore.count == 1)
        #expect(found.changed.first?.parts.first?.componentsAfter.count == 1)
    }

    @Test func `components with the same key are matched by content, then by start`() throws {
        func text(_ events: [(String, String)]) -> String {
            calendar(events: events.map { "UID:a\nDTSTART:2026040\($0.0)T090000Z\nSUMMARY:\($0.1)" })
        }
        let old = text([("1", "one"), ("2", "two"), ("3", "three")])
        let new = text([("3", "drei"), ("1", "one"), ("2", "two"), ("4", "vier")])
        let found = try difference(old, new)
        #expect(lines(found) == ["+ a", "~ a SUMMARY"])
        #expect(found.changed.first?.before.text("SUMMARY") == "three")
        #expect(found.added.first?.component.text("SUMMARY") == "vier")
    }

    @Test func `an override is matched by instant, not by how its RECURRENCE-ID is written`() throws {
        let old = calendar("UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260401T110000\nSUMMARY:x")
        let new = calendar("UID:a\nRECURRENCE-ID:20260401T090000Z\nSUMMARY:x")
        #expect(try lines(difference(old, new)) == ["~ a @2026-04-01T09:00:00 RECURRENCE-ID"])
    }

    @Test func `components without a UID are matched by content`() throws {
        let text = """
            BEGIN:VCALENDAR\r
            BEGIN:VEVENT\r
            SUMMARY:One\r
            DTSTART:20260401T090000Z\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        let swapped = text.replacing(
            "SUMMARY:One\r\nDTSTART:20260401T090000Z",
            with: "DTSTART:20260401T090000Z\r\nSUMMARY:One"
        )
        #expect(try difference(text, swapped).isEmpty)
        let found = try difference(text, text.replacing("One", with: "Two"))
        #expect(found.added.count == 1 && found.removed.count == 1 && found.changed.isEmpty)
        let (file, window) = try (
            CalendarFile(text: text),
            OccurrenceWindow(
                from: instant("2026-04-01", in: .utc),
                to: instant("2026-04-02", in: .utc),
                in: .utc
            )
        )
        #expect(found.removed.first?.uid == Array(file.occurrences(in: window)).first?.uid)
    }

    @Test func `zone definitions differ if their offsets differ`() throws {
        let event = "UID:a\nDTSTART;TZID=Own:20260401T090000"
        let old = calendar(event, zones: europeanZone("Own"))
        let said = europeanZone("Own").replacing("TZNAME:CET", with: "TZNAME:Winter")
            .replacing("DTSTART:19701025T030000", with: "DTSTART:18911025T030000")
            .replacing("DTSTART:19700329T020000", with: "DTSTART:18910329T020000")
        let other = europeanZone("Own").replacing("BYMONTH=10", with: "BYMONTH=11")
        #expect(try lines(difference(old, calendar(event, zones: europeanZone("Own")))) == [])
        #expect(try lines(difference(calendar(event, zones: said), calendar(event, zones: said))) == [])
        #expect(try lines(difference(old, calendar(event, zones: other))) == ["~ VTIMEZONE VTIMEZONE"])
        #expect(try lines(difference(old, calendar(event))) == ["- Own"])
    }

    @Test func `zone definitions are compared across all calendars in a file`() throws {
        let usual = calendar("UID:a\nDTSTART;TZID=Own:20260401T090000", zones: europeanZone("Own"))
        let second = calendar("UID:b\nDTSTART;TZID=Own:20260401T090000", zones: europeanZone("Own"))
        let other = calendar(
            "UID:b\nDTSTART;TZID=Own:20260401T090000",
            zones: europeanZone("Own").replacing("BYMONTH=10", with: "BYMONTH=11")
        )
        let change = ["~ VTIMEZONE VTIMEZONE"]
        #expect(try lines(difference(usual + second, usual + other)) == change)
        #expect(try lines(difference(usual + second + second, usual + other + other)) == change)
        // Identical definitions in other calendars are not a difference.
        #expect(try lines(difference(usual + second, second + usual)) == [])
        let parted = calendar("UID:c") + usual + second
        let joined = usual + second + calendar("UID:c")
        #expect(try lines(difference(parted, joined)) == [])
        #expect(try lines(difference(usual, usual + other)) == ["+ b"] + change)
        #expect(try lines(difference(usual + other, usual)) == ["- b"] + change)
    }

    @Test func `zone names are matched regardless of case and surrounding blanks`() throws {
        let event = "UID:a\nDTSTART;TZID=Own:20260401T090000"
        let old = calendar(event, zones: fixedZone("Own", "+0500"))
        for name in ["own", " Own"] {
            let change = try lines(difference(old, calendar(event, zones: fixedZone(name, "+0100"))))
            #expect(change == ["~ VTIMEZONE VTIMEZONE"])
            #expect(try lines(difference(old, calendar(event, zones: fixedZone(name, "+0500")))) == [])
        }
        let both = calendar(event, zones: fixedZone("Own", "+0500") + "\n" + fixedZone("own", "+0100"))
        #expect(try lines(difference(old, both)) == [])
        #expect(try lines(difference(both, both)) == [])
    }

    @Test func `zone names that differ in their bytes are distinct`() throws {
        func twoZones(_ month: String) -> String {
            let zones =
                europeanZone("Zon\u{E9}") + "\n"
                + europeanZone("Zone\u{301}")
                .replacing("BYMONTH=10", with: "BYMONTH=\(month)")
            return calendar("UID:a\nDTSTART:20260401T090000Z", zones: zones)
        }
        #expect(try lines(difference(twoZones("10"), twoZones("10"))) == [])
        #expect(try lines(difference(twoZones("10"), twoZones("11"))) == ["~ VTIMEZONE VTIMEZONE"])
    }

    @Test func `a line folded before an accent is read as one line`() throws {
        func alarm(_ letters: Int) throws -> CalendarFile {
            let text = String(repeating: "e\u{301}", count: letters)
            return try CalendarFile(
                text: calendar(
                    "UID:a\nDTSTART:20260401T090000Z\nBEGIN:VALARM\nTRIGGER:-PT5M\nACTION:DISPLAY\n"
                        + "DESCRIPTION:\(text)\nEND:VALARM"
                )
            )
        }
        for letters in 60..<66 {
            let part = try #require(
                CalendarDifference(from: alarm(letters), to: alarm(letters + 10)).changed.first?.parts.first
            )
            #expect(part.linesBefore.count == 5 && part.linesAfter.count == 5, "\(part.linesBefore)")
            #expect(part.linesBefore.allSatisfy { $0.utf8.first != 0x20 }, "\(part.linesBefore)")
        }
    }

    @Test func `ten thousand nested components can be compared`() {
        @Sendable func nested(_ text: String) -> CalendarObject {
            var component = Component("X-DEEP", properties: [Property("SUMMARY", .text(text))])
            for _ in 0..<10_000 { component = Component("X-DEEP", components: [component]) }
            return CalendarObject(Component("VCALENDAR", components: [component]))
        }
        // Uses the stack size of a program's main thread.
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            #expect(CalendarDifference(from: nested("a"), to: nested("a")).isEmpty)
            #expect(!CalendarDifference(from: nested("a"), to: nested("b")).isEmpty)
            done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        done.wait()
    }
}
