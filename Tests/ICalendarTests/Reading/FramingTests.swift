import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct FramingTests {
    @Test func `END closes the component with the same name`() throws {
        let text = Sample.calendar("BEGIN:VEVENT", "SUMMARY:a", "END:VTODO", "END:VEVENT")
        let file = try CalendarFile(text: text)
        #expect(file.calendars[0].component.components.map(\.name) == ["VEVENT"])
        #expect(file.diagnostics.map(\.description) == ["5: warning: END:VTODO without a BEGIN; ignored"])
    }

    @Test func `an unclosed alarm does not affect the enclosing event`() throws {
        let text = Sample.calendar(
            "BEGIN:VEVENT",
            "SUMMARY:a",
            "BEGIN:VALARM",
            "ACTION:AUDIO",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "SUMMARY:b",
            "END:VEVENT"
        )
        let file = try CalendarFile(text: text)
        let events = file.calendars[0].component.components
        #expect(events.map { $0.text("SUMMARY") } == ["a", "b"])
        #expect(events.map(\.components.count) == [0, 0])
        #expect(file.diagnostics.map(\.line) == [7])
        #expect(file.diagnostics.map(\.code) == [.framing])
    }

    @Test func `if an event contains another unclosed event, the outer event is lost`() throws {
        let text = Sample.calendar(
            "BEGIN:VEVENT",
            "SUMMARY:outer",
            "BEGIN:VEVENT",
            "SUMMARY:inner",
            "END:VEVENT"
        )
        let (summaries, codes) = try Sample.summaries(text)
        #expect(summaries == ["inner"])
        #expect(codes == ["framing"])
    }

    @Test func `if an alarm contains another unclosed alarm, the outer alarm is lost`() throws {
        let text = Sample.event(
            "BEGIN:VALARM",
            "ACTION:AUDIO",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "END:VALARM",
            "SUMMARY:a"
        )
        let event = try #require(try CalendarFile(text: text).calendars[0].component.components.first)
        #expect(event.components.map { $0.text("ACTION") } == ["DISPLAY"])
        #expect(event.text("SUMMARY") == "a")
    }

    @Test func `a component still open at the end of a calendar is lost`() throws {
        let text = Sample.calendar("BEGIN:VEVENT", "SUMMARY:a", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:b")
        let (summaries, codes) = try Sample.summaries(text)
        #expect(summaries == ["a"])
        #expect(codes == ["framing"])
    }

    @Test func `a truncated file keeps its complete components`() throws {
        let whole = Sample.calendar(
            "BEGIN:VEVENT",
            "SUMMARY:a",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "SUMMARY:b",
            "END:VEVENT"
        )
        let end = whole.utf8.count
        for length in 0..<end {
            let bytes = Array(whole.utf8.prefix(length))
            guard let file = try? CalendarFile(bytes: bytes) else {
                #expect(length < "BEGIN:VCALENDAR".utf8.count)
                continue
            }
            let count = file.calendars.flatMap(\.component.components).count
            #expect(count <= 2)
            if length < end - "END:VCALENDAR\r\n".utf8.count { #expect(!file.diagnostics.isEmpty) }
        }
        let cut = try CalendarFile(bytes: Array(whole.utf8.dropLast(40)))
        #expect(cut.calendars[0].component.components.map { $0.text("SUMMARY") } == ["a"])
        #expect(cut.diagnostics.map(\.code) == [.framing])
    }

    @Test func `a missing END:VCALENDAR is reported and no data is lost`() throws {
        let (summaries, codes) = try Sample.summaries(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n"
        )
        #expect(summaries == ["a"])
        #expect(codes == ["missing-end"])
    }

    @Test func `several calendars in one stream are all read`() throws {
        let one = Sample.calendar("NAME:one", "BEGIN:VEVENT", "SUMMARY:a", "END:VEVENT")
        let two = Sample.calendar("NAME:two", "BEGIN:VEVENT", "SUMMARY:b", "END:VEVENT")
        let file = try CalendarFile(text: one + two)
        #expect(file.calendars.map(\.name) == ["one", "two"])
        #expect(file.diagnostics.isEmpty)
    }

    @Test func `BEGIN:VCALENDAR closes an unclosed calendar`() throws {
        let text = "BEGIN:VCALENDAR\nNAME:one\nBEGIN:VEVENT\nSUMMARY:lost\n" + Sample.calendar("NAME:two")
        let file = try CalendarFile(text: text)
        #expect(file.calendars.map(\.name) == ["one", "two"])
        #expect(file.calendars[0].component.components.isEmpty)
        #expect(file.diagnostics.map(\.line) == [5, 5])
    }

    @Test func `consecutive invalid lines around calendars are reported once`() throws {
        let calendar = Sample.calendar("BEGIN:VEVENT", "SUMMARY:a", "END:VEVENT")
        let text = "HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n\r\n" + calendar + "bye\r\n" + calendar
        let file = try CalendarFile(text: text)
        #expect(file.calendars.count == 2)
        #expect(file.diagnostics.map(\.line) == [1, 10])
    }

    @Test func `consecutive invalid lines inside a calendar are reported once`() throws {
        let text = Sample.calendar(
            "one",
            "two",
            "three",
            "NAME:x",
            "four",
            "BEGIN:VEVENT",
            "five",
            "six",
            "SUMMARY:a",
            "END:VEVENT"
        )
        let file = try CalendarFile(text: text)
        // A stray line after text continues that text.
        #expect(file.calendars[0].name == "x\nfour")
        #expect(file.diagnostics.map(\.line) == [3, 7, 9])
        #expect(file.diagnostics.map(\.code) == [.framing, .layout, .framing])
    }

    @Test func `components outside a calendar are read`() throws {
        let text =
            "BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nBEGIN:VTODO\nSUMMARY:b\nEND:VTODO\n" + Sample.calendar()
        let file = try CalendarFile(text: text)
        #expect(file.calendars.count == 2)
        #expect(file.calendars[0].component.components.map(\.name) == ["VEVENT", "VTODO"])
        #expect(file.diagnostics.map(\.line) == [1])
    }

    @Test func `BEGIN and END can contain blanks and be in lower case`() throws {
        let text = "begin:vcalendar\nBEGIN : VEVENT \nSUMMARY:a\nend:\tvevent\nEnd:VCalendar\n"
        let (summaries, codes) = try Sample.summaries(text)
        #expect(summaries == ["a"])
        #expect(codes == ["layout"])
    }

    @Test func `a repair removes blanks in BEGIN and END lines`() throws {
        let text = Sample.calendar(
            "PRODID:x",
            "BEGIN: VEVENT",
            "UID:a",
            "DTSTAMP:20260101T000000Z",
            "DTSTART:20260301T100000Z",
            "BEGIN:VALARM ",
            "ACTION:AUDIO",
            "TRIGGER:-PT5M",
            "END:\tVALARM",
            "END :VEVENT"
        )
        .replacing("BEGIN:VCALENDAR", with: "BEGIN:VCALENDAR ")
        let file = try CalendarFile(text: text)
        #expect(file.diagnostics.map(\.code) == [.layout] && file.diagnostics[0].repeats == 4)
        #expect(Array(file.icsData(.asRead)) == Array(text.utf8))
        let repaired = String(decoding: file.repaired().file.icsData(.asRead), as: UTF8.self)
        let lines = repaired.split(whereSeparator: \.isNewline)
        for line in ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VALARM", "END:VALARM", "END:VEVENT"] {
            #expect(lines.contains(Substring(line)), "\(repaired)")
        }
        #expect(try CalendarFile(text: repaired).diagnostics.isEmpty)
    }

    @Test(arguments: ["https://x.example/a", "10:30 coffee", "webcal://x.example"])
    func `a line that cannot be a property is reported unless it continues text`(line: String) throws {
        let before = "BEGIN:VEVENT\nUID:a\nSUMMARY:a\nDTSTART:20260301T100000Z\n"
        let file = try CalendarFile(text: Sample.calendar(before + line + "\nEND:VEVENT\n"))
        #expect(file.diagnostics.count == 1)
        #expect(file.diagnostics.first?.message == "line skipped: '\(line)' does not start with a name")
        let again = try CalendarFile(text: file.repaired().file.icsText)
        #expect(again.diagnostics.isEmpty && again.calendars[0].events[0].summary == "a")
    }

    @Test(arguments: [
        ("ATTACH;ENCODING=BASE64;VALUE=BINARY:", "A", "BBBB", true),
        ("URL:https://x.example/", "a", "b/c?d=e", true),
        ("ATTENDEE:mailto:", "a", "@x.example", true), ("GEO:", "1", ".5;13", true),
        ("RRULE:FREQ=DAILY;COUNT=", "1", "0", false), ("URL:https://x.example/", "a", "X-A:b", false),
    ])
    func `the rest of a line that was folded without a blank belongs to the value`(
        start: String,
        filler: String,
        rest: String,
        isJoined: Bool
    ) throws {
        for length in [72, 75, 78] {
            let line = start + String(repeating: filler, count: length - start.count)
            let text = Sample.event(
                "UID:a",
                "DTSTAMP:20260101T000000Z",
                "DTSTART:20260301T100000Z",
                line,
                rest,
                "SEQUENCE:1"
            )
            let file = try CalendarFile(text: text)
            let isTaken = isJoined && length == 75
            #expect(
                file.diagnostics.contains { $0.message.hasSuffix("read as part of the value") } == isTaken,
                "\(text)"
            )
            #expect(Array(file.icsData(.asRead)) == Array(text.utf8))
            guard isTaken else { continue }
            let whole = Sample.event(
                "UID:a",
                "DTSTAMP:20260101T000000Z",
                "DTSTART:20260301T100000Z",
                line + rest,
                "SEQUENCE:1"
            )
            #expect(file.calendars[0].events == (try CalendarFile(text: whole)).calendars[0].events)
            #expect(try CalendarFile(text: file.repaired().file.icsText).diagnostics.isEmpty)
        }
    }

    @Test(arguments: ["SUMMARY:a", "X-A:b", "URL:https://x.example"])
    func `a property with a semicolon instead of a colon is not text`(before: String) throws {
        let lines = [
            "DTSTART;20260611T090000", "LOCATION;Room 1", "RRULE;FREQ=DAILY;COUNT=2",
            "URL;https://y.example/",
        ]
        for line in lines {
            let text = Sample.event("UID:a", "DTSTAMP:20260101T000000Z", before, line, "SEQUENCE:1")
            let file = try CalendarFile(text: text)
            let isReported = file.diagnostics.contains { $0.message.hasSuffix("read as a colon") }
            #expect(isReported, "\(file.diagnostics)")
            let whole = text.replacing(line, with: line.replacing(/;/, with: ":", maxReplacements: 1))
            #expect(
                file.calendars[0].events[0].component.properties
                    == (try CalendarFile(text: whole)).calendars[0].events[0].component.properties
            )
        }
        let file = try CalendarFile(text: Sample.event("UID:a", "SUMMARY:Lunch", "Location; see below"))
        #expect(file.calendars[0].events[0].summary == "Lunch\nLocation; see below")
    }

    @Test func `an empty URL takes a link from the next line`() throws {
        let text = Sample.calendar(
            "BEGIN:VEVENT\nUID:a\nDESCRIPTION:Foo\nURL:\nhttps://x.example/a\nEND:VEVENT\n"
        )
        let file = try CalendarFile(text: text)
        #expect(file.diagnostics.map(\.message) == ["URL: the address is on the next line; lines joined"])
        #expect(file.calendars[0].events[0].component.first("URL")?.value.string == "https://x.example/a")
    }

    @Test func `folded BEGIN and END lines are read`() throws {
        let text = "BEGIN:VCAL\n ENDAR\nB\n EGIN:VEV\n\tENT\nSUMMARY:a\nEND:\n VEVENT\nEND:VCALENDAR"
        let (summaries, codes) = try Sample.summaries(text)
        #expect(summaries == ["a"])
        #expect(codes.isEmpty)
    }

    @Test func `unknown components are kept with their contents`() throws {
        let text = Sample.calendar(
            "BEGIN:X-THING",
            "X-A:1",
            "BEGIN:PARTICIPANT",
            "SUMMARY:p",
            "END:PARTICIPANT",
            "FOO:bar",
            "END:X-THING"
        )
        let thing = try #require(try CalendarFile(text: text).calendars[0].component.components.first)
        #expect(thing.name == "X-THING")
        #expect(thing.properties.map(\.name) == ["X-A", "FOO"])
        #expect(thing.components.first?.text("SUMMARY") == "p")
    }

    @Test func `a vCard between calendars is skipped`() throws {
        let text =
            "BEGIN:VCARD\nFN:x\nEND:VCARD\n" + Sample.calendar("BEGIN:VEVENT", "SUMMARY:a", "END:VEVENT")
        let (summaries, codes) = try Sample.summaries(text)
        #expect(summaries == ["a"])
        #expect(codes == ["framing"])
    }

    @Test func `calendar properties between components stay in order`() throws {
        let text = Sample.calendar(
            "NAME:n",
            "BEGIN:VEVENT",
            "END:VEVENT",
            "X-B:1",
            "BEGIN:VTODO",
            "END:VTODO",
            "X-C:2"
        )
        let calendar = try CalendarFile(text: text).calendars[0].component
        #expect(calendar.properties.map(\.name) == ["VERSION", "NAME", "X-B", "X-C"])
        #expect(calendar.properties.map(\.line) == [2, 3, 6, 9])
        #expect(calendar.components.map(\.line) == [4, 7])
        #expect(calendar.line == 1)
    }

    @Test func `a version other than 2.0 is reported`() throws {
        let file = try CalendarFile(text: "BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR")
        #expect(file.diagnostics.map(\.code) == [.version])
        #expect(file.diagnostics.map(\.line) == [2])
    }

    @Test(arguments: [
        "BEGIN;X-A=1:VEVENT", "end;;;:VEVENT", #"BEGIN;X="a:b";Y=c : VALARM "#,
        "END;TZID=Europe/Berlin:20260105T100000",
    ])
    func `BEGIN and END with parameters are ignored`(_ line: String) throws {
        let text =
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n\(line)\r\nSUMMARY:b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        var file = try CalendarFile(text: text)
        #expect(file.diagnostics.map(\.code) == [.framing])
        #expect(file.diagnostics.map(\.line) == [4])
        #expect(file.calendars[0].events[0].component.properties.map(\.name) == ["UID", "SUMMARY"])
        #expect(file.validate().filter { $0.code == .framing }.map(\.line) == [4])
        // The line is written back like any other unusable line.
        file.calendars[0].events[0].summary = "c"
        let written = String(decoding: file.icsBytes(.plain), as: UTF8.self)
        #expect(written == text.replacing("SUMMARY:b", with: "SUMMARY:c"))
    }

    @Test func `harmless framing errors have distinct codes`() throws {
        let event = "BEGIN:VEVENT\nUID:a\nEND:VEVENT\n"
        let inputs: [(text: String, code: Diagnostic.Code, isMended: Bool)] = [
            ("BEGIN:VCALENDAR\n\(event)", .missingEnd, true),
            ("BEGIN:VCALENDAR\n\(event)BEGIN:VCALENDAR\nEND:VCALENDAR\n", .missingEnd, true),
            ("BEGIN:VCALENDAR\n\(event)END:VTODO\nEND:VCALENDAR\n", .strayEnd, true),
            ("BEGIN:VCALENDAR\n\(event)END:VCALENDAR\nEND:VCALENDAR\n", .strayEnd, true),
            (event, .outsideCalendar, true),
            ("BEGIN:VCALENDAR\n\(event)X_A:1\nEND:VCALENDAR\n", .propertyName, false),
            ("BEGIN:VCALENDAR\n\(event)BEGIN:VEVENT\nEND:VCALENDAR\n", .framing, false),
            // Every reader loses this line, so repair removes it.
            ("BEGIN:VCALENDAR\n\(event)junk\nEND:VCALENDAR\n", .framing, true),
        ]
        for (text, code, isMended) in inputs {
            let file = try CalendarFile(text: text)
            #expect(file.diagnostics.map(\.code) == [code], "\(text)")
            let found = file.validate().filter { $0.code == .framing }
            #expect(found.map(\.isRepairable) == (code == .propertyName ? [] : [isMended]), "\(text)")
            let left = file.repaired().file.diagnostics
            #expect(left.isEmpty == isMended, "\(text)")
        }
    }
}
