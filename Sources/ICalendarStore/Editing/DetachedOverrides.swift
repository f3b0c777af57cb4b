import ICalendar

/// Overrides without a master in the file, as in invitations to single occurrences.
struct DetachedOverrides {
    let item: StoredItem

    /// Returns the overrides with the changes applied to a span.
    ///
    /// All overrides shift by the same amount of time as the edited override.
    func saved(
        _ base: Component,
        _ changes: PropertyChanges,
        slot: OccurrenceTime?,
        _ span: EventSpan
    ) throws(StoreError) -> [Component] {
        var components = item.own
        try refusePartOfSeries(slot == nil ? .allEvents : span, changes)
        let series = components.firstIndex(where: \.isSeriesByItself)
        guard let slot, let place = components.firstIndex(where: { item.isOverride($0, of: slot) }) ?? series
        else {
            guard components.isEmpty else {
                throw StoreError(
                    .invalidSpan,
                    base.text("SUMMARY"),
                    "the series no longer has an occurrence at that time"
                )
            }
            var made = base
            changes.apply(to: &made)
            made.revise(from: base, at: item.now)
            return components + [made]
        }
        let edited = components[place]
        for index in components.indices {
            let distance = item.distance(of: components[index], from: slot) ?? .min
            guard index == place || span == .allEvents || span == .futureEvents && distance > 0 else {
                continue
            }
            let before = components[index]
            if index == place {
                changes.apply(to: &components[index])
            } else {
                changes.apply(to: &components[index], except: PropertyChanges.ownWays)
                try move(&components[index], as: edited, by: changes)
            }
            if components[index] != before { components[index].revise(from: before, at: item.now) }
        }
        return components
    }

    /// Throws an error if the series is a range override without a master and the change affects its times or only part
    /// of it.
    ///
    /// The occurrences do not have separate components, so any change applies to all occurrences.
    private func refusePartOfSeries(_ span: EventSpan, _ changes: PropertyChanges?) throws(StoreError) {
        guard let series = item.own.first(where: \.isSeriesByItself),
            span != .allEvents || changes?.touch(PropertyChanges.times) == true
        else { return }
        throw StoreError(
            .invalidSpan,
            series.text("SUMMARY"),
            "the file contains only part of this series; only the whole series can be changed, except for its times"
        )
    }

    private func move(
        _ other: inout Component,
        as edited: Component,
        by changes: PropertyChanges
    ) throws(StoreError) {
        guard changes.touch(PropertyChanges.ownWays) else { return }
        var after = edited
        changes.apply(to: &after)
        let names = ["DTSTART", "DTEND", "DUE"]
        let shifts = names.compactMap { name -> Int? in
            guard let from = edited[moving: name], let to = after[moving: name], to.hasForm(of: from) else {
                return nil
            }
            return to.civil.secondNumber - from.civil.secondNumber
        }
        let isShift =
            shifts.count == names.filter { edited.first($0) != nil || after.first($0) != nil }.count
            && Set(shifts).count == 1 && edited.all("DURATION") == after.all("DURATION")
            && PropertyChanges.recurrence.allSatisfy { edited.all($0) == after.all($0) }
        guard isShift, let seconds = shifts.first else {
            throw StoreError(
                .invalidSpan,
                edited.text("SUMMARY"),
                "the file contains only some occurrences of this series; move all of them by the same distance, or "
                    + "change one at a time"
            )
        }
        for name in names {
            guard let time = other[moving: name] else { continue }
            other[moving: name] = time.with(time.civil.adding(seconds: seconds))
        }
    }

    /// Returns the components without the override for a slot and, depending on the span, for later slots.
    func removed(_ slot: OccurrenceTime, _ span: EventSpan) throws(StoreError) -> [Component] {
        try refusePartOfSeries(span, nil)
        return item.own.filter { component in
            guard let distance = item.distance(of: component, from: slot) else { return true }
            return span == .thisEvent ? distance != 0 : distance < 0
        }
    }
}
