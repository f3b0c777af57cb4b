import ICalendar

/// Maps the slots of a series to their new times when the series moves: all slots shift by the same distance in local
/// time.
struct SlotMap {
    let old: SeriesParts
    let shift: SeriesShift
    let refusal: StoreError

    /// The number of slots on excluded days that may still be listed individually.
    var room = 10_000

    /// The maximum number of slots to compute.
    ///
    /// Any problem with a move becomes apparent within the first years of the series.
    static let most = 1000

    func civil(of key: Int) -> CivilDateTime {
        shift.civil(old.slots.slot(withKey: key)?.civil ?? old.slots.civil(ofKey: key))
    }

    func time(of key: Int) -> EventTime { shift.form.with(civil(of: key)) }

    /// Throws an error if the move would add or lose occurrences.
    func check(_ new: SeriesSlots) throws(StoreError) {
        let before = old.slots.kept(from: -SeriesParts.farAway, most: Self.most)
        let after = new.kept(from: -SeriesParts.farAway, most: Self.most + 1)
        var images: Set<Int> = []
        var last = Int.min
        for slot in before {
            let key = new.key(ofCivil: time(of: slot.key).civil)
            guard images.insert(key).inserted else { throw refusal }
            last = max(last, key)
        }
        // Slots beyond the computed ones may precede the last computed ones.
        let slack = 7200
        let end = before.count < Self.most ? Int.max : last - slack
        let found = Set(after.lazy.map(\.key).filter { $0 < end })
        guard found.isSubset(of: images) else { throw refusal }
        let reach = after.count <= Self.most ? Int.max : (after.last?.key ?? .max) - slack
        guard images.allSatisfy({ $0 >= min(end, reach) || found.contains($0) }) else { throw refusal }
        for (key, _) in old.overrides where old.slots.slot(withKey: key) == nil {
            // An exclusion that does not match a slot must not match one after the move.
            if new.slot(withKey: new.key(ofCivil: time(of: key).civil)) != nil { throw refusal }
        }
    }

    // MARK: Added dates and exclusions

    private enum Moved {
        /// A date in a timed series that remains a date; `was` is the original date if the date covers slots.
        case day(CivilDate, was: CivilDate?)
        case time(EventTime)
        case parted(CivilDate)
        case period(Value.Period, EventTime)

        var day: EventTime? {
            if case .day(let day, _) = self { .date(day) } else { nil }
        }

        var period: Value.Period? {
            if case .period(let period, _) = self { period } else { nil }
        }
    }

    /// Returns the moved values of an RDATE or EXDATE property.
    ///
    /// An excluded date remains a date if all its slots move to the same day.
    mutating func moved(_ property: Property) throws(StoreError) -> [Property] {
        let dates = property.recurrenceDates
        guard !shift.isNothing, !dates.isEmpty else { return [property] }
        var values: [Moved] = []
        for date in dates { values.append(moved(date, isExclusion: property.name == "EXDATE")) }
        let days = values.compactMap(\.day)
        let periods = values.compactMap(\.period)
        var times = days
        if days.count < values.count {
            times = []
            for value in values { times += try self.times(of: value) }
        }
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

    private func moved(_ date: RecurrenceDate, isExclusion: Bool) -> Moved {
        guard date.start.isDate, let start = old.start, !start.isDate else {
            let key = old.slots.key(of: date.start)
            let time = self.time(of: key)
            guard let end = date.end else { return .time(time) }
            return .period(period(at: time, from: key, date.start, to: end), time)
        }
        let day = date.start.civil.date
        let key = old.slots.key(ofCivil: start.civil.on(day))
        guard isExclusion else { return .day(time(of: key).civil.date, was: nil) }
        let ends = endSlots(of: day)
        var images: Set<CivilDate> = []
        for slot in ends { images.insert(time(of: slot.key).civil.date) }
        if images.count > 1 { return .parted(day) }
        guard let image = images.first else { return .day(time(of: key).civil.date, was: day) }
        return .day(image, was: day)
    }

    /// Returns enough slots to decide whether a whole day moves to a single day.
    ///
    /// Even with tens of thousands of slots, only the first and last ones and those around the dividing time matter.
    private func endSlots(of day: CivilDate) -> [SeriesSlots.Slot] {
        let (start, end) = (CivilDateTime(day), CivilDateTime(day.adding(days: 1)))
        let seconds = shift.seconds % 86_400
        let parting = (seconds > 0 ? end : start).adding(seconds: -seconds)
        return old.slots.slots(from: start, before: parting, most: 1)
            + old.slots.slots(from: parting, before: end, most: 1)
    }

    /// Returns all slots on a day, so that they can be listed individually.
    ///
    /// Throws an error if listing them would make the file many times larger.
    private mutating func slots(on day: CivilDate) throws(StoreError) -> [SeriesSlots.Slot] {
        let slots = old.slots.slots(on: day, most: room + 1)
        room -= slots.count
        guard room >= 0 else { throw refusal }
        return slots
    }

    private mutating func times(of value: Moved) throws(StoreError) -> [EventTime] {
        let day: CivilDate
        switch value {
        case .time(let time), .period(_, let time): return [time]
        case .day(let image, nil): return [.date(image)]
        case .day(_, let was?): day = was
        case .parted(let parted): day = parted
        }
        var times: [EventTime] = []
        for slot in try slots(on: day) { times.append(time(of: slot.key)) }
        return times
    }

    private func period(
        at time: EventTime,
        from key: Int,
        _ start: EventTime,
        to end: Value.Period.End
    ) -> Value.Period {
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
    func on(_ date: CivilDate) -> CivilDateTime { CivilDateTime(date, secondOfDay: secondOfDay) }
}
