import ICalendar
import Testing

@testable import ICalendarCore

/// Checks that changing a property affects only its own line.
@Suite struct ChangedLineTests {
    /// A calendar with every kind of unusual content that can be kept.
    private static let odd = [
        "begin:vcalendar", "VERSION:2.0", "junk without a colon", "PRODID:x", "BEGIN:VTIMEZONE", "TZID:Z",
        "END:VTIMEZONE", "X-LATE:1", "Begin:vEvent", "uid:a", "SUMMARY;LANGUAGE=en:one\\, two\\xyz",
        "DTSTART;TZID=Z:20260101T090000", "more junk", "X-EMPTY:", "begin:valarm", "junk here",
        "ACTION:DISPLAY",
        "END:VALARM", "DESCRIPTION:behind an alarm", "BEGIN:X-THING", "X-A:1", "END:X-THING", "last junk",
        "X-B;X=\"a;b\":2", "end:VEVENT", "junk between", "BEGIN:VEVENT", "UID:b", "END:VEVENT", "X-LATER:2",
        "end:VCALENDAR",
    ]

    private func file() throws -> CalendarFile {
        try CalendarFile(text: Self.odd.joined(separator: "\n") + "\n")
    }

    private func lines(_ file: CalendarFile, _ options: WritingOptions = .plain) -> [String] {
        logicalLines(file.icsBytes(options)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `unchanged parts of a file keep their unusual format`() throws {
        let file = try file()
        #expect(lines(file) == Self.odd)
        #expect(file.icsBytes(.asRead) == Array((Self.odd.joined(separator: "\n") + "\n").utf8))
    }

    @Test func `changing a property changes only its own line`() throws {
        let original = try file()
        var changes = 0
        func check(_ file: CalendarFile, _ name: String) {
            let new = lines(file)
            let differing = zip(new, Self.odd).filter { $0 != $1 }
            #expect(new.count == Self.odd.count)
            #expect(differing.count == 1, "\(name): \(differing)")
            #expect(differing.first?.0.hasPrefix(name) == true)
            changes += 1
        }
        for index in original.calendars[0].component.properties.indices {
            var file = original
            file.calendars[0].component.properties[index].value = .text("new")
            check(file, original.calendars[0].component.properties[index].name)
        }
        for (place, component) in original.calendars[0].component.components.enumerated() {
            for index in component.properties.indices {
                var file = original
                file.calendars[0].component.components[place].properties[index].value = .text("new")
                check(file, component.properties[index].name)
            }
            for (inner, alarm) in component.components.enumerated() {
                for index in alarm.properties.indices {
                    var file = original
                    file.calendars[0].component.components[place].components[inner].properties[index].value =
                        .text("new")
                    check(file, alarm.properties[index].name)
                }
            }
        }
        #expect(changes == 14)
    }

    @Test func `setting a property by name changes only its own line`() throws {
        var file = try file()
        file.calendars[0].component.components[1].set(
            "DESCRIPTION",
            to: Property("DESCRIPTION", .text("new"))
        )
        var expected = Self.odd
        expected[18] = "DESCRIPTION:new"
        #expect(lines(file) == expected)
    }

    @Test(arguments: [
        "X-FREE;VALUE=UID:One", "LINK;VALUE=XML-REFERENCE:https://a.example#b",
        "X-LINK;VALUE=XML-REFERENCE:a:b",
    ])
    func `text or a URI keeps its declared value type`(line: String) throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n\(line)\nEND:VEVENT\nEND:VCALENDAR\n"
        let property = try #require(
            try CalendarFile(text: text).calendars[0].events[0].component.properties.last
        )
        var component = Component("VEVENT")
        component.properties = [Property(property.name, property.value)]
        component.properties[0].parameters = property.parameters
        #expect(String(decoding: component.contentLines, as: UTF8.self).contains("\r\n\(line)\r\n"))
    }

    @Test func `an added property is written after the others and before the components`() throws {
        var file = try CalendarFile(
            text: Sample.calendar(
                "X-A:1",
                "BEGIN:VEVENT",
                "UID:a",
                "BEGIN:VALARM",
                "ACTION:AUDIO",
                "END:VALARM",
                "END:VEVENT"
            )
        )
        file.calendars[0].component.properties.append(Property("X-NEW", .raw("1")))
        file.calendars[0].component.components[0].properties.append(Property("SUMMARY", .text("new")))
        #expect(
            lines(file) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "X-A:1", "X-NEW:1", "BEGIN:VEVENT", "UID:a", "SUMMARY:new",
                "BEGIN:VALARM", "ACTION:AUDIO", "END:VALARM", "END:VEVENT", "END:VCALENDAR",
            ]
        )
    }

    @Test func `removing properties and components removes their lines`() throws {
        var file = try file()
        file.calendars[0].component.components[1].set("DTSTART", to: nil)
        file.calendars[0].component.components[1].components.removeFirst()
        var expected = Self.odd
        expected.removeSubrange(14...17)
        // The junk after DTSTART would become part of the summary.
        expected.removeSubrange(11...12)
        #expect(lines(file) == expected)
    }

    @Test func `a component moved to another calendar keeps its bytes`() throws {
        let from = try file()
        var to = try CalendarFile(text: Sample.calendar("BEGIN:VEVENT", "UID:z", "END:VEVENT"))
        to.calendars[0].component.components.append(from.calendars[0].component.components[1])
        #expect(
            lines(to)
                == ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:z", "END:VEVENT"]
                + Self.odd[8...24]
                + ["END:VCALENDAR"]
        )
    }

    @Test func `a component without its former nested component is written correctly`() throws {
        let file = try CalendarFile(
            text: Sample.event("UID:a", "BEGIN:VALARM", "ACTION:AUDIO", "SUMMARY:b")
        )
        #expect(lines(file)[2...] == ["BEGIN:VEVENT", "UID:a", "END:VEVENT", "END:VCALENDAR"])
    }

    @Test func `invalid UTF-8 is kept until the property changes`() throws {
        let text = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:caf".utf8) + [0xE9, 0x0D, 0x0A]
        let bytes = text + Array("LOCATION:b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        var file = try CalendarFile(bytes: bytes)
        #expect(file.icsBytes(.plain) == bytes)
        file.calendars[0].component.components[0].set("LOCATION", to: Property("LOCATION", .text("c")))
        #expect(file.icsBytes(.plain).contains(0xE9))
        file.calendars[0].component.components[0].properties[0].parameters = [Parameter("LANGUAGE", "fr")]
        #expect(file.icsText.contains("SUMMARY;LANGUAGE=fr:café\r\n"))
    }

    @Test func `components outside a calendar are written in a calendar with its required properties`() throws
    {
        let file = try CalendarFile(text: "BEGIN:VEVENT\nUID:a\nEND:VEVENT\n")
        #expect(
            file.icsText
                == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//swift-icalendar//ICalendar//EN\r\n"
                + "BEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        let open = try CalendarFile(text: "BEGIN:VCALENDAR\nPRODID:x\nBEGIN:VEVENT\nEND:VEVENT")
        #expect(
            open.icsText
                == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        #expect(
            String(decoding: open.icsBytes(.asRead), as: UTF8.self)
                == "BEGIN:VCALENDAR\nPRODID:x\nBEGIN:VEVENT\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        let alone = CalendarObject(Component("VEVENT", properties: [Property("UID", .text("a"))]))
        #expect(alone.icsText.hasSuffix("BEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"))
        #expect(CalendarFile(calendars: []).icsBytes().isEmpty)
    }
}
