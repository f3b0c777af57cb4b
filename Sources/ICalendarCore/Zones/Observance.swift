/// A STANDARD or DAYLIGHT component in a VTIMEZONE (RFC 5545 section 3.6.5), from which onsets can be computed.
///
/// Onsets are wall-clock times at the previous offset, so the instant of an onset is its time minus ``offsetBefore``.
package struct Observance {
    package static let names = ["STANDARD", "DAYLIGHT"]

    let isStandard: Bool
    /// TZOFFSETFROM, in seconds east of UTC.
    package let offsetBefore: Int
    /// TZOFFSETTO, in seconds east of UTC.
    package let offset: Int
    /// DTSTART in wall-clock seconds.
    ///
    /// It is the first onset even if the rule does not generate it.
    package let start: Int
    /// The additional onsets from RDATE, in wall-clock seconds.
    package let dates: [Int]
    private(set) var finiteRules: [Rule] = []
    private(set) var endlessRules: [Rule] = []

    package struct Rule {
        package var plan: RulePlan
        package var count: Int?
        /// The last second that UNTIL includes, in wall-clock time at ``Observance/offsetBefore``.
        package var last: Int?
        /// Whether 400 years contain a whole number of periods, so that the rule repeats every 400 years.
        var isCyclic: Bool

        /// Returns whether the rule has more than `limit` onsets before a wall-clock second.
        ///
        /// Also returns true for a rule whose onsets take too long to count.
        package func hasMore(than limit: Int, before end: Int) -> Bool {
            if plan.most(through: end) <= limit { return false }
            // Counting never takes long for a real zone.
            if plan.lastSecond(countedIn: RulePlan.fewSteps, upTo: .max) < min(end, plan.lastCountable) {
                return true
            }
            return plan.count(before: end) > limit
        }
    }

    /// The range of wall-clock seconds that can be onsets, from year 0 to year 9999.
    package static let years = CivilDate.dayNumber(year: 0, month: 1, day: 1) * 86_400..<yearsEnd
    private static let yearsEnd = CivilDate.dayNumber(year: 10_000, month: 1, day: 1) * 86_400

    /// Creates an observance from a component, or returns nil if its DTSTART or TZOFFSETTO is unusable.
    ///
    /// - Parameter fallback: The offset before the onsets if the component lacks TZOFFSETFROM.
    package init?(_ component: Component, fallback: Int?, remarks: inout [ValueRemark]) {
        guard let offset = Observance.offset(component, "TZOFFSETTO"),
            let property = component.first("DTSTART")
        else { return nil }
        Observance.noteIgnored(in: component, fallback, &remarks)
        isStandard = component.name == "STANDARD"
        self.offset = offset
        offsetBefore = Observance.offset(component, "TZOFFSETFROM") ?? fallback ?? offset
        guard let start = Observance.onset(property.value) else { return nil }
        self.start = start

        var dates: [Int] = []
        for property in component.all("RDATE") {
            for value in property.value.elements {
                if let date = Observance.onset(value) { dates.append(date) }
            }
        }
        self.dates = dates
        for property in component.all("RRULE") {
            guard case .recurrenceRule(let rule) = property.value else { continue }
            add(rule, remarks: &remarks)
        }
    }

    /// Adds a remark about each property that is missing, ignored or read differently: duplicates and exclusions, which
    /// are not allowed in an observance, and times in UTC.
    private static func noteIgnored(in component: Component, _ fallback: Int?, _ remarks: inout [ValueRemark])
    {
        for name in ["DTSTART", "RDATE"]
        where component.all(name).contains(where: { $0.value.elements.contains(where: \.isInUTC) }) {
            remarks.note(.timeZone, "\(name) in \(component.name) is in UTC; read as local time")
        }
        var counts = ["DTSTART": 0, "TZOFFSETFROM": 0, "TZOFFSETTO": 0, "EXDATE": 0, "EXRULE": 0]
        for property in component.properties { counts[property.name]? += 1 }
        if counts["TZOFFSETFROM"] == 0 {
            let other = component.name == "STANDARD" ? "DAYLIGHT" : "STANDARD"
            let source = fallback == nil ? component.name : other
            remarks.note(.timeZone, "\(component.name) has no TZOFFSETFROM; using TZOFFSETTO of \(source)")
        }
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
            if name.hasPrefix("EX") {
                remarks.note(.timeZone, "\(name) is not allowed in \(component.name); ignored")
            } else if count > 1 {
                remarks.note(.timeZone, "duplicate \(name) in \(component.name); using the first")
            }
        }
    }

    private mutating func add(_ rule: RecurrenceRule, remarks: inout [ValueRemark]) {
        guard !rule.frequency.isSubDaily else {
            let name = rule.frequency.rawValue
            remarks.note(.timeZone, "FREQ=\(name) in a time zone is not supported; rule ignored")
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

    /// Returns the value of TZOFFSETFROM or TZOFFSETTO, or nil if it is missing or too large for a zone.
    package static func offset(_ component: Component, _ name: String) -> Int? {
        guard case .utcOffset(let offset) = component.first(name)?.value,
            offset.magnitude <= TransitionTable.largestOffset
        else { return nil }
        return offset
    }

    /// Returns whether a component is usable, that is, whether its DTSTART and TZOFFSETTO can be read.
    package static func isUsable(_ component: Component) -> Bool {
        guard offset(component, "TZOFFSETTO") != nil, let start = component.first("DTSTART") else {
            return false
        }
        return onset(start.value) != nil
    }

    /// Returns the offsets to assume before observances that lack TZOFFSETFROM: the first TZOFFSETTO of the other kind
    /// of observance.
    package static func fallbacks(among parts: [Component]) -> (standard: Int?, daylight: Int?) {
        func first(_ name: String) -> Int? {
            parts.first { $0.name == name }.flatMap { offset($0, "TZOFFSETTO") }
        }
        return (first("DAYLIGHT"), first("STANDARD"))
    }

    /// Returns the wall-clock second of DTSTART or of an RDATE value, or nil if the value is not a time in a usable
    /// year.
    ///
    /// A time in UTC is read as local time, because that is what the programs that write a Z mean.
    package static func onset(_ value: Value) -> Int? {
        let second: Int
        switch value.elements.first {
        case .dateTime(let time, _): second = time.secondNumber
        case .period(let period): second = period.start.secondNumber
        case .date(let date): second = CivilDateTime(date).secondNumber
        default: return nil
        }
        return years.contains(second) ? second : nil
    }
}

/// The onsets of a VTIMEZONE's observances in chronological order, and the start of the repeating part.
///
/// The onsets of endless yearly and monthly rules are computed for 400 years, which then repeat; other endless rules
/// extend to the year 9999. Rules share the onset limit equally, so a definition with an onset every day costs next
/// to nothing.
struct ObservanceLayout {
    /// The maximum number of onsets from endless rules; two onsets a year add up to 16,060 by the year 9999.
    static let limit = 16_100
    /// The limit for a definition of realistic size; two yearly rules need 820 onsets.
    static let modestLimit = 1000
    /// The limit for a larger definition if the search contains too many of them.
    static let smallLimit = 250

    /// Whether onsets were omitted because there were too many.
    private(set) var isCut = false
    private var onsets: [Onset] = []
    private var cycleStart: Int?

    private struct Onset {
        var instant: Int
        /// The sort order of onsets at the same instant; the last one, from standard time or a later component,
        /// applies.
        var order: Int
        var offsetBefore: Int
        var offset: Int
    }

    private struct Course {
        var times: RuleTimes
        var observance: Int
        var left: Int
    }

    /// Computes the onsets of one or more observances.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of onsets from endless rules; other rules may produce a quarter as many.
    ///   - lowLimit: The maximum for endless rules known to exceed `limit`, or nil to use `limit`.
    init(_ observances: [Observance], limit: Int = ObservanceLayout.limit, lowLimit: Int? = nil) {
        for (order, observance) in observances.enumerated() {
            add(observance.start, of: observance, order: order)
            for date in observance.dates { add(date, of: observance, order: order) }
        }
        addRules(of: observances, \.finiteRules, limit: limit / 4, end: Observance.years.upperBound)

        let endless = observances.flatMap(\.endlessRules)
        if !endless.isEmpty {
            let start = endless.allSatisfy(\.isCyclic) ? firstRepeatedYear(observances) : nil
            let cycleEnd = start.map { $0 + TransitionTable.cycle + TransitionTable.cycleMargin }
            let end = cycleEnd ?? Observance.years.upperBound
            var limit = limit
            if let lowLimit, endless.contains(where: { $0.hasMore(than: limit, before: end) }) {
                limit = lowLimit
            }
            let wasCut = isCut
            isCut = false
            addRules(
                of: observances,
                \.endlessRules,
                limit: limit,
                end: end
            )
            cycleStart = isCut ? nil : start
            isCut = isCut || wasCut
        }
        onsets.sort { ($0.instant, $0.order) < ($1.instant, $1.order) }
    }

    var onsetCount: Int { onsets.count }

    /// The transition table for the onsets, with the first onset's TZOFFSETFROM as the initial offset.
    var table: TransitionTable {
        TransitionTable(
            initialOffset: onsets.first?.offsetBefore ?? 0,
            transitions: onsets.map { Transition(instant: $0.instant, offset: $0.offset) },
            cycleStart: cycleStart
        )
    }

    private mutating func add(_ second: Int, of observance: Observance, order: Int) {
        onsets.append(
            Onset(
                instant: second - observance.offsetBefore,
                order: observance.isStandard ? order + (1 << 32) : order,
                offsetBefore: observance.offsetBefore,
                offset: observance.offset
            )
        )
    }

    /// Adds the onsets of one kind of rule before a wall-clock second.
    ///
    /// Unused shares of short rules are distributed among the remaining rules.
    private mutating func addRules(
        of observances: [Observance],
        _ kind: KeyPath<Observance, [Observance.Rule]>,
        limit: Int,
        end: Int
    ) {
        var courses: [Course] = []
        for (order, observance) in observances.enumerated() {
            for rule in observance[keyPath: kind] {
                let last = min(rule.last ?? Int.max, end + TransitionTable.largestOffset)
                guard last >= observance.start else { continue }
                let times = rule.plan.times(from: observance.start, through: last)
                courses.append(Course(times: times, observance: order, left: rule.count ?? Int.max))
            }
        }
        var left = limit
        while left > 0, !courses.isEmpty {
            let share = max(1, left / courses.count)
            for index in courses.indices where left > 0 {
                let order = courses[index].observance
                for _ in 0..<min(share, left) {
                    guard courses[index].left > 0, let second = courses[index].times.next() else {
                        courses[index].left = 0
                        break
                    }
                    courses[index].left -= 1
                    left -= 1
                    add(second, of: observances[order], order: order)
                }
            }
            courses.removeAll { $0.left <= 0 }
        }
        // If COUNT is exhausted or UNTIL is reached, nothing is omitted.
        isCut = isCut || courses.indices.contains { courses[$0].times.next() != nil }
    }

    /// Returns the start of the first year that depends only on endless rules.
    ///
    /// Returns nil if the 400 years from that year onward would extend past the year 9999, or if the rules have no
    /// instances.
    private func firstRepeatedYear(_ observances: [Observance]) -> Int? {
        // Every DTSTART is an onset, so all rules have begun by the time of the last onset.
        guard let last = onsets.map(\.instant).max() else { return nil }
        var first: Int?
        for observance in observances {
            let from = last + observance.offsetBefore + 1
            for rule in observance.endlessRules {
                var times = rule.plan.times(from: from, through: from + TransitionTable.cycle).makeIterator()
                guard let second = times.next() else { continue }
                first = min(first ?? Int.max, second - observance.offsetBefore)
            }
        }
        guard let first else { return nil }
        // Adds a day, because the year of the instant may differ from the year on the wall clock.
        let year = CivilDateTime(secondNumber: first + 86_400).date.year + 1
        let start = CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400
        return year + 401 > 9999 ? nil : start
    }
}
