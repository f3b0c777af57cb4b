import ICalendar
import Testing

@testable import ICalendarCore

/// Tests how the read limits apply to jCal.
@Suite struct JCalLimitTests {
    private func read(
        _ text: String,
        _ change: (inout ReadingLimits) -> Void
    ) throws -> (component: Component, codes: [Diagnostic.Code]) {
        var limits = ReadingLimits()
        change(&limits)
        let file = try CalendarFile(jCal: Array(text.utf8), limits: limits)
        return (file.calendars[0].component, file.diagnostics.map(\.code))
    }

    @Test func `an overlong property is skipped`() throws {
        let long = String(repeating: "a", count: 100)
        let (component, codes) = try read(
            "[\"vcalendar\",[[\"summary\",{},\"text\",\"\(long)\"],[\"uid\",{},\"text\",\"a\"]],[]]"
        ) { $0.lineLength = 90 }
        #expect(component.properties.map(\.name) == ["UID"])
        #expect(codes == [.limit])
    }

    @Test func `properties, parameters and values over the limit are skipped`() throws {
        let properties = Array(repeating: "[\"x-a\",{},\"text\",\"a\"]", count: 10).joined(separator: ",")
        let (event, said) = try read(
            "[\"vcalendar\",[],[[\"vevent\",[\(properties)],[[\"valarm\",[\(properties)],[]]]]]]"
        ) {
            $0.properties = 12
        }
        #expect(event.components[0].properties.count == 10)
        #expect(event.components[0].components[0].properties.count == 2)
        #expect(said == [.limit])
        let (calendar, codes) = try read(
            "[\"vcalendar\",[[\"x-a\",{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"},\"text\",\"a\",\"b\",\"c\"]],[]]"
        ) {
            $0.parameters = 2
            $0.values = 2
        }
        #expect(calendar.properties[0].parameters.map(\.name) == ["VALUE", "A", "B"])
        #expect(calendar.properties[0].value == .list([.text("a"), .text("b")]))
        #expect(codes == [.limit, .limit])
    }

    @Test func `components that are too large or too deeply nested are skipped`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[\"x-a\",[],[", count: depth) + String(repeating: "]]", count: depth)
        }
        let (deep, said) = try read("[\"vcalendar\",[],[\(nested(5)),[\"vevent\",[],[]]]]") { $0.nesting = 3 }
        #expect(deep.components.map(\.name) == ["X-A", "VEVENT"])
        #expect(deep.components[0].components[0].components[0].components.isEmpty)
        #expect(said == [.limit])
        let (_, codes) = try read("[\"vcalendar\",[],[\(nested(100_000))]]") { $0.nesting = 1_000_000 }
        #expect(codes == [.limit])
        let long = String(repeating: "a", count: 1000)
        let (large, why) = try read(
            "[\"vcalendar\",[],[[\"vevent\",[[\"x-a\",{},\"text\",\"\(long)\"]],[]],[\"vtodo\",[],[]]]]"
        ) { $0.componentSize = 500 }
        #expect(large.components.map(\.name) == ["VTODO"])
        #expect(why == [.limit])
    }

    @Test func `the number of diagnostics is limited`() throws {
        let broken = Array(repeating: "5", count: 100).joined(separator: ",")
        let (_, codes) = try read("[\"vcalendar\",[\(broken)],[]]") { $0.diagnostics = 10 }
        #expect(codes.count == 11)
    }
}
