/// Reads the times of one calendar: which zone a TZID means there, and what point in time a property names.
package struct TimeResolver: Sendable {
    /// Remarks about zones, in the order in which they were needed.
    package var diagnostics: [Diagnostic] { remarks + reported.map(\.diagnostic) }

    private var remarks: [Diagnostic] = []
    private var scope: ZoneScope
    private let displayZone: Zone
    private let preference: ZonePreference
    /// The zone of floating times, where X-WR-TIMEZONE was asked for and is known.
    private var floatingZone: Zone?
    /// The TZIDs that were asked for, in the order of their first times.
    private var known: [KnownZone] = []
    private var places: [String: Int] = [:]
    /// The one that was asked for last, as it was asked for, and its place: the times of one list share their TZID, which
    /// may be long, and is compared at once only with itself.
    private var last: (id: String, place: Int)?
    /// The zones that the system and the file define, each once, in however many ways it is spelled.
    private var rivals: [Rivals] = []
    private var rivalPlaces: [String: Int] = [:]
    /// The names of those whose contradiction was reported, in order, with what was said.
    private var reported: [(name: String, diagnostic: Diagnostic)] = []
    private var reportedNames: Set<String> = []

    private struct KnownZone {
        let id: String
        let zone: Zone?
        /// The place of the definitions of the system and of the file, where both have one.
        let rivals: Int?
    }

    /// So many zones are found by comparing, which for the few of a calendar is sooner done than hashing.
    private static let mostCompared = 8

    /// Two definitions of one zone, and where they differ in the range that was searched last.
    private struct Rivals {
        /// The TZID of the file's definition.
        let name: String
        let zone: Zone
        let rival: Zone
        private var searched = 0..<0
        private var differing: [Range<Int>] = []

        init(_ name: String, zone: Zone, rival: Zone) {
            self.name = name
            self.zone = zone
            self.rival = rival
        }

        func differ(at civil: CivilDateTime) -> Bool { zone.instant(of: civil) != rival.instant(of: civil) }

        mutating func differing(in range: Range<Int>) -> [Range<Int>] {
            if searched != range {
                differing = zone.table.differingRanges(from: rival.table, between: range)
                searched = range
            }
            return differing
        }
    }

    package init(calendar: CalendarObject, context: SeriesContext) {
        displayZone = context.displayZone
        preference = context.zonePreference
        scope = ZoneScope(
            definitions: calendar.timeZoneDefinitions,
            preferring: context.zonePreference,
            within: context.budget.zones
        )
        if context.usesCalendarTimeZone, let property = calendar.component.first("X-WR-TIMEZONE"),
            let id = property.value.string
        {
            if id.trimmingBlanks.isEmpty {
                let message = "X-WR-TIMEZONE is empty; ignored"
                remarks.append(Diagnostic(.warning, .timeZone, line: property.line, message))
            } else {
                floatingZone = zone(id, line: property.line)
            }
        }
    }

    /// The zone of a TZID, or nil when it is unknown and its times are floating.
    package mutating func zone(_ id: String, line: Int?) -> Zone? {
        if let place = place(of: id) { return known[place].zone }
        let resolved = scope.resolve(id)
        for remark in resolved.remarks {
            remarks.append(Diagnostic(remark.severity, remark.code, line: line, remark.message))
        }
        if known.count >= Self.mostCompared { places[id] = known.count }
        known.append(KnownZone(id: id, zone: resolved.zone, rivals: rivalPlace(of: resolved)))
        return resolved.zone
    }

    private mutating func rivalPlace(of resolved: ZoneScope.ResolvedZone) -> Int? {
        guard let name = resolved.definition, let zone = resolved.zone, let rival = resolved.rival else {
            return nil
        }
        if let place = rivalPlaces[name] { return place }
        rivalPlaces[name] = rivals.count
        rivals.append(Rivals(name, zone: zone, rival: rival))
        return rivals.count - 1
    }

    /// Where a TZID is among those that were asked for; nil when it was not.
    private mutating func place(of id: String) -> Int? {
        if let last, last.id == id { return last.place }
        let first = (0..<min(known.count, Self.mostCompared)).first { known[$0].id == id }
        guard let place = first ?? (known.count > Self.mostCompared ? places[id] : nil) else { return nil }
        last = (id, place)
        return place
    }

    mutating func prepare(for event: ScheduledEvent) {
        event.schedule.forEachZoneUse { id, line in _ = zone(id, line: line) }
    }

    mutating func prepare(for uses: FirstZoneUses) {
        for use in uses.first { _ = zone(use.id, line: use.line) }
    }

    /// The same zones, with nothing said yet of how files contradict the system.
    package var fresh: TimeResolver {
        var fresh = self
        fresh.remarks = []
        fresh.reported = []
        fresh.reportedNames = []
        return fresh
    }

    /// Adds what another one said that began ``fresh``.
    package mutating func add(_ other: TimeResolver) {
        remarks += other.remarks
        for report in other.reported where reportedNames.insert(report.name).inserted {
            reported.append(report)
        }
    }

    /// The clock of a series that starts at `start`.
    package mutating func clock(for start: EventTime, line: Int?) -> SeriesClock {
        switch start {
        case .date:
            return SeriesClock(kind: .allDay, zone: displayZone)
        case .utc:
            return SeriesClock(kind: .zoned, zone: .utc)
        case .zoned(_, let id):
            if let zone = zone(id, line: line) { return SeriesClock(kind: .zoned, zone: zone) }
        case .floating:
            break
        }
        if let floatingZone { return SeriesClock(kind: .zoned, zone: floatingZone) }
        return SeriesClock(kind: .floating, zone: displayZone)
    }

    /// The key that a time names on a clock: an instant, or on dates and floating series the wall clock as written.
    ///
    /// A time without a zone of its own is read in the clock's zone, a date as its midnight; a time in UTC may mean the
    /// next day of an all-day series (``EventTime/dayOfAllDaySeries``).
    package mutating func key(of time: EventTime, on clock: SeriesClock, line: Int?) -> Int {
        let civil = time.civil
        switch clock.kind {
        case .allDay:
            return time.dayOfAllDaySeries.dayNumber * 86_400
        case .floating:
            return civil.secondNumber
        case .zoned:
            switch time {
            case .utc:
                return civil.secondNumber
            case .zoned(_, let id):
                if let zone = zone(id, line: line) {
                    checkRival(of: time, line: line)
                    return zone.instant(of: civil).secondsSince1970
                }
                return clock.key(ofCivil: civil.secondNumber)
            case .date, .floating:
                return clock.key(ofCivil: civil.secondNumber)
            }
        }
    }

    /// Warns, once a zone, when the system and the file put this time at different instants.
    mutating func checkRival(of time: EventTime, line: Int?) {
        guard case .zoned(let civil, let id) = time, let place = place(of: id),
            let rivals = known[place].rivals, self.rivals[rivals].differ(at: civil)
        else { return }
        report(self.rivals[rivals].name, line: line)
    }

    /// Warns, once a zone, when an instance of the set between two instants is one that the definitions read differently.
    mutating func checkRival(
        of set: RecurrenceSet,
        startingAs time: EventTime,
        from: Int,
        to: Int,
        line: Int?
    ) {
        guard case .zoned(_, let id) = time, from < to, let place = place(of: id),
            let rivals = known[place].rivals
        else { return }
        let name = self.rivals[rivals].name
        guard !reportedNames.contains(name) else { return }
        let differing = self.rivals[rivals].differing(in: from..<to)
        // Definitions that differ so often contradict each other, whatever the set.
        if differing.count > Self.mostSearched { return report(name, line: line) }
        for range in differing {
            var instances = set.instances(
                from: range.lowerBound,
                through: range.upperBound - 1,
                patience: max(Self.leastPatience, SetInstances.briefPatience(with: set) / differing.count)
            )
            if instances.next() != nil {
                report(name, line: line)
                return
            }
        }
    }

    /// In no more stretches than this instances are looked for that two definitions read differently: twice what other rules
    /// of summer time make in four years.
    private static let mostSearched = 16
    /// So many instances in a row may be taken out in each, where there are several.
    private static let leastPatience = 32

    private mutating func report(_ name: String, line: Int?) {
        guard reportedNames.insert(name).inserted else { return }
        let message =
            "VTIMEZONE \"\(Words.short(name))\" differs from the system's zone of that name;"
            + " using the \(preference == .system ? "system's" : "file's")"
        reported.append((name, Diagnostic(.warning, .timeZone, line: line, message)))
    }
}

/// The TZIDs of some events, each with the line where it was first used, in that order.
struct FirstZoneUses: Sendable {
    private(set) var first: [(id: String, line: Int?)] = []
    private var known: Set<String> = []
    /// The one that came last: the times of one list share their TZID, which may be long.
    private var last: String?
    /// So many are found by comparing, which for the few of a calendar is sooner done than hashing.
    private static let mostCompared = 8

    mutating func add(_ event: ScheduledEvent) {
        event.schedule.forEachZoneUse { id, line in
            if id == last { return }
            last = id
            for use in first.prefix(Self.mostCompared) where use.id == id { return }
            if first.count >= Self.mostCompared, !known.insert(id).inserted { return }
            first.append((id, line))
        }
    }
}

extension EventSchedule {
    func forEachZoneUse(_ body: (String, Int?) -> Void) {
        func give(_ time: EventTime?, _ line: Int?) {
            if case .zoned(_, let id) = time { body(id, line) }
        }
        give(start, startLine)
        give(end, endLine)
        give(recurrenceID, recurrenceIDLine)
        for exclusion in exclusions { give(exclusion.value, exclusion.line) }
        for date in dates { give(date.value.start, date.line) }
    }
}
