import ICalendar

@testable import ICalendarCore

/// Compares a rule with a slow, literal implementation of the RFC.
///
/// The first four bytes are DTSTART, and the rest is the text of the rule.
enum RulesTarget {
    static func run(_ bytes: [UInt8]) {
        guard bytes.count > 4, bytes.count < 200 else { return }
        let day = Int(bytes[0]) << 8 | Int(bytes[1])
        let minute = (Int(bytes[2]) << 8 | Int(bytes[3])) % 1440
        let start = CivilDateTime(CivilDate(dayNumber: day - 10_000), secondOfDay: minute * 60)
        let text = String(decoding: bytes[4...], as: UTF8.self)
        guard let rule = RuleText.parse(text).rule else { return }
        let again = RuleText.parse(RuleText.format(rule)).rule
        holds(again.map { RuleText.format($0) } == RuleText.format(rule), "a rule changes when written")
        guard rule.interval > 0, rule.interval < 500_000 else { return }
        var remarks: [ValueRemark] = []
        guard let plan = RulePlan(rule, start: start, isAllDay: false, remarks: &remarks) else { return }
        let screened = RuleScreening(rule, isAllDay: false).rule
        let last = start.secondNumber + span(rule) * rule.interval
        guard last < RulePlan.lastSecond else { return }
        let found = Array(plan.times(from: .min, through: last))
        if screened.skip == .omit {
            let expected = ReferenceRule(rule: screened, start: start).times(through: last)
            holds(found == expected, "\(start) \(RuleText.format(rule)): \(found) is not \(expected)")
        }
        seek(plan, start.secondNumber, last, found)
    }

    /// Checks that a range split at any point has the same instances as the whole range.
    private static func seek(_ plan: RulePlan, _ start: Int, _ last: Int, _ found: [Int]) {
        holds(plan.count(before: last + 1) == found.count, "the count is wrong")
        for part in 0..<4 {
            let cut = start + (last - start) / 4 * part + part * 977
            guard cut <= last else { continue }
            let head = Array(found.prefix { $0 < cut })
            holds(Array(plan.times(from: .min, through: cut - 1)) == head, "the head differs at \(cut)")
            holds(
                Array(plan.times(from: cut, through: last)) == Array(found.dropFirst(head.count)),
                "the tail at \(cut)"
            )
            holds(plan.count(before: cut) == head.count, "the count differs at \(cut)")
        }
        for index in [0, found.count / 2, found.count - 1] where found.indices.contains(index) {
            holds(plan.time(at: index) == found[index], "time \(index)")
            holds(plan.contains(found[index]), "instance \(index) is not contained")
        }
        if !found.isEmpty { holds(!plan.isEmpty, "a rule with instances is empty") }
    }

    /// Returns the number of seconds in several periods.
    private static func span(_ rule: RecurrenceRule) -> Int {
        switch rule.frequency {
        case .yearly: 86_400 * 366 * 3
        case .monthly: 86_400 * 31 * 12
        case .weekly: 86_400 * 7 * 30
        case .daily: 86_400 * 200
        case .hourly: 3600 * 500
        case .minutely: 60 * 1000
        case .secondly: 1500
        }
    }
}
