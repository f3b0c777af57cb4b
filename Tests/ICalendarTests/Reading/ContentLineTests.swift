import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct ContentLineTests {
    @Test func `a quoted parameter can contain colons, semicolons and commas`() throws {
        let (property, diagnostics) = try Sample.property(
            #"ATTENDEE;CN="Doe; J: a, b";ROLE=CHAIR:mailto:j@x.org"#
        )
        #expect(property?.parameters == [Parameter("CN", "Doe; J: a, b"), Parameter("ROLE", "CHAIR")])
        #expect(property?.value == .calendarAddress("mailto:j@x.org"))
        #expect(diagnostics.isEmpty)
    }

    @Test func `a parameter can have several values, quoted or unquoted`() throws {
        let (property, _) = try Sample.property(
            #"ATTENDEE;MEMBER="mailto:a@x","mailto:b@x";X-L=c,"d",e:mailto:j@x"#
        )
        #expect(property?.parameters["MEMBER"] == "mailto:a@x")
        #expect(property?.parameters.values("MEMBER") == ["mailto:a@x", "mailto:b@x"])
        #expect(property?.parameters.values("X-L") == ["c", "d", "e"])
    }

    @Test func `an escaped quote loses its backslash, but a backslash before a caret escape is kept`() throws
    {
        let (escaped, _) = try Sample.property(#"ATTENDEE;CN=a \"b\" c:mailto:j@x"#)
        #expect(escaped?.parameters["CN"] == #"a "b" c"#)
        let (kept, _) = try Sample.property(#"ATTENDEE;CN="a\^'b":mailto:j@x"#)
        #expect(kept?.parameters["CN"] == #"a\"b"#)
    }

    @Test func `RFC 6868 caret escapes are decoded`() throws {
        let (property, diagnostics) = try Sample.property("ATTENDEE;CN=a^nb^^c^'d^'^x^:mailto:j@x")
        #expect(property?.parameters["CN"] == "a\nb^c\"d\"^x^")
        #expect(diagnostics.isEmpty)
    }

    @Test func `repeated parameters are kept, and their names become upper case`() throws {
        let (property, _) = try Sample.property("summary;x-a=1;X-A=2;language=de:Text")
        #expect(property?.name == "SUMMARY")
        #expect(
            property?.parameters == [
                Parameter("X-A", "1"), Parameter("X-A", "2"), Parameter("LANGUAGE", "de"),
            ]
        )
    }

    @Test(arguments: [
        #"ATTENDEE;CN="Y\":mailto:x@y"#, #"ATTENDEE;CN="Y\";ROLE=CHAIR:mailto:x@y"#,
        #"ATTENDEE;CN=Y\:mailto:x@y"#,
        #"ATTENDEE;MEMBER="a\","b\","\";CN="\":mailto:x@y"#, #"ATTENDEE;X-A="\;";CN="\,":mailto:x@y"#,
    ])
    func `a backslash at the end of a parameter survives a round trip`(line: String) throws {
        let property = try #require(try Sample.property(line).property)
        let rebuilt = Property(property.name, property.value, parameters: property.parameters)
        for written in [PropertyText.line(property), PropertyText.line(rebuilt)] {
            let again = try Sample.property(String(decoding: written, as: UTF8.self)).property
            #expect(again == property)
            #expect(again?.parameters == property.parameters)
        }
        let odd = try CalendarFile(text: Sample.event(line.replacing(":mailto:", with: ";CN=2:mailto:")))
        let mended = odd.repaired().file.calendars[0].events[0].attendees[0].property
        #expect(mended.parameters == property.parameters)
        #expect(
            try Sample.property(String(decoding: PropertyText.line(mended), as: UTF8.self)).property == mended
        )
    }

    @Test(arguments: [
        (#"ATTENDEE;CN="Foo:mailto:x@y"#, "CN", "Foo", "mailto:x@y"),
        (#"ATTENDEE;CN="Foo;ROLE=CHAIR:mailto:x@y"#, "CN", "Foo", "mailto:x@y"),
        (#"ATTENDEE;CN="a "b" c":mailto:x@y"#, "CN", #"a "b" c"#, "mailto:x@y"),
        (#"ATTENDEE;CN="back\":mailto:x@y"#, "CN", #"back\"#, "mailto:x@y"),
        (#"ATTENDEE;CN="":mailto:x@y"#, "CN", "", "mailto:x@y"),
        (#"ATTENDEE;CN=a "b" c:mailto:x@y"#, "CN", #"a "b" c"#, "mailto:x@y"),
        (#"ATTENDEE;CN="a"b:mailto:"x","y""#, "CN", #"a"b"#, #"mailto:"x","y""#),
    ])
    func `misplaced quotes do not affect the value`(
        _ line: String,
        _ name: String,
        _ parameter: String,
        _ value: String
    ) throws {
        let (property, _) = try Sample.property(line)
        #expect(property?.parameters[name] == parameter)
        #expect(property?.value == .calendarAddress(value))
    }

    @Test func `an unterminated quote is reported`() throws {
        #expect(try Sample.value(#"ATTENDEE;CN="Foo:mailto:x@y"#).codes == ["bad-parameter"])
    }

    @Test(arguments: [
        (#"ATTENDEE;CN=a "b" c:mailto:x@y"#, 1), (#"ATTENDEE;CN=a";X-A=b"c:mailto:x@y"#, 2),
        (#"ATTENDEE;CN="a"b:mailto:x@y"#, 1), (#"ATTENDEE;CN=a^'b;X="c":mailto:x@y"#, 0),
    ])
    func `quotes inside a parameter value are reported once`(line: String, count: Int) throws {
        #expect(
            try Sample.property(line).diagnostics.map(\.code) == Array(repeating: .badParameter, count: count)
        )
    }

    @Test func `a parameter without a value or name is skipped`() throws {
        let (property, diagnostics) = try Sample.property("SUMMARY;LANGUAGE;;=x;X-A=1:y")
        #expect(property?.value == .text("y"))
        #expect(property?.parameters == [Parameter("X-A", "1")])
        #expect(diagnostics.map(\.code) == [.badParameter, .badParameter, .badParameter])
        #expect(try Sample.value("SUMMARY;LANGUAGE:y").value == .text("y"))
    }

    @Test(arguments: [
        "SUMMARY", "SUMMARY;LANGUAGE=en", ":value", " :value", "NO NAME:value", "é:value", "<br>:x",
    ])
    func `a line without a name or without a colon is skipped`(_ line: String) throws {
        let text = Sample.calendar("BEGIN:VEVENT", "X-A:1", line, "LOCATION:b", "END:VEVENT")
        // With a leading blank, the line would continue the previous one.
        let file = try CalendarFile(text: text.replacing("\r\n :value", with: "\r\n\t:value"))
        let names = file.calendars[0].component.components[0].properties.map(\.name)
        #expect(names == ["X-A", "LOCATION"])
        #expect(file.diagnostics.map(\.line) == (line.first == " " ? [] : [5]))
    }

    @Test func `an unusual property name is kept and reported`() throws {
        let (property, diagnostics) = try Sample.property("X_FOO.1 ;A=b:c")
        #expect(property?.name == "X_FOO.1")
        #expect(property?.value == .raw("c"))
        #expect(diagnostics.map(\.code) == [.propertyName])
    }

    @Test func `an unquoted UTC offset as a TZID keeps its colon`() throws {
        let (property, diagnostics) = try Sample.property("DTSTART;TZID=GMT+05:30:20120904T020000")
        #expect(property?.timeZoneID == "GMT+05:30")
        #expect(property?.value.isDateTime == true)
        #expect(diagnostics.map(\.code) == [.badParameter])
    }

    @Test func `a parameter with invalid UTF-8 is read as Windows-1252`() throws {
        let bytes = Array("ATTENDEE;CN=Ren".utf8) + [0xE9] + Array(":mailto:x@y".utf8)
        let file = try CalendarFile(bytes: Array("BEGIN:VEVENT\n".utf8) + bytes + Array("\nEND:VEVENT".utf8))
        let attendee = file.calendars[0].component.components[0].properties[0]
        #expect(attendee.parameters["CN"] == "René")
        #expect(file.diagnostics.map(\.code) == [.outsideCalendar, .encoding])
    }
}

extension Value {
    fileprivate var isDateTime: Bool {
        if case .dateTime = self { true } else { false }
    }
}
