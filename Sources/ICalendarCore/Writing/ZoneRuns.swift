/// The onsets of a zone, grouped for use in a VTIMEZONE: yearly onsets as rules, all others as lists.
struct ZoneRuns {
    /// Onsets of one kind that share an observance.
    struct OnsetRun {
        let kind: ZoneOnset.Kind
        /// The onsets, or only the first onset for a rule without an end.
        var onsets: ArraySlice<ZoneOnset>
        /// The days of the onsets, or nil if the onsets do not follow a rule.
        let pattern: YearlyPattern?
        var isEndless = false
    }

    /// The runs, in order of their first onsets.
    private(set) var runs: [OnsetRun] = []

    /// The minimum number of onsets for a rule; for fewer onsets, a list is shorter.
    private static let fewestForRule = 3

    /// Groups the onsets from an instant onward.
    ///
    /// - Parameter tail: The indices of the onsets that form a 400-year cycle, which repeats endlessly.
    init(_ onsets: [ZoneOnset], from start: Int, tail: Range<Int>) {
        var isTaken = [Bool](repeating: false, count: onsets.count)
        for (kind, pattern) in Self.endlessPatterns(onsets[tail]) {
            // Earlier onsets that the rule also produces belong to the rule.
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

    /// Returns the patterns that together describe the endlessly repeating onsets.
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
            // A range of days that extends past the end of a month requires two rules.
            for part in grouped(group[...], byWeekday: true) {
                let days = part.map(\.day)
                guard let least = days.min(), let greatest = days.max() else { continue }
                let pattern = YearlyPattern(part[0], .among(least...greatest))
                if pattern.gives(part, in: years) { found.append((part[0].kind, pattern)) }
            }
        }
        return found
    }

    /// Returns the onsets in order, grouped by kind, month, and time of day, and optionally by weekday.
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
                    // Advances by one, because the next onset may start a long run.
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
    /// Returns whether the pattern produces exactly these onsets, sorted by year, in a range of years.
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

    /// Returns whether the pattern produces no days between two years.
    fileprivate func isSilent(between first: Int, _ last: Int) -> Bool {
        guard first < last else { return false }
        // No pattern skips this many years in a row.
        guard last - first < 30 else { return false }
        return (first + 1..<last).allSatisfy { day(inYear: $0) == nil }
    }
}

extension ZoneRuns.OnsetRun {
    /// Returns the part of the run that begins before an instant, or nil if the whole run begins later.
    ///
    /// Rules are not shortened; they continue for as long as they apply.
    func limited(before end: Int) -> ZoneRuns.OnsetRun? {
        var run = self
        if pattern == nil { run.onsets = onsets.prefix { $0.instant < end } }
        guard let first = run.onsets.first, first.instant < end else { return nil }
        return run
    }

