import ICalendar
import Testing

@testable import ICalendarCore

/// Tests defects in libical 3.0.16 that this package avoids.
@Suite struct LibicalDefectTests {
    @Test
    func `a request status keeps its description and data, which libical replaces and reads after freeing`()
        throws
    {
        let lines = (0..<3000).map { "REQUEST-STATUS:2.0;mine \($0);data \($0)" }
        let file = try CalendarFile(text: Sample.event(lines.joined(separator: "\r\n")))
        let last = file.calendars[0].component.components[0].properties.last?.value
        #expect(last == .requestStatus(.init(code: "2.0", description: "mine 2999", data: "data 2999")))
    }

    @Test func `a rule that corrupts libical's memory is read normally`() throws {
        let value = try Sample.value("RRULE:FREQ=YEARLY;BYWEEKNO=-22,-49,27").value
        guard case .recurrenceRule(let rule)? = value else {
            Issue.record("no rule was read")
            return
        }
        #expect(rule.byWeekNumber.sorted() == [-49, -22, 27])
    }

    @Test func `INTERVAL is not truncated to 16 bits`() throws {
        guard case .recurrenceRule(let rule)? = try Sample.value("RRULE:FREQ=DAILY;INTERVAL=65537").value
        else {
            Issue.record("no rule was read")
            return
        }
        #expect(rule.interval == 65_537)
    }

    @Test func `300 blanks before GEO coordinates, which overflow libical's stack, are harmless`() throws {
        let blanks = String(repeating: " ", count: 300)
        #expect(try Sample.value("GEO:\(blanks)1;2").value == .geo(latitude: 1, longitude: 2))
    }

    @Test func `a missing END loses only one component, unlike in libical, where it loses all of them`()
        throws
    {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nBEGIN:VEVENT\n"
        #expect(try Sample.summaries(text).summaries == ["a"])
    }

    @Test func `END with another name does not close a component, unlike in libical`() throws {
        let text = Sample.calendar("BEGIN:VEVENT", "SUMMARY:a", "END:FOO", "LOCATION:b", "END:VEVENT")
        let event = try CalendarFile(text: text).calendars[0].component.components[0]
        #expect(event.properties.map(\.name) == ["SUMMARY", "LOCATION"])
    }

    @Test func `NUL does not end the file as it does in libical`() throws {
        let bytes = Array(Sample.event("SUMMARY:a", "LOCATION:b").utf8).flatMap {
            $0 == 0x61 ? [0x61, 0] : [$0]
        }
        let event = try CalendarFile(bytes: bytes).calendars[0].component.components[0]
        #expect(event.text("SUMMARY") == "a")
        #expect(event.text("LOCATION") == "b")
    }

    @Test func `a line feed after bare carriage returns does not join all lines into one`() throws {
        let text = "BEGIN:VCALENDAR\rBEGIN:VEVENT\rSUMMARY:a\rEND:VEVENT\rEND:VCALENDAR\n"
        #expect(try Sample.summaries(text).summaries == ["a"])
    }

    @Test func `unknown properties keep their values, which libical loses`() throws {
        #expect(try Sample.value("FOO:bar").value == .raw("bar"))
        #expect(try Sample.value("x-foo:bar").value == .raw("bar"))
        #expect(try Sample.value("PROXIMITY:ARRIVE").value == .text("ARRIVE"))
        #expect(try Sample.value("STRUCTURED-DATA;VALUE=URI:http://x").value == .uri("http://x"))
        #expect(try Sample.value("LINK;VALUE=URI;LINKREL=a:http://x").value == .uri("http://x"))
    }

    @Test func `unknown components keep their names, even names that start with a known name`() throws {
        for name in ["VEVENTX", "VCARX", "PARTICIPANT", "ANYTHING", "X-FOO"] {
            let text = Sample.calendar("BEGIN:\(name)", "SUMMARY:a", "END:\(name)")
            let component = try CalendarFile(text: text).calendars[0].component.components[0]
            #expect(component.name == name)
            #expect(component.text("SUMMARY") == "a")
        }
    }

    @Test func `unknown parameters, which libical drops, are kept`() throws {
        let property = try Sample.property("SUMMARY;ORDER=1;x-low=2;DERIVED=TRUE:a").property
        #expect(property?.parameters.map(\.name) == ["ORDER", "X-LOW", "DERIVED"])
        #expect(property?.value == .text("a"))
    }

    @Test func `a line named X-LIC-ERROR is kept and reported`() throws {
        let line = "X-LIC-ERROR;X-LIC-ERRORTYPE=VALUE-PARSE-ERROR:forged"
        let file = try CalendarFile(text: Sample.event("SUMMARY:a", line, "LOCATION:b"))
        let event = file.calendars[0].component.components[0]
        #expect(event.properties.map(\.name) == ["SUMMARY", "X-LIC-ERROR", "LOCATION"])
        #expect(event.properties[1].value == .raw("forged"))
        #expect(file.diagnostics.map(\.code) == [.badValue])
    }

