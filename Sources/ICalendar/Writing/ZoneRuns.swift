/// The onsets of a zone sorted into what a VTIMEZONE can say: rules for those that come every year, lists for others.
struct ZoneRuns {
    /// Onsets of one kind that stand in one observance.
    struct OnsetRun {
        let kind: ZoneOnset.Kind
        /// The onsets; of a rule without end only the first.
        var onsets: ArraySlice<ZoneOnset>
        /// The days on which they come, or nil when they follow no rule.
        let pattern: YearlyPattern?
        /// Whether they come for ever.
        var isEndless = false
    }

    /// The runs in the order of their first onsets.
    private(set) var runs: [OnsetRun] = []

    /// With fewer onsets a rule is longer than their list.
    private static let fewestForRule = 3

    /// Sorts the onsets from an instant on.
    ///
    /// - Parameter tail: which of all onsets are a whole cycle of 400 years that repeats for ever.
    init(_ onsets: [ZoneOnset], from start: Int, tail: Range<Int>) {
        var isTaken = [Bool](repeating: false, count: onsets.count)
        for (kind, pattern) in Self.endlessPatterns(onsets[tail]) {
            // What the rule says of the years before belongs to it too.
            let same = onsets.indices.filter { onsets[$0].kind == kind && pattern.matches(onsets[$0]) }
            var place = same.count - 1
            while place > 0,
                pattern.isSilent(between: onsets[same[place - 1]].year, onsets[same[place]].year)
            {
                place -= 1
            }
            for index in same[place...] { isTaken[index] = true }
            guard let first = same[place...].first(where: { onsets[$0].instant >= start }) else { continue }
            runs.append(
                OnsetRun(kind: kind, onsets: onsets[first...first], pattern: pattern, isEndless: true)
            )
        }
        addFinite(
            onsets.indices.filter { !isTaken[$0] && onsets[$0].instant >= start }.map { onsets[$0] }
        )
        runs.sort { ($0.onsets.first?.instant ?? 0) < ($1.onsets.first?.instant ?? 0) }
    }

    /// The patterns that together are what repeats for ever.
    private static func endlessPatterns(
        _ tail: ArraySlice<ZoneOnset>
    ) -> [(kind: ZoneOnset.Kind, pattern: YearlyPattern)] {
        guard let first = tail.first?.year else { return [] }
        let years = first..<first + 400
        var found: [(kind: ZoneOnset.Kind, pattern: YearlyPattern)] = []
        for group in grouped(tail, byWeekday: false) {
            if let pattern = YearlyPattern(group[...]), pattern.gives(group, in: years) {
                found.append((group[0].kind, pattern))
                continue
            }
            // Days that reach over the end of a month are two rules.
            for part in grouped(group[...], byWeekday: true) {
                let days = part.map(\.day)
                guard let least = days.min(), let greatest = days.max() else { continue }
                let pattern = YearlyPattern(part[0], .among(least...greatest))
                if pattern.gives(part, in: years) { found.append((part[0].kind, pattern)) }
            }
        }
        return found
    }

    /// Onsets of one kind, month and time of day, and of one weekday if asked for, in their order.
    private static func grouped(_ onsets: ArraySlice<ZoneOnset>, byWeekday: Bool) -> [[ZoneOnset]] {
        struct Key: Hashable {
            let kind: ZoneOnset.Kind
            let month: Int
            let secondOfDay: Int
            let weekday: Weekday?
        }
        var places: [Key: Int] = [:]
        var groups: [[ZoneOnset]] = []
        for onset in onsets {
            let key = Key(
                kind: onset.kind,
                month: onset.month,
                secondOfDay: onset.civil.secondOfDay,
                weekday: byWeekday ? onset.weekday : nil
            )
            if let place = places[key] {
                groups[place].append(onset)
            } else {
                places[key] = groups.count
                groups.append([onset])
            }
        }
        return groups
    }

    /// Adds the runs of onsets that end.
    private mutating func addFinite(_ onsets: [ZoneOnset]) {
        var single: [ZoneOnset.Kind: [ZoneOnset]] = [:]
        for group in Self.grouped(onsets[...], byWeekday: false) {
            var start = 0
            while start < group.count {
                var end = start + 1
                var pattern: YearlyPattern?
                while end < group.count, group[end].year == group[end - 1].year + 1,
                    let next = YearlyPattern(group[start...end])
                {
                    pattern = next
                    end += 1
                }
                if end - start >= Self.fewestForRule, let pattern {
                    runs.append(
                        OnsetRun(kind: group[start].kind, onsets: group[start..<end], pattern: pattern)
                    )
                } else {
                    // One at a time, as the next may be the first of a long run.
                    end = start + 1
                    single[group[start].kind, default: []].append(group[start])
                }
                start = end
            }
        }
        for (kind, onsets) in single {
            let sorted = onsets.sorted { $0.instant < $1.instant }
            runs.append(OnsetRun(kind: kind, onsets: sorted[...], pattern: nil))
        }
    }
}

extension YearlyPattern {
    /// Whether the pattern gives these onsets, of increasing years, and no others in some years.
    fileprivate func gives(_ onsets: [ZoneOnset], in years: Range<Int>) -> Bool {
        var next = 0
        for year in years {
            let day = day(inYear: year)
            let isThere = next < onsets.count && onsets[next].year == year
            guard isThere == (day != nil) else { return false }
            if isThere {
                guard onsets[next].day == day else { return false }
                next += 1
            }
        }
        return next == onsets.count
    }

    /// Whether the pattern has no day in the years between two.
    fileprivate func isSilent(between first: Int, _ last: Int) -> Bool {
        guard first < last else { return false }
        // Years without a day do not come in long rows.
        guard last - first < 30 else { return false }
        return (first + 1..<last).allSatisfy { day(inYear: $0) == nil }
    }
}

extension ZoneRuns.OnsetRun {
    /// What of the run begins before an instant; a rule goes on as long as it holds.
    func limited(before end: Int) -> ZoneRuns.OnsetRun? {
        var run = self
        if pattern == nil { run.onsets = onsets.prefix { $0.instant < end } }
        guard let first = run.onsets.first, first.instant < end else { return nil }
        return run
    }

    /// The run as a STANDARD or a DAYLIGHT; nil when it has no onsets.
    var observance: Component? {
        guard let first = onsets.first, let last = onsets.last else { return nil }
        var component = Component.observance(kind, start: first.civil)
        if let pattern {
            // RFC 5545 section 3.3.10 wants UNTIL in UTC here.
            let rule = pattern.rule(through: isEndless ? nil : last.instant)
            component.properties.insert(Property("RRULE", .recurrenceRule(rule)), at: 1)
        } else {
            let dates = onsets.dropFirst().map { Property("RDATE", .dateTime($0.civil, isUTC: false)) }
            component.properties.insert(contentsOf: dates, at: 1)
        }
        return component
    }
}

extension Component {
    /// A STANDARD or a DAYLIGHT with one onset (RFC 5545 section 3.6.5).
    static func observance(_ kind: ZoneOnset.Kind, start: CivilDateTime) -> Component {
        var properties = [
            Property("DTSTART", .dateTime(start, isUTC: false)),
            Property("TZOFFSETFROM", .utcOffset(kind.offsetBefore)),
            Property("TZOFFSETTO", .utcOffset(kind.offset)),
        ]
        if !kind.name.isEmpty { properties.append(Property("TZNAME", .text(kind.name))) }
        return Component(kind.isDaylight ? "DAYLIGHT" : "STANDARD", properties: properties)
    }
}
