extension Zone {
    /// Returns the zone as a VTIMEZONE (RFC 5545 section 3.6.5), for programs without a time zone database.
    ///
    /// The definition covers the period from the first day of `first`'s year to the last day of `last`'s year, or all
    /// later times if `last` is nil. Changes that recur every year are written as rules, which continue for as long
    /// as they apply. All other changes are written as lists of dates.
    ///
    /// ```swift
    /// let berlin = try Zone(identifier: "Europe/Berlin")
    /// if let first = CivilDate(year: 2026, month: 1, day: 1) {
    ///     let definition = berlin.definition(from: first, through: nil)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The TZID, or nil to use the zone's own name.
    ///   - first: Any day of the first year.
    ///   - last: Any day of the last year, or nil for no end.
    public func definition(
        named identifier: String? = nil,
        from first: CivilDate,
        through last: CivilDate?
    ) -> TimeZoneDefinition {
        let years = 1601...9999
        let firstYear = min(max(first.year, years.lowerBound), years.upperBound)
        let lastYear = last.map { min(max($0.year, firstYear), years.upperBound) }
        // Allows a day on either side, because local years begin and end at different instants.
        let start = (CivilDate.dayNumber(year: firstYear, month: 1, day: 1) - 1) * 86_400
        let end = lastYear.map { (CivilDate.dayNumber(year: $0, month: 12, day: 31) + 2) * 86_400 }

        var component = Component(
            "VTIMEZONE",
            properties: [Property("TZID", .text(identifier ?? self.identifier))]
        )
        let labels = ZoneLabels(of: self)
        let changes = ZoneChanges(table, from: start, labels)
        var runs = ZoneRuns(changes.onsets, from: changes.start ?? .min, tail: changes.tail).runs
        if let end { runs = runs.compactMap { $0.limited(before: end) } }
        // No other observance covers the offset before the first change.
        if changes.start == nil || runs.isEmpty {
            let offset = table.span(atInstant: start).offset
            let day = CivilDate(dayNumber: CivilDate.dayNumber(year: min(firstYear, 1970), month: 1, day: 1))
            let label = labels.label(at: start, offset: offset)
            component.components.append(
                .observance(
                    ZoneOnset.Kind(
                        offsetBefore: offset,
                        offset: offset,
                        name: label.name,
                        isDaylight: label.isDaylight
                    ),
                    start: CivilDateTime(day)
                )
            )
        }
        component.components += runs.compactMap(\.observance)
        return TimeZoneDefinition(component)
    }

    /// The definition of UTC, for an otherwise empty calendar.
    ///
    /// RFC 5545 section 3.6 requires at least one component.
    package static let definitionOfUTC = Component(
        "VTIMEZONE",
        properties: [Property("TZID", .text("Etc/UTC"))],
        components: [
            Component(
                "STANDARD",
                properties: [
                    Property("DTSTART", at: .floating(CivilDateTime(secondNumber: 0))),
                    Property("TZOFFSETFROM", .utcOffset(0)), Property("TZOFFSETTO", .utcOffset(0)),
                    Property("TZNAME", .text("UTC")),
                ]
            )
        ]
    )
}

private struct ZoneChanges {
    /// The changes in order, including changes in the repeating part.
    private(set) var onsets: [ZoneOnset] = []
    /// The indices of the onsets that form a 400-year cycle, which repeats endlessly; empty if there is none.
    private(set) var tail = 0..<0
    /// The instant of the change in effect at the given instant, or nil if the instant precedes every change.
    let start: Int?

    init(_ table: TransitionTable, from instant: Int, _ labels: ZoneLabels) {
        // Within the repeating part, going back by whole 400-year cycles makes no difference.
        var instant = instant
        if let cycleStart = table.cycleStart, instant >= cycleStart + TransitionTable.cycle {
            instant -= (instant - cycleStart) / TransitionTable.cycle * TransitionTable.cycle
        }
        // Some zones have a first change at the beginning of time, which is not a real onset.
        let earliest = CivilDate.dayNumber(year: 1583, month: 1, day: 1) * 86_400
        let instants = table.instants
        let inForce = instants.lastIndex { $0 <= instant && $0 >= earliest }
        start = inForce.map { instants[$0] }
        let cycle = table.cycleStart.map { $0..<$0 + TransitionTable.cycle }
        let firstOfCycle = cycle.flatMap { cycle in instants.firstIndex { $0 >= cycle.lowerBound } }
        var index = inForce ?? instants.firstIndex { $0 > instant } ?? instants.count
        index = min(index, firstOfCycle ?? index)
        let count = firstOfCycle.map { $0 - index }
        while index < instants.count, instants[index] < cycle?.upperBound ?? .max {
            let transition = Transition(instant: instants[index], offset: Int(table.offsets[index + 1]))
            onsets.append(ZoneOnset(transition, offsetBefore: Int(table.offsets[index]), labels: labels))
            index += 1
        }
        if let count { tail = min(count, onsets.count)..<onsets.count }
    }
}
