import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct StableIdentifierTests {
    private func uid(_ value: Value, _ parameters: [Parameter] = []) -> String {
        StableIdentifier.uid(
            for: Component("VEVENT", properties: [Property("X", value, parameters: parameters)])
        )
    }

    @Test func `values that differ in type or content have distinct identifiers`() throws {
        let start = CivilDateTime(secondNumber: 1)
        let rule = try #require(RuleText.parse("FREQ=DAILY").rule)
        let weekly = try #require(RuleText.parse("FREQ=WEEKLY").rule)
        let minute = NominalDuration(seconds: 60)
        let values: [Value] = [
            .text("1"), .uri("1"), .calendarAddress("1"), .raw("1"), .binary(base64: "1"), .text("2"),
            .date(CivilDate(dayNumber: 1)), .date(CivilDate(dayNumber: 2)),
            .dateTime(start, isUTC: true), .dateTime(start, isUTC: false), .time(secondOfDay: 1, isUTC: true),
            .time(secondOfDay: 1, isUTC: false), .duration(minute), .duration(NominalDuration(days: 60)),
            .duration(NominalDuration(seconds: -60)), .recurrenceRule(rule), .recurrenceRule(weekly),
            .integer(1), .float(1), .boolean(true), .boolean(false), .utcOffset(1),
            .geo(latitude: 1, longitude: 2), .geo(latitude: 2, longitude: 1),
            .requestStatus(.init(code: "1", description: "2")),
            .requestStatus(.init(code: "1", description: "2", data: "3")),
            .period(.init(start: start, isUTC: true, end: .duration(minute))),
            .period(.init(start: start, isUTC: false, end: .duration(minute))),
            .period(.init(start: start, isUTC: true, end: .time(start, isUTC: true))),
            .period(.init(start: start, isUTC: true, end: .time(start, isUTC: false))),
            .list([.text("1"), .text("2")]), .list([.text("1"), .text("3")]),
        ]
        #expect(Set(values.map { uid($0) }).count == values.count)
    }

    @Test func `an identifier derived from a component is the same in every run`() {
        #expect(uid(.text("caf\u{e9}")) == "missing-uid-b73d474e3b5baa4a")
        #expect(uid(.text("cafe\u{301}")) != uid(.text("caf\u{e9}")))
        #expect(uid(.text("a"), [Parameter("P", "b")]) != uid(.text("a")))
        let parameters = [
            [Parameter("P", values: ["b", "Q", "c"])], [Parameter("P", "b"), Parameter("Q", "c")],
            [Parameter("P", values: ["b", "Q"]), Parameter("c", values: [])],
        ]
        #expect(Set(parameters.map { uid(.text("a"), $0) }).count == parameters.count)
    }

    @Test func `DTSTAMP, which changes in every export, does not affect the identifier`() {
        func event(_ stamp: Int) -> Component {
            let time = CivilDateTime(secondNumber: stamp)
            return Component("VEVENT", properties: [Property("DTSTAMP", .dateTime(time, isUTC: true))])
        }
        #expect(StableIdentifier.uid(for: event(1)) == StableIdentifier.uid(for: event(2)))
    }
}
