import ICalendar
import TestTraits

@testable import ICalendarCore
@testable import ICalendarStore

/// A random series in a file with other components that have the same UID.
struct RandomSeries {
    private(set) var random: SeededGenerator
    let zone: Zone
    /// The calendar in the file.
    private(set) var calendar: CalendarObject
    /// A five-year window that contains all occurrences.
    let window: OccurrenceWindow

    /// The value type of a time.
    private enum Form: CaseIterable {
        case day, floating, utc, zoned
    }

    private let form: Form

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        zone = try Zone(identifier: "Europe/Berlin")
        form = Form.allCases[random.next(4)]
        let from = Instant(secondsSince1970: 20_400 * 86_400)
        window = try OccurrenceWindow(from: from, to: from.adding(seconds: 1460 * 86_400), in: zone)
        calendar = CalendarObject(Component("VCALENDAR"))
        let start = CivilDateTime(
            secondNumber: (20_458 + random.next(200)) * 86_400
                + (form == .day ? 0 : (8 + random.next(6)) * 3600)
        )
        var master = ["SUMMARY:a"] + times(start, seconds: 3600) + ["RRULE:\(rule(start))"]
        if random.next(4) == 0 { master.append("RDATE\(text(start.adding(seconds: 5 * 86_400 + 1200)))") }
        calendar = try Self.calendar([master])
        var slots = occurrences.map(\.start.civil).shuffled(using: &random)
        var components: [[String]] = []
        for _ in 0..<random.next(3) {
            guard slots.count > 3, let slot = slots.popLast() else { break }
            let isDate = form == .day || random.next(2) == 0
            master.append(isDate ? "EXDATE;VALUE=DATE:\(Self.day(slot))" : "EXDATE\(text(slot))")
        }
        for number in 0..<random.next(3) {
            guard slots.count > 3, let slot = slots.popLast() else { break }
            // Far from the series, to show that this override does not move with it.
            let away = slot.adding(seconds: form == .day ? 400 * 86_400 : 7000 + number)
            components.append(["SUMMARY:own"] + ["RECURRENCE-ID\(text(slot))"] + times(away, seconds: 3600))
        }
        if random.next(3) == 0, slots.count > 3, let slot = slots.popLast() {
            let later = slot.adding(seconds: form == .day ? 86_400 : [1800, 86_400, 90_000][random.next(3)])
            let title = ["a", "b"][random.next(2)]
            components.append(
                ["SUMMARY:\(title)", "RECURRENCE-ID;RANGE=THISANDFUTURE\(text(slot))"]
                    + times(later, seconds: 3600)
            )
        }
        if random.next(4) == 0 {
            let other = start.adding(seconds: form == .day ? 9 * 86_400 : 10_000)
            components.append(
                ["SUMMARY:twin", "RRULE:FREQ=DAILY;INTERVAL=9;COUNT=4"] + times(other, seconds: 600)
            )
        }
        calendar = try Self.calendar([master] + components)
    }

    /// All occurrences.
    var occurrences: [Occurrence] {
        Array(CalendarFile(calendars: [calendar]).occurrences(in: window))
    }

    mutating func next(_ bound: Int) -> Int { random.next(bound) }

    private mutating func rule(_ start: CivilDateTime) -> String {
        let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let own = names[(start.date.dayNumber + 3) % 7]
        let number = (start.date.day - 1) / 7 + 1
        let kind = random.next(9)
        let rule =
            switch kind {
            case 0: "FREQ=DAILY;INTERVAL=\(1 + random.next(5))"
            case 1: "FREQ=WEEKLY;INTERVAL=\(1 + random.next(3))"
            case 2: "FREQ=WEEKLY;INTERVAL=\(1 + random.next(2));BYDAY=\(own),\(names[random.next(7)])"
            case 3: "FREQ=MONTHLY"
            case 4: "FREQ=MONTHLY;BYMONTHDAY=\(start.date.day)"
            case 5: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
            case 6: "FREQ=YEARLY"
            default: "FREQ=MONTHLY;INTERVAL=\(1 + random.next(2));BYDAY=\(number)\(own)"
            }
        let isYearly = kind == 6
        guard random.next(2) == 0 else { return rule + ";COUNT=\(isYearly ? 3 : 2 + random.next(14))" }
        let until = start.adding(seconds: (isYearly ? 900 : 30 + random.next(400)) * 86_400)
        switch form {
        case .day: return rule + ";UNTIL=\(Self.day(until))"
        case .floating: return rule + ";UNTIL=\(Self.time(until))"
        case .utc: return rule + ";UNTIL=\(Self.time(until))Z"
        case .zoned:
            return rule + ";UNTIL=\(random.next(2) == 0 ? Self.day(until) : Self.time(until) + "Z")"
        }
    }

    private func times(_ start: CivilDateTime, seconds: Int) -> [String] {
        let end = start.adding(seconds: form == .day ? 86_400 : seconds)
        return ["DTSTART\(text(start))", "DTEND\(text(end))"]
    }

    private func text(_ civil: CivilDateTime) -> String {
        switch form {
        case .day: ";VALUE=DATE:\(Self.day(civil))"
        case .floating: ":\(Self.time(civil))"
        case .utc: ":\(Self.time(civil))Z"
        case .zoned: ";TZID=Europe/Berlin:\(Self.time(civil))"
        }
    }

    private static func day(_ civil: CivilDateTime) -> String { String(time(civil).prefix(8)) }

    private static func time(_ civil: CivilDateTime) -> String {
        civil.description.filter { $0 != "-" && $0 != ":" }
    }

    /// Returns a calendar with a reminder, a journal entry and the events, all with the same UID.
    private static func calendar(_ events: [[String]]) throws -> CalendarObject {
        let others = ["VTODO", "VJOURNAL"].map { "BEGIN:\($0)\nUID:a\nDTSTAMP:20260101T000000Z\nEND:\($0)\n" }
        let inner = events.map {
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n\($0.joined(separator: "\n"))\nEND:VEVENT\n"
        }
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\((others + inner).joined())END:VCALENDAR\n"
        return try CalendarFile(text: text).calendars.first ?? CalendarObject(Component("VCALENDAR"))
    }
}