    /// The run as a STANDARD or DAYLIGHT component, or nil if it has no onsets.
    var observance: Component? {
        guard let first = onsets.first, let last = onsets.last else { return nil }
        var component = Component.observance(kind, start: first.civil)
        if let pattern {
            // RFC 5545 section 3.3.10 requires UNTIL in UTC here.
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
    /// Returns a STANDARD or DAYLIGHT component with one onset (RFC 5545 section 3.6.5).
    package static func observance(_ kind: ZoneOnset.Kind, start: CivilDateTime) -> Component {
        var properties = [
            Property("DTSTART", .dateTime(start, isUTC: false)),
            Property("TZOFFSETFROM", .utcOffset(kind.offsetBefore)),
            Property("TZOFFSETTO", .utcOffset(kind.offset)),
        ]
        if !kind.name.isEmpty { properties.append(Property("TZNAME", .text(kind.name))) }
        return Component(kind.isDaylight ? "DAYLIGHT" : "STANDARD", properties: properties)
    }
}

/// A change in a zone's offset, as expressed in a VTIMEZONE (RFC 5545 section 3.6.5).
package struct ZoneOnset {
    /// The attributes of a change other than its date.
    ///
    /// Onsets of the same kind can share an observance.
    package struct Kind: Hashable {
        /// The offset before the change, in seconds east of UTC.
        package var offsetBefore: Int
        package var offset: Int
        package var name: String
        var isDaylight: Bool
    }

    let instant: Int
    let kind: Kind
    /// The wall-clock time of the change, measured with the previous offset.
    let civil: CivilDateTime
    let year: Int
    let month: Int
    let day: Int
    let weekday: Weekday

    init(_ transition: Transition, offsetBefore: Int, labels: ZoneLabels) {
        instant = transition.instant
        let label = labels.label(at: transition.instant, offset: transition.offset)
        // The time zone database treats Ireland's winter time and Morocco's Ramadan time as daylight saving time that
        // is behind standard time. Other programs support only the opposite, so the definition swaps the two.
        let before = labels.label(at: transition.instant - 1, offset: offsetBefore)
        let isInverted =
            label.isDaylight != before.isDaylight
            && label.isDaylight == (transition.offset < offsetBefore)
        kind = Kind(
            offsetBefore: offsetBefore,
            offset: transition.offset,
            name: label.name,
            isDaylight: label.isDaylight != isInverted
        )
        civil = CivilDateTime(secondNumber: transition.instant + offsetBefore)
        let date = civil.date
        (year, month, day) = date.fields
        weekday = date.weekday
    }
}

/// The day of the year on which a change recurs.
struct YearlyPattern: Hashable {
    /// A way to specify the day of the month.
    enum Day: Hashable {
        /// The nth occurrence of the weekday in the month, counted from the end if negative.
        case ordinal(Int)
        case fixed(Int)
        /// The only day in this range of month days that falls on the weekday.
        case among(ClosedRange<Int>)
    }

    let month: Int
    let weekday: Weekday
    let secondOfDay: Int
    let day: Day

    /// Returns the recurrence rule for the pattern, ending at the given instant, if any.
    func rule(through last: Int?) -> RecurrenceRule {
        var rule = RecurrenceRule(.yearly)
        rule.until = last.map { .utc(CivilDateTime(secondNumber: $0)) }
        rule.byMonth = [RecurrenceRule.MonthNumber(month)]
        switch day {
        case .ordinal(let ordinal): rule.byDay = [.init(weekday, ordinal: ordinal)]
        case .fixed(let day): rule.byMonthDay = [day]
        case .among(let days):
            rule.byMonthDay = Array(days)
            rule.byDay = [.init(weekday)]
        }
        return rule
    }

    func day(inYear year: Int) -> Int? {
        let length = CivilDate.daysInMonth(month, ofYear: year)
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        // The day of the month on which the weekday first occurs.
        let start = (weekday.rawValue - CivilDate.weekdayIndex(ofDayNumber: first) + 7) % 7 + 1
        switch day {
        case .fixed(let day): return day <= length ? day : nil
        case .ordinal(let ordinal) where ordinal > 0:
            let day = start + (ordinal - 1) * 7
            return day <= length ? day : nil
        case .ordinal: return start + (length - start) / 7 * 7
        case .among(let days):
            let day = start + max(0, (days.lowerBound - start + 6) / 7) * 7
            return days.contains(day) && day <= length ? day : nil
        }
    }

    func matches(_ onset: ZoneOnset) -> Bool {
        onset.month == month && onset.civil.secondOfDay == secondOfDay && day(inYear: onset.year) == onset.day
    }

    init(_ onset: ZoneOnset, _ day: Day) {
        month = onset.month
        weekday = onset.weekday
        secondOfDay = onset.civil.secondOfDay
        self.day = day
    }

    /// Creates the simplest pattern that matches all onsets, or returns nil if no pattern does.
    ///
    /// The onsets must have the same month and time of day, and must be in different years.
    init?(_ onsets: ArraySlice<ZoneOnset>) {
        guard let first = onsets.first else { return nil }
        month = first.month
        weekday = first.weekday
        secondOfDay = first.civil.secondOfDay
        let days = onsets.map(\.day)
        guard let least = days.min(), let greatest = days.max() else { return nil }
        guard onsets.allSatisfy({ $0.weekday == first.weekday }) else {
            guard least == greatest else { return nil }
            day = .fixed(least)
            return
        }
        let isLast = onsets.allSatisfy {
            $0.day > CivilDate.daysInMonth($0.month, ofYear: $0.year) - 7
        }
        if (least - 1) / 7 == (greatest - 1) / 7, greatest <= 28, !isLast || greatest <= 21 {
            day = .ordinal((least - 1) / 7 + 1)
        } else if isLast {
            day = .ordinal(-1)
        } else if greatest - least <= 6 {
            // Seven consecutive days contain each weekday exactly once.
            let start = max(1, greatest - 6)
            day = .among(start...start + 6)
        } else {
            return nil
        }
    }
}
