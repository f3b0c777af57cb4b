import ICSItems
import ICalendar

/// An event's repetition, as shown in the editor's controls.
struct RuleForm: Sendable, Hashable {
    /// The pattern in which an event repeats.
    enum Pattern: String, Sendable, CaseIterable {
        case none, daily, weekly
        case monthDay = "month-day"
        case monthWeekday = "month-weekday"
        case monthLast = "month-last"
        case yearly
        /// A rule as text, for rules that the other controls cannot express.
        case rule
    }

    /// The way in which a repetition ends.
    enum End: String, Sendable {
        case never, until, count
    }

    var pattern = Pattern.none
    var interval = "1"
    var days: [Weekday] = []
    var end = End.never
    var until = ""
    var count = ""
    /// The rules as text, with one rule per line.
    var text = ""

    init() {}

    /// Creates the form for the rules of a series with the given start.
    init(_ rules: [RecurrenceRule], startingAt start: EventTime?) {
        text = rules.map(RuleLine.text).joined(separator: "\n")
        guard let rule = rules.first else { return }
        pattern = .rule
        guard rules.count == 1 else { return }
        var form = self
        form.interval = "\(rule.interval)"
        form.take(rule, startingAt: start)
        // The controls can be used only if they express exactly this rule.
        let said = try? form.lines(startingAt: start).map { line throws(FieldError) in
            try RuleLine.rule(line).ending(like: start)
        }
        if said == rules { self = form }
    }

    private mutating func take(_ rule: RecurrenceRule, startingAt start: EventTime?) {
        switch rule.frequency {
        case .daily: pattern = .daily
        case .weekly:
            pattern = .weekly
            days = rule.byDay.map(\.weekday)
        case .monthly where rule.byDay.isEmpty: pattern = .monthDay
        case .monthly: pattern = rule.byDay.first?.ordinal == -1 ? .monthLast : .monthWeekday
        case .yearly: pattern = .yearly
        default: return
        }
        if let number = rule.count {
            end = .count
            count = "\(number)"
        } else if let last = rule.until {
            end = .until
            if case .utc(let civil) = last, case .zoned(_, let id)? = start,
                let zone = try? Zone(identifier: id)
            {
                until = zone.civil(at: Instant(secondsSince1970: civil.secondNumber)).date.description
            } else {
                until = last.civil.date.description
            }
        }
    }

    /// Parses the controls submitted by a browser.
    init(_ fields: FormFields, _ prefix: String) {
        pattern = Pattern(rawValue: fields.text(prefix + "repeat")) ?? .none
        interval = fields.text(prefix + "interval")
        days = Weekday.all.filter { fields.all(prefix + "day").contains($0.abbreviation) }
        end = End(rawValue: fields.text(prefix + "ends")) ?? .never
        until = fields.text(prefix + "until")
        count = fields.text(prefix + "count")
        text = fields.text(prefix + "rule")
    }

    /// The fields in the format that ``init(_:_:)`` parses.
    var pairs: [(name: String, value: String)] {
        [
            ("repeat", pattern.rawValue), ("interval", interval), ("ends", end.rawValue), ("until", until),
            ("count", count), ("rule", text),
        ] + days.map { ("day", $0.abbreviation) }
    }

    /// Returns the rules in RRULE notation.
    func lines(startingAt start: EventTime?) throws(FieldError) -> [String] {
        let date = start?.civil.date
        var parts: [String]
        switch pattern {
        case .none: return []
        case .rule: return text.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
        case .daily: parts = ["FREQ=DAILY"]
        case .weekly:
            parts = ["FREQ=WEEKLY"]
            if !days.isEmpty { parts.append("BYDAY=" + days.map(\.abbreviation).joined(separator: ",")) }
        case .monthDay: parts = ["FREQ=MONTHLY"]
        case .monthWeekday, .monthLast:
            guard let date else { throw FieldError(field: .repeats, reason: "a rule needs a start") }
            let number = pattern == .monthLast ? -1 : (date.day - 1) / 7 + 1
            parts = ["FREQ=MONTHLY", "BYDAY=\(number)\(date.weekday.abbreviation)"]
        case .yearly: parts = ["FREQ=YEARLY"]
        }
        guard let number = interval.isEmpty ? 1 : Int(interval), (1...10_000).contains(number) else {
            throw FieldError(field: .repeats, reason: "'\(interval)' is not a number from 1 to 10000")
        }
        if number > 1 { parts.append("INTERVAL=\(number)") }
        switch end {
        case .never: break
        case .count:
            guard let times = Int(count), times > 0 else {
                throw FieldError(field: .repeats, reason: "'\(count)' is not a valid repeat count")
            }
            parts.append("COUNT=\(times)")
        case .until:
            guard case .date(let last)? = try? EventTime(until) else {
                throw FieldError(field: .repeats, reason: "'\(until)' is not a valid end date")
            }
            parts.append("UNTIL=" + last.description.replacing("-", with: ""))
        }
        return [parts.joined(separator: ";")]
    }

    /// Returns the rules in words, or nil if there are none or they are invalid.
    func words(startingAt start: EventTime?) -> String? {
        guard let start, let lines = try? lines(startingAt: start), !lines.isEmpty else { return nil }
        let rules = lines.compactMap { try? RuleLine.rule($0).ending(like: start) }
        guard rules.count == lines.count else { return nil }
        return rules.map { $0.description(startingAt: start) }.joined(separator: "; and ")
    }
}

extension Weekday {
    /// All weekdays, starting with Monday.
    static let all: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
}
