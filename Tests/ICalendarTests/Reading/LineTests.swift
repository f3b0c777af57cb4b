import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct LineTests {
    @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
    func `all kinds of line endings are read`(_ lineEnd: String) throws {
        let text = [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:a", " b", "LOCATION:c", "END:VEVENT", "END:VCALENDAR",
            "",
        ]
        let file = try CalendarFile(text: text.joined(separator: lineEnd))
        let event = try #require(file.calendars[0].component.components.first)
        #expect(event.text("SUMMARY") == "ab")
        #expect(event.text("LOCATION") == "c")
        #expect(event.properties.map(\.line) == [3, 5])
        #expect(file.diagnostics.isEmpty)
    }

    @Test func `line endings can be mixed`() throws {
        let text =
            "BEGIN:VCALENDAR\rBEGIN:VEVENT\nSUMMARY:a\r\nLOCATION:b\r\r\nCOMMENT:c\rEND:VEVENT\nEND:VCALENDAR"
        let event = try #require(try CalendarFile(text: text).calendars[0].component.components.first)
        #expect(event.properties.map(\.line) == [3, 4, 5])
        #expect(event.text("COMMENT") == "c")
    }

    @Test func `blank lines are skipped and do not interrupt a folded line`() throws {
        let text =
            "\n\nBEGIN:VCALENDAR\n\nBEGIN:VEVENT\nSUMMARY:a\n\n\n b\n\nLOCATION:c\nEND:VEVENT\nEND:VCALENDAR\n\n"
        let event = try #require(try CalendarFile(text: text).calendars[0].component.components.first)
        #expect(event.text("SUMMARY") == "ab")
        #expect(event.properties.map(\.line) == [6, 11])
    }

    @Test func `a character split by folding is restored`() throws {
        var bytes = Array("SUMMARY:Zo".utf8)
        let letter = Array("ë".utf8)
        bytes += [letter[0]] + Array("\r\n ".utf8) + [letter[1]]
        let (value, codes) = try Sample.value(bytes)
        #expect(value == .text("Zoë"))
        #expect(codes.isEmpty)
    }

    @Test func `a fold within a property name is removed`() throws {
        #expect(try Sample.value("SUM\r\n MARY\r\n\t:a").value == .text("a"))
    }

    @Test func `a byte order mark at the start of the file is skipped`() throws {
        let file = try CalendarFile(bytes: [0xEF, 0xBB, 0xBF] + Array(Sample.event("SUMMARY:a").utf8))
        #expect(file.calendars.count == 1)
        #expect(file.diagnostics.isEmpty)
    }

    @Test func `byte order marks are skipped at the start of any line`() throws {
        let calendar = "\u{FEFF}" + Sample.event("SUMMARY:a")
        let file = try CalendarFile(text: "\u{FEFF}" + calendar + calendar + "\u{FEFF}\r\n" + calendar)
        #expect(file.calendars.count == 3)
        #expect(file.calendars.map(\.component.line) == [1, 7, 14])
        #expect(file.diagnostics.isEmpty)
    }

    @Test func `invalid UTF-8 is read as Windows-1252, and the bytes are kept`() throws {
        let bytes = Array("SUMMARY:Caf".utf8) + [0xE9, 0x20, 0x80]
        let (value, codes) = try Sample.value(bytes)
        #expect(value == .text("Café €"))
        #expect(codes == ["encoding"])
        let head = Array("BEGIN:VEVENT\n".utf8)
        let file = try CalendarFile(bytes: head + bytes + Array("\nEND:VEVENT\n".utf8))
        #expect(file.calendars[0].component.components[0].properties[0].sourceBytes == bytes + [0x0A])
    }

    @Test func `an invalid value in a list does not affect other values`() throws {
        let bytes = Array("CATEGORIES:ë,".utf8) + [0xE9]
        let (value, codes) = try Sample.value(bytes)
        #expect(value == .list([.text("ë"), .text("é")]))
        #expect(codes == ["encoding"])
    }

    @Test func `NUL is removed, and other control characters are kept`() throws {
        let (nul, nulCodes) = try Sample.value(Array("SUMMARY:a".utf8) + [0] + Array("b".utf8))
        #expect(nul == .text("ab"))
        #expect(nulCodes == ["encoding"])
        let (bell, bellCodes) = try Sample.value(Array("SUMMARY:a".utf8) + [7] + Array("b".utf8))
        #expect(bell == .text("a\u{7}b"))
        #expect(bellCodes == ["encoding"])
    }

    @Test func `NUL is removed from parameter names`() throws {
        let line =
            Array("DTEND;T".utf8) + [0] + Array("ZID".utf8) + [0]
            + Array("=Europe/Berlin:20260401T100000".utf8)
        let lines = [
            Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT".utf8), line,
            Array("END:VEVENT\r\nEND:VCALENDAR\r\n".utf8),
        ]
        let file = try CalendarFile(bytes: Array(lines.joined(separator: [13, 10])))
        let property = try #require(file.calendars.first?.events.first?.component.first("DTEND"))
        #expect(property.parameters.map(\.name) == ["TZID"])
        #expect(property.timeZoneID == "Europe/Berlin")
        #expect(file.diagnostics.contains { $0.code == .encoding && $0.line == 3 })
        let repaired = file.repaired().file
        #expect(
            !String(decoding: repaired.calendars[0].icsData(), as: UTF8.self).contains("TZID=Europe/Berlin;")
        )
    }

    @Test(arguments: [
        "DTEND:20260401T100000Z", "DUE;VALUE=DATE:20260401", "DURATION:PT1H", "PRIORITY:5", "GEO:1.5;2.5",
        "REQUEST-STATUS:2.0;Success", "RRULE:FREQ=DAILY;COUNT=2", "STATUS:CONFIRMED", #"CATEGORIES:a\,b,c"#,
    ])
    func `NUL does not affect how a value is read`(line: String) throws {
        let plain = try Sample.value(Array(line.utf8))
        let (before, codes) = try Sample.value(Array(line.utf8) + [0, 0])
        #expect(before == plain.value)
        #expect(codes == ["encoding"])
        let colon = try #require(line.firstIndex(of: ":"))
        let inside = Array(line.dropLast().utf8) + [0] + Array(line.suffix(1).utf8)
        #expect(try Sample.value(inside).value == plain.value)
        let behind = Array(line[...colon].utf8) + [0] + Array(line[line.index(after: colon)...].utf8)
        #expect(try Sample.value(behind).value == plain.value)
        // An invalid value is still invalid after NUL is removed.
        let (broken, brokenCodes) = try Sample.value(Array("DTEND:tomorrow".utf8) + [0])
        #expect(broken == .raw("tomorrow"))
        #expect(brokenCodes.contains("bad-value"))
    }

    @Test func `a property's source bytes are the bytes of its line`() throws {
        let property = try #require(try Sample.property("SUMMARY;X-A=\"b\":one\r\n  two").property)
        #expect(property.sourceBytes == Array("SUMMARY;X-A=\"b\":one\r\n  two\r\n".utf8))
        #expect(property.value == .text("one two"))
    }

    @Test(arguments: 1...70)
    func `block boundaries do not affect reading`(_ size: Int) throws {
        // Places line endings, folds and names at every block boundary.
        let filler = String(repeating: "x", count: ByteSource.blockSize - size - 48)
        let text =
            "BEGIN:VCALENDAR\r\nX-F:\(filler)\r\r\nBEGIN:VEVENT\r\nSUMMARY:a\r\n  b\rLOCATION:c\r\n\r\n d\nEND:VEVENT\r\n"
        let file = try CalendarFile(text: text + "END:VCALENDAR")
        let event = try #require(file.calendars[0].component.components.first)
        #expect(event.text("SUMMARY") == "a b")
        #expect(event.text("LOCATION") == "cd")
        #expect(file.diagnostics.isEmpty)
    }
}
