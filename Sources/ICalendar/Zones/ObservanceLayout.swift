/// The onsets of a VTIMEZONE's observances in the order of time, and where they begin to repeat.
///
/// Yearly and monthly rules without end are laid out for 400 years, which then repeat; other endless rules reach to
/// the year 9999. Rules share a limit of onsets fairly, so that a definition of every day costs next to nothing.
struct ObservanceLayout {
    /// At most so many onsets come from rules without end: two a year need 16,060 up to the year 9999.
    static let limit = 16_100
    /// The same for a definition that has no more than honest ones need: two yearly rules need 820.
    static let modestLimit = 1000
    /// The same for one that would have more than that, when there are too many such definitions.
    static let smallLimit = 250

    /// Whether onsets were left out because there are too many.
    private(set) var isCut = false
    private var onsets: [Onset] = []
    private var cycleStart: Int?

    /// One change of the offset, as an observance says it.
    private struct Onset {
        var instant: Int
        /// Of onsets at the same instant the last in this order stands: standard time, and what comes later in the file.
        var order: Int
        var offsetBefore: Int
        var offset: Int
    }

    /// A rule on its way through time.
    private struct Course {
        var times: RuleTimes
        var observance: Int
        /// What is left of COUNT.
        var left: Int
    }

    /// Lays out observances, of which there is at least one.
    ///
    /// - Parameters:
    ///   - limit: how many onsets rules without end may have; those that end may have a quarter of it.
    ///   - lowLimit: how many they may have where it is known beforehand that they have more than the limit; as many as
    ///     the limit when nil.
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

    /// How many onsets there are.
    var onsetCount: Int { onsets.count }

    /// The table of the onsets; before the first, its own TZOFFSETFROM holds.
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

    /// Adds the onsets of one kind of rules that lie before a wall-clock second.
    ///
    /// What short rules leave of their share is shared out among the others again.
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
        // With COUNT used up, or UNTIL reached, there is nothing left out.
        isCut = isCut || courses.indices.contains { courses[$0].times.next() != nil }
    }

    /// The start of the first year in which the endless rules alone decide, or nil when 400 years from it would reach
    /// beyond the year 9999 or the rules have no instance.
    private func firstRepeatedYear(_ observances: [Observance]) -> Int? {
        // Every DTSTART is among the onsets, so behind the last of them all rules have begun.
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
        // One more day, as the year of the instant may differ from that of the wall clock.
        let year = CivilDateTime(secondNumber: first + 86_400).date.year + 1
        let start = CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400
        return year + 401 > 9999 ? nil : start
    }
}
