import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

@Suite struct LimitTests {
    @Test func `an overlong line is skipped and discarded`() throws {
        var limits = ReadingLimits()
        limits.lineLength = 1000
        let long = String(repeating: "x", count: 5 << 20)
        let text = Sample.event("SUMMARY:a", "DESCRIPTION:\(long)", "LOCATION:b")
        let file = try CalendarFile(text: text, limits: limits)
        let event = try #require(file.calendars[0].component.components.first)
        #expect(event.properties.map(\.name) == ["SUMMARY", "LOCATION"])
        #expect(event.properties.map(\.line) == [4, 6])
        #expect(file.diagnostics.map(\.code) == [.limit])
        #expect(file.diagnostics.map(\.line) == [5])
        let kept = try #require(event.properties.first).source?.store.bytes.count ?? .max
        #expect(kept < 3 << 20)
    }

    @Test func `an overlong folded line is skipped and discarded`() throws {
        var limits = ReadingLimits()
        limits.lineLength = 1000
        let fold = "\r\n " + String(repeating: "x", count: 70)
        let long = String(repeating: fold, count: 100_000)
        let file = try CalendarFile(
            text: Sample.event("SUMMARY:a", "DESCRIPTION:\(long)", "LOCATION:b"),
            limits: limits
        )
        let event = try #require(file.calendars[0].component.components.first)
        #expect(event.properties.map(\.name) == ["SUMMARY", "LOCATION"])
        #expect(event.properties.map(\.line) == [4, 100_006])
        #expect(file.diagnostics.map(\.line) == [5])
        #expect(try #require(event.properties.first).source?.store.bytes.count ?? .max < 4 << 20)
    }

    @Test func `consecutive overlong lines do not affect other lines`() throws {
        var limits = ReadingLimits()
        limits.lineLength = 100
        let long = String(repeating: "y", count: 101)
        let text = Sample.event("X-A:\(long)", "X-B:\(long)", "SUMMARY:a", "X-C:\r\n \(long)", "LOCATION:b")
        let file = try CalendarFile(text: text, limits: limits)
        let event = try #require(file.calendars[0].component.components.first)
        #expect(event.properties.map(\.name) == ["SUMMARY", "LOCATION"])
        #expect(file.diagnostics.map(\.line) == [4, 5, 7])
    }

    @Test(.long) func `a line with many opening quotes is read in linear time`() throws {
        let line = "ATTENDEE" + String(repeating: #";A="b"#, count: 100_000) + ":mailto:a@example.org"
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.value == .calendarAddress("mailto:a@example.org"))
        #expect(!diagnostics.isEmpty)
    }

    @Test(.long) func `deep nesting loses only the deepest components`() throws {
        let levels = 100_000
        let deep = String(repeating: "BEGIN:X-LEVEL\r\n", count: levels)
        let closed = String(repeating: "END:X-LEVEL\r\n", count: levels)
        for end in [closed, "", "END:X-LEVEL\r\n"] {
            let text = Sample.calendar(
                "BEGIN:VEVENT",
                "SUMMARY:a",
                deep + "X-IN:1\r\n" + end + "LOCATION:b",
                "END:VEVENT",
                "BEGIN:VEVENT",
                "SUMMARY:c",
                "END:VEVENT"
            )
            let file = try CalendarFile(text: text)
            let events = file.calendars[0].component.components
            #expect(events.map { $0.text("SUMMARY") } == ["a", "c"])
            #expect(file.diagnostics.filter { $0.code == .limit }.count == 1)
            #expect(file.diagnostics.count <= 3)
        }
    }

    @Test func `many unclosed events produce one diagnostic with a count`() throws {
        let text = Sample.calendar(
            String(repeating: "BEGIN:VEVENT\r\n", count: 100_000) + "SUMMARY:a\r\nEND:VEVENT"
        )
        let file = try CalendarFile(text: text)
        #expect(file.calendars[0].component.components.map { $0.text("SUMMARY") } == ["a"])
        #expect(file.diagnostics.count == 1)
        #expect(file.diagnostics.first?.repeats == 99998)
    }

