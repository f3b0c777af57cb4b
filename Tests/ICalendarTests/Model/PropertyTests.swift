import ICalendar
import Testing

@testable import ICalendarCore

/// Tests properties and parameters as values.
@Suite struct PropertyTests {
    @Test func `a property fits into one cache line`() {
        #expect(MemoryLayout<Property>.stride <= 64)
        #expect(MemoryLayout<Parameter>.stride <= 40)
    }

    @Test func `parameters with the same single value are equal however they were created`() {
        var changed = Parameter("member", values: ["a", "b"])
        #expect(changed.values == ["a", "b"])
        #expect(changed.value == "a")
        changed.values = ["x"]
        #expect(changed == Parameter("MEMBER", "x"))
        #expect(changed.hashValue == Parameter("MEMBER", values: ["x"]).hashValue)
        changed.values.append("y")
        #expect(changed == Parameter("MEMBER", values: ["x", "y"]))
    }

    @Test func `a parameter can have no values`() {
        let none = Parameter("X", values: [])
        #expect(none.values == [])
        #expect(none.value == "")
        #expect([none]["X"] == nil)
        #expect(none != Parameter("X", ""))
    }

    @Test func `a changed property loses its source bytes but keeps its line number`() throws {
        let text = Sample.event("SUMMARY;LANGUAGE=en:a", "DTSTART:20260101")
        var event = try CalendarFile(text: text).calendars[0].component.components[0]
        #expect(event.properties[0].sourceBytes == Array("SUMMARY;LANGUAGE=en:a\r\n".utf8))
        let line = try #require(event.properties[0].line)
        event.properties[0].value = .text("b")
        #expect(event.properties[0].sourceBytes == nil)
        #expect(event.properties[0].line == line)
        #expect(event.properties[1].line == line + 1)
        #expect(Property("X-A", .raw("1")).line == nil)
    }
}
