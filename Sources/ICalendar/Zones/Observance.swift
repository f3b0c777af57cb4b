/// One STANDARD or DAYLIGHT component of a VTIMEZONE (RFC 5545 section 3.6.5), ready to be laid out in time.
///
/// Its onsets are wall-clock times of the offset before them, so an onset's instant is its time less ``offsetBefore``.
struct Observance {
    /// What such components are called.
    static let names = ["STANDARD", "DAYLIGHT"]

    /// Whether it is a STANDARD, not a DAYLIGHT.
    let isStandard: Bool
    /// TZOFFSETFROM, in seconds east of UTC.
    let offsetBefore: Int
    /// TZOFFSETTO, in seconds east of UTC.
    let offset: Int
    /// DTSTART, the first onset even where the rule lacks it, in wall-clock seconds.
    let start: Int
    /// The further onsets of RDATE, in wall-clock seconds.
    let dates: [Int]
    /// The rules that end, and what ends them.
    private(set) var finiteRules: [Rule] = []
    /// The rules without COUNT and UNTIL.
    private(set) var endlessRules: [Rule] = []

    /// A rule and its engine.
    struct Rule {
        /// The engine.
        var plan: RulePlan
        /// COUNT.
        var count: Int?
        /// The last second of UNTIL, in wall-clock time of ``Observance/offsetBefore``.
        var last: Int?
        /// Whether 400 years hold a whole number of periods, so that the rule repeats after them.
        var isCyclic: Bool

        /// Whether it has more onsets than so many before a wall-clock second, as far as that is known without looking
        /// at each.
        func hasMore(than limit: Int, before end: Int) -> Bool {
            if plan.most(through: end) <= limit { return false }
            // What takes long to count is in no honest zone.
            if plan.lastSecond(countedIn: RulePlan.fewSteps, upTo: .max) < min(end, plan.lastCountable) {
                return true
            }
            return plan.count(before: end) > limit
        }
    }

    /// Times outside these wall-clock seconds (the years 0 to 9999) are no onsets.
    static let years = CivilDate.dayNumber(year: 0, month: 1, day: 1) * 86_400..<yearsEnd
    private static let yearsEnd = CivilDate.dayNumber(year: 10_000, month: 1, day: 1) * 86_400

    /// Reads a component, or gives nil when its DTSTART or TZOFFSETTO cannot be used.
    ///
    /// - Parameter fallback: The offset before the onsets when the component has no TZOFFSETFROM.
    init?(_ component: Component, fallback: Int?, remarks: inout [ValueRemark]) {
        guard let offset = Observance.offset(component, "TZOFFSETTO"),
            let property = component.first("DTSTART")
        else { return nil }
        Observance.noteIgnored(in: component, &remarks)
        isStandard = component.name == "STANDARD"
        self.offset = offset
        offsetBefore = Observance.offset(component, "TZOFFSETFROM") ?? fallback ?? offset
        guard let start = Observance.onset(property.value, offsetBefore: offsetBefore) else { return nil }
        self.start = start

        var dates: [Int] = []
        for property in component.all("RDATE") {
            for value in property.value.elements {
                if let date = Observance.onset(value, offsetBefore: offsetBefore) { dates.append(date) }
            }
        }
        self.dates = dates
        for property in component.all("RRULE") {
            guard case .recurrenceRule(let rule) = property.value else { continue }
            add(rule, remarks: &remarks)
        }
    }

    /// Says which lines say nothing: what is given twice, and what takes onsets out, for which there is no place.
    private static func noteIgnored(in component: Component, _ remarks: inout [ValueRemark]) {
        var counts = ["DTSTART": 0, "TZOFFSETFROM": 0, "TZOFFSETTO": 0, "EXDATE": 0, "EXRULE": 0]
        for property in component.properties { counts[property.name]? += 1 }
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
            if name.hasPrefix("EX") {
                let message = "\(name) has no place in a \(component.name); it is ignored"
                remarks.append(ValueRemark(severity: .warning, code: .timeZone, message: message))
            } else if count > 1 {
                let message = "a second \(name) in one \(component.name); the first stands"
                remarks.append(ValueRemark(severity: .warning, code: .timeZone, message: message))
            }
        }
    }

    private mutating func add(_ rule: RecurrenceRule, remarks: inout [ValueRemark]) {
        guard !rule.frequency.isSubDaily else {
            let name = rule.frequency.rawValue
            let message = "FREQ=\(name) in a definition is not supported; the rule is not used"
            remarks.append(ValueRemark(severity: .warning, code: .timeZone, message: message))
            return
        }
        let first = CivilDateTime(secondNumber: start)
        guard let plan = RulePlan(rule, start: first, isAllDay: false, remarks: &remarks) else { return }
        let last = rule.until.map { $0.lastSecond(inOffset: offsetBefore) }
        let isCyclic =
            switch rule.frequency {
            case .yearly: 400 % max(1, rule.interval) == 0
            case .monthly: 4800 % max(1, rule.interval) == 0
            default: false
            }
        let entry = Rule(plan: plan, count: rule.count, last: last, isCyclic: isCyclic)
        if rule.count == nil, last == nil {
            endlessRules.append(entry)
        } else {
            finiteRules.append(entry)
        }
    }

    /// The transition of an onset.
    func transition(at onset: Int) -> Transition {
        Transition(instant: onset - offsetBefore, offset: offset)
    }

    /// The value of TZOFFSETFROM or TZOFFSETTO, or nil when there is none that a zone can have.
    static func offset(_ component: Component, _ name: String) -> Int? {
        guard case .utcOffset(let offset) = component.first(name)?.value,
            offset.magnitude <= TransitionTable.largestOffset
        else { return nil }
        return offset
    }

    /// Whether reading can use a component: it has a DTSTART and a TZOFFSETTO that can be read.
    static func isUsable(_ component: Component) -> Bool {
        guard offset(component, "TZOFFSETTO") != nil, let start = component.first("DTSTART") else {
            return false
        }
        return onset(start.value, offsetBefore: 0) != nil
    }

    /// The offsets that hold before the observances of a VTIMEZONE that lack TZOFFSETFROM: most likely what the other kind
    /// leads to.
    static func fallbacks(among parts: [Component]) -> (standard: Int?, daylight: Int?) {
        func first(_ name: String) -> Int? {
            parts.first { $0.name == name }.flatMap { offset($0, "TZOFFSETTO") }
        }
        return (first("DAYLIGHT"), first("STANDARD"))
    }

    /// The wall-clock second of DTSTART or of a value of RDATE, or nil when it is no time of a usable year.
    static func onset(_ value: Value, offsetBefore: Int) -> Int? {
        let second: Int
        switch value.elements.first {
        case .dateTime(let time, let isUTC): second = time.secondNumber &+ (isUTC ? offsetBefore : 0)
        case .period(let period): second = period.start.secondNumber &+ (period.isUTC ? offsetBefore : 0)
        case .date(let date): second = CivilDateTime(date).secondNumber
        default: return nil
        }
        return years.contains(second) ? second : nil
    }
}