    @Test func `an oversized component does not affect other components`() throws {
        var limits = ReadingLimits()
        limits.componentSize = 10_000
        let lines = String(repeating: "COMMENT:0123456789\r\n", count: 200_000)
        let text = Sample.calendar(
            "BEGIN:VEVENT",
            lines + "BEGIN:VALARM",
            "END:VALARM",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "SUMMARY:a",
            "END:VEVENT"
        )
        let file = try CalendarFile(text: text, limits: limits)
        #expect(file.calendars[0].component.components.map { $0.text("SUMMARY") } == ["a"])
        #expect(file.diagnostics.map(\.code) == [.limit])
    }

    @Test func `a calendar with too many properties keeps all its events`() throws {
        var limits = ReadingLimits()
        limits.properties = 1500
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20260101T000000Z\nEND:VEVENT\n"
        let own = String(repeating: "X-A:1\n", count: 10_000)
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(own)\(event)\(own)\(event)END:VCALENDAR\n"
        for threads in [1, 2] {
            let file = try CalendarFile(bytes: Array(text.utf8), limits: limits, threads: threads)
            let calendar = try #require(file.calendars.first)
            #expect((1500..<2500).contains(calendar.component.properties.count))
            #expect(calendar.events.count == 2)
            #expect(file.diagnostics.count { $0.code == .limit } == 1)
        }
    }

    @Test func `properties, parameters and values over their limits are skipped`() throws {
        var limits = ReadingLimits()
        limits.properties = 5
        limits.parameters = 2
        limits.values = 3
        let text = Sample.event(
            "X-P;A=1;B=2;C=3;D=4:v",
            "CATEGORIES:a,b,c,d,e",
            "X-1:1",
            "X-2:1",
            "X-3:1",
            "X-4:1"
        )
        let file = try CalendarFile(text: text, limits: limits)
        let event = try #require(file.calendars[0].component.components.first)
        #expect(event.properties.count == 4)
        #expect(event.properties[0].parameters.map(\.name) == ["A", "B"])
        #expect(event.properties[1].value.elements.count == 3)
        #expect(file.diagnostics.map(\.code) == [.limit, .limit, .limit])
    }

    @Test(.long) func `reading a file that contains only line endings terminates`() {
        let bytes = [UInt8](repeating: 0x0D, count: 3 << 20)
        #expect(throws: CalendarError.self) { try CalendarFile(bytes: bytes) }
    }

    @Test func `a large single-line file is rejected without keeping it in memory`() {
        var bytes = [UInt8](repeating: 0x41, count: 40 << 20)
        bytes[0] = 0x42
        let error = #expect(throws: CalendarError.self) { try CalendarFile(bytes: bytes) }
        #expect(error?.code == .notACalendar)
    }

    @Test func `a long run of invalid lines is reported once`() throws {
        let junk = String(repeating: "junk\r\n", count: 10_000)
        let file = try CalendarFile(text: Sample.calendar(junk + "CALSCALE:GREGORIAN", junk + "X-B:c"))
        #expect(file.calendars[0].component.properties.map(\.name) == ["VERSION", "CALSCALE", "X-B"])
        #expect(file.diagnostics.map(\.line) == [3, 10_004])
    }

    @Test(.long) func `a component with an oversized nested component does not affect others`() throws {
        var limits = ReadingLimits()
        limits.componentSize = 100_000
        let deep = String(repeating: "BEGIN:X-LEVEL\r\n", count: 200_000)
        let text = Sample.calendar(
            "BEGIN:VEVENT",
            deep + "END:VEVENT",
            "BEGIN:VEVENT",
            "SUMMARY:a",
            "END:VEVENT"
        )
        let file = try CalendarFile(text: text, limits: limits)
        #expect(file.calendars[0].component.components.map { $0.text("SUMMARY") } == ["a"])
        #expect(file.diagnostics.prefix(2).map(\.code) == [.limit, .limit])
    }

    @Test func `stray END lines are counted in one diagnostic`() throws {
        let strays = String(repeating: "END:A\r\n", count: 100_000)
        let file = try CalendarFile(text: Sample.event(strays + "SUMMARY:a"))
        #expect(file.calendars[0].component.components.first?.text("SUMMARY") == "a")
        #expect(file.diagnostics.count == 1)
        #expect(file.diagnostics.first?.repeats == 99999)
    }
}
