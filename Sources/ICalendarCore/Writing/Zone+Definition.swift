extension Zone {
    /// The zone as a VTIMEZONE (RFC 5545 section 3.6.5), for calendars that are read without a time zone database.
    ///
    /// It says what holds from the first day of the year of `first` to the last day of the year of `last`, or for ever
    /// if `last` is nil. Changes that come every year are rules, which go on as long as they hold; others are lists.
    ///
    /// ```swift
    /// let berlin = try Zone(identifier: "Europe/Berlin")
    /// if let first = CivilDate(year: 2026, month: 1, day: 1) {
    ///     let definition = berlin.definition(from: first, through: nil)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The TZID; the zone's own name if it is nil.
    ///   - first: A day of the first year.
    ///   - last: A day of the last year, or nil for ever.
    public func definition(
        named identifier: String? = nil,
        from first: CivilDate,
        through last: CivilDate?
    ) -> TimeZoneDefinition {
        let years = 1601...9999
        let firstYear = min(max(first.year, years.lowerBound), years.upperBound)
        let lastYear = last.map { min(max($0.year, firstYear), years.upperBound) }
        // A day on either side, as the years of wall clocks differ.
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
        // What holds before the first change needs an observance too, as it has no other place to stand.
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

    /// The definition of UTC, for a calendar without anything in it: RFC 5545 section 3.6 wants at least one component.
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
    /// The changes, in order, and those of the part that repeats.
    private(set) var onsets: [ZoneOnset] = []
    /// Which of them are 400 years that repeat for ever; empty when there are none.
    private(set) var tail = 0..<0
    /// When the change came that is in force at the instant, or nil when the instant lies before all of them.
    let start: Int?

    init(_ table: TransitionTable, from instant: Int, _ labels: ZoneLabels) {
        // In the part that repeats, 400 years earlier is as good.
        var instant = instant
        if let cycleStart = table.cycleStart, instant >= cycleStart + TransitionTable.cycle {
            instant -= (instant - cycleStart) / TransitionTable.cycle * TransitionTable.cycle
        }
        // Some zones' first change is at the beginning of the world.
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