    @Test func `the 501st list value, which libical drops, is kept`() throws {
        let words = (1...700).map { "c\($0)" }
        let value = try Sample.value("CATEGORIES:" + words.joined(separator: ",")).value
        #expect(value?.elements.compactMap(\.string) == words)
    }

    @Test func `the 101st parameter, which libical moves into the value, is kept`() throws {
        let names = (1...150).map { "X-P\($0)" }
        let line = "SUMMARY;" + names.map { "\($0)=1" }.joined(separator: ";") + ":a"
        let property = try Sample.property(line).property
        #expect(property?.parameters.map(\.name) == names)
        #expect(property?.value == .text("a"))
    }

    @Test func `all quoted values of a parameter are kept, while libical keeps only the first`() throws {
        let property = try Sample.property(#"ATTENDEE;DELEGATED-TO="mailto:a","mailto:b":mailto:c"#).property
        #expect(property?.parameters.values("DELEGATED-TO") == ["mailto:a", "mailto:b"])
    }

    @Test func `a comma three bytes after a backslash separates values, unlike in libical`()
        throws
    {
        #expect(
            try Sample.value(#"CATEGORIES:A,B,C\,D,E"#).value?.elements.compactMap(\.string) == [
                "A", "B", "C,D", "E",
            ]
        )
    }

    @Test func `a backslash does not escape a quote, although it does in libical`() throws {
        #expect(try Sample.value(#"ATTENDEE;CN="back\":mailto:a@x"#).value == .calendarAddress("mailto:a@x"))
    }

    @Test(arguments: ["DTSTART:20260231T000000", "DTSTART:20261301T000000", "DTSTART:20260101T256199"])
    func `impossible dates, which libical accepts, are rejected`(_ line: String) throws {
        guard case .raw? = try Sample.value(line).value else {
            Issue.record("\(line) was accepted")
            return
        }
    }

    @Test func `invalid numbers, offsets and durations, which libical reads as 0, are rejected`() throws {
        #expect(try Sample.value("PRIORITY:abc").value == .raw("abc"))
        #expect(try Sample.value("PRIORITY:99999999999").value == .integer(99_999_999_999))
        #expect(try Sample.value("TZOFFSETTO:foo").value == .raw("foo"))
        #expect(try Sample.value("DURATION:PX").value == .raw("PX"))
        #expect(try Sample.value("DURATION:P99999999999D").value == .raw("P99999999999D"))
    }

    @Test func `empty values, which libical removes, are kept`() throws {
        #expect(try Sample.value("LOCATION:").value == .text(""))
        #expect(try Sample.value("LOCATION:").codes.isEmpty)
        #expect(try Sample.value("URL:").value == .uri(""))
    }

    @Test func `blanks around text, which libical strips, are kept`() throws {
        #expect(try Sample.value("SUMMARY:  a ").value == .text("  a "))
    }

    @Test func `a backslash before an ordinary letter is kept, while libical replaces it with a blank`()
        throws
    {
        #expect(try Sample.value(#"SUMMARY:C:\xampp\temp"#).value == .text(#"C:\xampp\temp"#))
        #expect(try Sample.value(#"SUMMARY:say \"hi\""#).value == .text(#"say \"hi\""#))
    }

    @Test func `reading a list continues after an invalid value, while libical stops there`() throws {
        let value = try Sample.value("RDATE:20260101T000000,bad,20260103T000000").value
        #expect(value?.elements.count == 3)
        #expect(value?.elements[1] == .raw("bad"))
    }

    @Test func `forty thousand invalid values are read in linear time`() throws {
        let lines = String(repeating: "GEO:x\r\n", count: 40_000)
        let file = try CalendarFile(text: Sample.event(lines + "SUMMARY:a"))
        #expect(file.calendars[0].component.components[0].properties.count == 40_001)
    }

    @Test func `a very long line is read in linear time`() throws {
        let long = String(repeating: "long text, ", count: 400_000)
        let value = try Sample.value("DESCRIPTION:\(long)end").value
        #expect(value?.string?.utf8.count == long.utf8.count + 3)
    }

    @Test func `a value with colons, quotes or parameter syntax is unchanged`() throws {
        for text in [
            "a:b", "\"a\",\"b\"", ";LANGUAGE=en:x", "=?;:,", ":", "\"", "BEGIN:VEVENT", "END:VEVENT",
        ] {
            #expect(try Sample.value("SUMMARY:\(text)").value == .text(text))
        }
    }
}
