import ICalendarCore

/// A check that RDATE and EXDATE have the same form as DTSTART.
struct DatesCheck: ComponentAspect {
    let check: ComponentCheck

    private static let exclusion = PropertyGrammar.index["EXDATE"] ?? -1
    private static let date = PropertyGrammar.index["RDATE"] ?? -1

    func run() {
        guard SeriesDirectory.components.contains(component.name), let start = check.time("DTSTART") else {
            return
        }
        var days: Set<CivilDate> = []
        for place in check.known.indices where isChecked(place) {
            checkForm(at: place, start)
            if start.isDate, check.known[place] == Self.date { checkRepeated(at: place, &days) }
        }
    }

    /// Reports the days in an all-day series that RDATE specifies more than once.
    private func checkRepeated(at place: Int, _ days: inout Set<CivilDate>) {
        let property = component.properties[place]
        var (others, repeated): ([Value], [CivilDate]) = ([], [])
        for value in property.value.elements {
            if case .date(let day) = value, !days.insert(day).inserted {
                repeated.append(day)
            } else {
                others.append(value)
            }
        }
        guard let first = repeated.first else { return }
        let count = repeated.count > 1 ? ", and \(repeated.count - 1) more" : ""
        let rest = Value(elements: others)
        note(
            .valueForm,
            as: .warning,
            at: place,
            "RDATE: duplicate \(ValueText.string(.date(first)))\(count)",
            "3.8.5.2",
            repair: "remove the duplicates",
            mend: rest.map { rest in .edit(place) { $0.value = rest } } ?? .remove(place)
        )
    }

    private func isChecked(_ place: Int) -> Bool {
        (check.known[place] == Self.exclusion || check.known[place] == Self.date)
            && !check.dropped.contains(place)
    }

    private func checkForm(at place: Int, _ start: EventTime) {
        let property = component.properties[place]
        // A period counts as a date-time, regardless of the form of DTSTART.
        let times = property.eventTimes
        let isOfOtherType = times.contains { $0.isDate != start.isDate }
        var isFloating = false
        if case .floating = start { isFloating = true }
        let instant = isFloating ? times.first { !$0.isDate && !$0.isFloating } : nil
        guard isOfOtherType || instant != nil else { return }
        let words =
            isOfOtherType
            ? (start.isDate ? "a time" : "a date", start.isDate ? "a date" : "a time")
            : (instant?.wording ?? "", start.wording)
        let remedy = conversion(of: property, at: place, to: start)
        note(
            .instanceType,
            as: .warning,
            at: place,
            "\(property.name) is \(words.0), but DTSTART is \(words.1)",
            PropertyGrammar.all[check.known[place] ?? 0].section,
            repair: remedy?.repair,
            mend: remedy?.mend
        )
    }

    // MARK: - Repairs

    /// Returns the repair for a list with values of different types.
    ///
    /// The result is one list in the form of DTSTART or, if that is not possible, one property for each type.
    func remedy(at place: Int) -> Remedies.Remedy? {
        guard SeriesDirectory.components.contains(component.name), isChecked(place) else { return nil }
        let property = component.properties[place]
        if let start = check.time("DTSTART"), let remedy = conversion(of: property, at: place, to: start) {
            return remedy
        }
        guard Self.parts(of: property).count > 1 else { return nil }
        return ("use one property for each type", .split(place, parts: Self.parts))
    }

    private func conversion(
        of property: Property,
        at place: Int,
        to start: EventTime
    ) -> Remedies.Remedy? {
        let read = context.resolver.clock(for: start, line: nil)
        func converted(_ property: Property) -> Property? {
            meant(by: property, like: start, on: read)
        }
        guard converted(property) != nil else { return nil }
        return (
            "convert it to the form of DTSTART",
            .edit(place) { property in
                if let other = converted(property) { property.set(other) }
            }
        )
    }

    /// Returns a list in the form of DTSTART and without duplicates, with its values as the reader interprets them, or
    /// nil if a value cannot be converted.
    private func meant(by property: Property, like start: EventTime, on clock: SeriesClock) -> Property? {
        guard start.timeZoneID?.utf8.contains(where: TextEscapes.isControl) != true else { return nil }
        var known: Set<EventTime> = []
        var times: [EventTime] = []
        for value in property.value.elements {
            guard let time = property.eventTime(of: value),
                let meant = meant(by: time, isExclusion: property.name == "EXDATE", like: start, on: clock)
            else { return nil }
            if known.insert(meant).inserted { times.append(meant) }
        }
        return times.isEmpty ? nil : try? Property(property.name, times, keeping: property.parameters)
    }

    private func meant(
        by time: EventTime,
        isExclusion: Bool,
        like start: EventTime,
        on clock: SeriesClock
    ) -> EventTime? {
        switch start {
        case .date:
            let day = time.dayOfAllDaySeries
            // A year can have at most four digits.
            return day.dayNumber <= RulePlan.lastSecond / 86_400 ? .date(day) : nil
        case .floating where context.hasCalendarZone && !time.isFloating: return nil
        case .floating where !time.isDate: return .floating(time.civil)
        case .floating, .utc, .zoned: break
        }
        if !time.isDate { return time.with(start.civil) == start ? time : nil }
        // A date in EXDATE excludes every instance on that day.
        guard !isExclusion || check.irregularDays?.contains(time.civil.date) == false else { return nil }
        let second = time.civil.secondNumber + start.civil.secondOfDay
        guard clock.civil(ofKey: clock.key(ofCivil: second)) == second else { return nil }
        return start.with(CivilDateTime(secondNumber: second))
    }

    /// Returns the days on which a timed series may have instances at other times of day than DTSTART, or nil if that
    /// may be any day.
    static func irregularDays(of component: Component, _ start: EventTime) -> Set<CivilDate>? {
        var days: Set<CivilDate> = []
        for property in component.properties {
            if case .recurrenceRule(let rule) = property.value {
                let isRegular =
                    !rule.frequency.isSubDaily && rule.byHour.isEmpty && rule.byMinute.isEmpty
                    && rule.bySecond.isEmpty
                guard isRegular else { return nil }
            } else if property.name == "RDATE" {
                let times = property.eventTimes
                guard times.count == property.value.elements.count else { return nil }
                for time in times {
                    guard !time.isDate, time.with(start.civil) == start else { return nil }
                    if time.civil.secondOfDay != start.civil.secondOfDay { days.insert(time.civil.date) }
                }
            }
        }
        return days
    }

    /// Splits a list into one property for each value type, ordered by their first values.
    private static func parts(of property: Property) -> [Property] {
        enum Kind { case date, local, utc, period, other }
        var order: [Kind] = []
        var values: [Kind: [Value]] = [:]
        for value in property.value.elements {
            let kind: Kind =
                switch value {
                case .date: .date
                case .dateTime(_, let isUTC): isUTC ? .utc : .local
                case .period: .period
                default: .other
                }
            if values[kind] == nil { order.append(kind) }
            values[kind, default: []].append(value)
        }
        if values[.other] != nil { return [property] }
        return order.compactMap { kind -> Property? in
            guard let value = values[kind].flatMap(Value.init(elements:)) else { return nil }
            var part = property
            part.value = value
            part[parameter: "VALUE"] = kind == .date ? "DATE" : kind == .period ? "PERIOD" : nil
            if kind == .date || kind == .utc { part[parameter: "TZID"] = nil }
            return part
        }
    }
}
