import ICalendar
import TestTraits

/// Generates random components with values of all types, text that is hard to write, and unusual parameters.
struct RandomComponent {
    private var generator: SeededGenerator

    /// Creates a generator for a seed.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Returns a component with nested components.
    mutating func component(depth: Int) -> Component {
        let properties = (0..<number(0...12)).map { _ in property() }
        let inner = depth < 4 ? (0..<number(0...2)).map { _ in component(depth: depth + 1) } : []
        return Component(
            pick(["VEVENT", "VTODO", "X-ODD", "VALARM"]),
            properties: properties,
            components: inner
        )
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func pick<T>(_ choices: [T]) -> T {
        choices[number(0...(choices.count - 1))]
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "Z", " ", "\"", "\\", "/", ",", ";", ":", "\n", "\r\n", "\t", "\u{1}", "\u{1F}", "\u{7F}",
            "\u{85}", "\u{A0}", "é", "e\u{301}", "\u{2028}", "😀", "\u{FFFE}", "\u{FEFF}", "{", "]", "<", "&",
        ]
        return (0..<number(0...8)).map { _ in pick(pieces) }.joined()
    }

    private mutating func line() -> String {
        text().filter { !$0.isNewline }.replacing("\u{2028}", with: "")
    }

    private mutating func property() -> Property {
        let (names, value) = nameAndValue()
        // Text of the wrong type is unreadable in a known property, in a file and in jCal. An unknown
        // property accepts any text.
        let isUnread = if case .raw = value { names.contains("X-B") } else { false }
        let types = ["DATE", "X-Type", "UNKNOWN", "PERIOD"] + (isUnread ? [] : ["text"])
        var parameters: [Parameter] = []
        for name in ["X-A", "CN", "TZID", "VALUE", "X-A"] where number(0...3) == 0 {
            if name == "VALUE" {
                parameters.append(Parameter(name, pick(types)))
            } else {
                parameters.append(
                    Parameter(name, values: (0..<pick([1, 1, 1, 0, 2, 3])).map { _ in text() })
                )
            }
        }
        return Property(pick(names), value, parameters: parameters)
    }

    /// Returns a random value and the names of properties that can hold it.
    private mutating func nameAndValue() -> (names: [String], value: Value) {
        let others = ["X-B", "X-C/D", "SUMMARY"]
        switch number(0...7) {
        case 0: return (["REQUEST-STATUS"], status())
        case 1:
            let place = Value.geo(latitude: Double(number(-900...900)) / 10, longitude: 1.0 / 3)
            return (["GEO"], place)
        case 2:
            return (
                ["DTSTART", "RRULE", "GEO", "REQUEST-STATUS", "PRIORITY"], .raw("no: " + line())
            )
        case 3: return (["X-B", "X-E"], .raw(line()))
        case 4: return (["CATEGORIES", "EXDATE"], .list([]))
        case 5:
            let values = (0..<number(2...4)).map { _ in Value.dateTime(time(), isUTC: true) }
            return (["EXDATE", "RDATE", "X-B"], .list(values))
        default: return (others, single())
        }
    }

    private mutating func status() -> Value {
        let data = number(0...1) == 0 ? nil : text()
        return .requestStatus(.init(code: pick(["2.0", "3.1.1"]), description: text(), data: data))
    }

    private mutating func time() -> CivilDateTime {
        CivilDateTime(secondNumber: number(-62_167_219_200...253_402_300_800))
    }

    private mutating func duration() -> NominalDuration {
        let sign = pick([1, -1])
        return NominalDuration(days: sign * number(0...800), seconds: sign * pick([0, 1, 60, 3601, 90_061]))
    }

    private mutating func single() -> Value {
        switch number(0...13) {
        case 0: return .text(text())
        case 1: return .uri(line())
        case 2: return .calendarAddress(line())
        case 3: return .binary(base64: pick(["", "YWJj", "YQ=="]))
        case 4: return .date(time().date)
        case 5: return .dateTime(time(), isUTC: pick([true, false]))
        case 6: return .time(secondOfDay: number(0...86_399), isUTC: pick([true, false]))
        case 7: return .duration(duration())
        case 8: return .integer(pick([0, -1, 5, Int.max, Int.min]))
        case 9: return .float(pick([0, -0.1, 1e300, Double.leastNonzeroMagnitude, 1.0 / 3]))
        case 10: return .boolean(pick([true, false]))
        case 11: return .utcOffset(number(-86_399...86_399))
        case 12:
            let end: Value.Period.End =
                pick([true, false]) ? .duration(duration()) : .time(time(), isUTC: pick([true, false]))
            return .period(.init(start: time(), isUTC: pick([true, false]), end: end))
        default: return .recurrenceRule(rule())
        }
    }

    private mutating func rule() -> RecurrenceRule {
        var rule = RecurrenceRule(pick(RecurrenceRule.Frequency.allCases), interval: number(0...3))
        if number(0...2) == 0 { rule.count = number(0...50) }
        rule.until = pick([nil, .utc(time()), .floating(time()), .date(time().date)])
        if case .date(let date)? = rule.until, date.year > 9999 { rule.until = nil }
        rule.byDay = pick([[], [.init(.monday)], [.init(.friday, ordinal: -1), .init(.sunday)]])
        rule.byMonth = pick([[], [2], [2, 11]])
        rule.byMonthDay = pick([[], [-1], [1, 15]])
        rule.byHour = pick([[], [0, 23]])
        rule.bySetPosition = pick([[], [-1]])
        rule.weekStart = pick([.monday, .sunday])
        if number(0...3) == 0 {
            rule.calendarScale = "HEBREW"
            rule.byMonth.append(.init(5, isLeap: true))
            rule.skip = .forward
        }
        return rule
    }
}
