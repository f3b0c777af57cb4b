import ICalendar

/// Where the slots of a series go when it is moved: instance to instance.
///
/// Each goes as far as all others by the clock on the wall. Only where the rule names weekdays by their number, such as
/// the third Tuesday of each month, the first goes to the first of the new rule, the second to the second.
struct SlotMap {
    /// The series as it was.
    let old: SeriesParts
    /// How far a slot goes.
    let shift: SeriesShift
    /// What is said of a slot that has no place to go.
    let refusal: StoreError
    /// The places of a rule's slots where they do not all go as far.
    private var pairs: [Int: CivilDateTime] = [:]

    /// So many slots are worked out: what is wrong with a move shows in the first years of it.
    static let most = 1000

    init(_ old: SeriesParts, _ shift: SeriesShift, refusal: StoreError) {
        self.old = old
        self.shift = shift
        self.refusal = refusal
    }

    /// Puts the slots of a rule beside those of the one that it becomes.
    ///
    /// - Throws: when one of them would go more than a week further, or less far, than the others.
    mutating func pair(
        _ before: [SeriesSlots.Slot],
        with after: [SeriesSlots.Slot]
    ) throws(StoreError) {
        for (one, other) in zip(before, after) {
            let expected = one.civil.secondNumber + shift.seconds
            guard abs(other.civil.secondNumber - expected) <= 7 * 86_400 else { throw refusal }
            pairs[one.key] = other.civil
        }
    }

    /// The wall-clock time that a slot, or any other time of the series, goes to.
    func civil(of key: Int) throws(StoreError) -> CivilDateTime {
        if let civil = pairs[key] { return civil }
        guard let slot = old.slots.slot(withKey: key) else {
            return old.slots.civil(ofKey: key).adding(seconds: shift.seconds)
        }
        // Where rules go slot by slot, one that was not worked out is too far away.
        if !pairs.isEmpty,
            Event(old.master).recurrenceRules.indices.contains(where: { old.slots.rule($0, gives: key) })
        {
            throw refusal
        }
        return slot.civil.adding(seconds: shift.seconds)
    }

    /// The time that a slot goes to, in the form of the new series.
    func time(of key: Int) throws(StoreError) -> EventTime { shift.form.with(try civil(of: key)) }

    /// Refuses a move after which something happens that did not before, or does not happen that did.
    func check(_ new: SeriesSlots) throws(StoreError) {
        let before = old.slots.kept(from: -SeriesParts.farAway, most: Self.most)
        let after = new.kept(from: -SeriesParts.farAway, most: Self.most + 1)
        var images: Set<Int> = []
        var last = Int.min
        for slot in before {
            let key = new.key(ofCivil: try time(of: slot.key).civil)
            guard images.insert(key).inserted else { throw refusal }
            last = max(last, key)
        }
        // What is not worked out any more may still lie among the last ones.
        let slack = pairs.isEmpty ? 7200 : 8 * 86_400
        let end = before.count < Self.most ? Int.max : last - slack
        let found = Set(after.lazy.map(\.key).filter { $0 < end })
        guard found.isSubset(of: images) else { throw refusal }
        let reach = after.count <= Self.most ? Int.max : (after.last?.key ?? .max) - slack
        guard images.allSatisfy({ $0 >= min(end, reach) || found.contains($0) }) else { throw refusal }
        for (key, _) in old.overrides where old.slots.slot(withKey: key) == nil {
            // One that names no slot must not take one out now.
            if new.slot(withKey: new.key(ofCivil: try time(of: key).civil)) != nil { throw refusal }
        }
    }

    // MARK: Added dates and exclusions

    /// A value of RDATE or EXDATE on its way.
    private enum Moved {
        /// A day of a timed series, and the slots that it stands for.
        case day(CivilDate, [EventTime])
        case times([EventTime])
        case period(Value.Period, EventTime)

        var day: EventTime? {
            if case .day(let day, _) = self { .date(day) } else { nil }
        }

        var period: Value.Period? {
            if case .period(let period, _) = self { period } else { nil }
        }

        var times: [EventTime] {
            switch self {
            case .day(_, let times), .times(let times): times
            case .period(_, let time): [time]
            }
        }
    }

    /// Where the values of RDATE or EXDATE go; the ends of periods go with their starts.
    ///
    /// A day that an EXDATE takes out stays a day while all that it takes out stays together.
    func moved(_ property: Property) throws(StoreError) -> [Property] {
        let dates = property.recurrenceDates
        guard !shift.isNothing, !dates.isEmpty else { return [property] }
        var values: [Moved] = []
        for date in dates { values.append(try moved(date, isExclusion: property.name == "EXDATE")) }
        let days = values.compactMap(\.day)
        let periods = values.compactMap(\.period)
        let times = days.count == values.count ? days : values.flatMap(\.times)
        guard let first = times.first else { return [] }
        var result = Property(property.name, at: first, keeping: property.parameters)
        var list = times.map { Property(property.name, at: $0).value }
        if !periods.isEmpty, periods.count == values.count {
            result.parameters =
                result.parameters.filter { $0.name != "VALUE" } + [Parameter("VALUE", "PERIOD")]
            list = periods.map { .period($0) }
        }
        result.value = list.count == 1 ? list[0] : .list(list)
        return [result]
    }

    private func moved(_ date: RecurrenceDate, isExclusion: Bool) throws(StoreError) -> Moved {
        guard date.start.isDate, let start = old.start, !start.isDate else {
            let key = old.slots.key(of: date.start)
            let time = try self.time(of: key)
            guard let end = date.end else { return .times([time]) }
            return .period(try period(at: time, from: key, date.start, to: end), time)
        }
        let key = old.slots.key(ofCivil: start.civil.on(date.start.civil.date))
        guard isExclusion else {
            let time = try self.time(of: key)
            return .day(time.civil.date, [time])
        }
        var times: [EventTime] = []
        for slot in old.slots.slots(on: date.start.civil.date) { times.append(try time(of: slot.key)) }
        let days = Set(times.map(\.civil.date))
        guard days.count < 2 else { return .times(times) }
        if let day = days.first { return .day(day, times) }
        return .day(try time(of: key).civil.date, [])
    }

    private func period(
        at time: EventTime,
        from key: Int,
        _ start: EventTime,
        to end: Value.Period.End
    ) throws(StoreError) -> Value.Period {
        var end = end
        if case .time(let civil, let isUTC) = end {
            let was = old.slots.key(
                of: isUTC ? .utc(civil) : start.isUTC ? .floating(civil) : start.with(civil)
            )
            let moved = old.slots.civil(ofKey: was).secondNumber - old.slots.civil(ofKey: key).secondNumber
            end = .time(time.civil.adding(seconds: moved), isUTC: time.isUTC)
        }
        return Value.Period(start: time.civil, isUTC: time.isUTC, end: end)
    }
}

extension CivilDateTime {
    /// The same time of another day.
    func on(_ date: CivilDate) -> CivilDateTime { CivilDateTime(date, secondOfDay: secondOfDay) }
}
