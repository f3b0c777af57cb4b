/// A resolver that finds zones for the TZIDs in one VCALENDAR and converts its times into points in time.
///
/// A VTIMEZONE applies only inside its own VCALENDAR. Names in the IANA database refer to the system's zones, and all
/// other names refer to the calendar's own definitions. Names without any definition are looked up as Windows and
/// vendor names.
package struct TimeResolver: Sendable {
    /// The remarks about zones, sorted by each zone's first use.
    package var diagnostics: [Diagnostic] { remarks + reported.map(\.diagnostic) }

    private var remarks: [Diagnostic] = []
    private let displayZone: Zone
    private let preference: ZonePreference
    private let names: ZoneNames
    private let budget: ZoneBudget
    private var definitions: [String: Component] = [:]
    private var order: [String] = []
    /// The definitions, indexed by ``Swift/String/zoneKey`` and created when a property first spells a TZID
    /// differently.
    private var spellings: [String: String]?
    private var repeated: Set<String> = []
    /// The zones of the definitions used so far; each zone is computed once, regardless of the spellings of its name.
    private var defined: [String: Zone?] = [:]
    /// The zone for floating times, if `X-WR-TIMEZONE` was requested and its zone is known.
    private var floatingZone: Zone?
    /// The TZIDs looked up so far, in order of first use.
    private var known: [KnownZone] = []
    private var places: [String: Int] = [:]
    /// The most recent TZID as it was requested, and its index.
    ///
    /// The times in a list share one TZID, which may be long; comparing a string with itself takes no time.
    private var last: (id: String, place: Int)?
    /// The zones defined by both the system and the file, each listed once even if its name has several spellings.
    private var rivals: [Rivals] = []
    private var rivalPlaces: [String: Int] = [:]
    /// The names of the zones whose conflicting definitions were reported, and the diagnostics in order.
    private var reported: [(name: String, diagnostic: Diagnostic)] = []
    private var reportedNames: Set<String> = []

    struct ResolvedZone: Sendable {
        /// The zone, or nil if it is unknown and its times are read as floating.
        var zone: Zone?
        /// The remarks about the zone; remarks about its definition are included only in the first result for the
        /// definition.
        var remarks: [ValueRemark] = []
        /// The other definition, if both the system and the calendar define the zone.
        var rival: Zone?
        /// The TZID in the calendar's definition, if any; the property may spell it differently.
        var definition: String?
    }

    private struct KnownZone {
        let id: String
        let zone: Zone?
        /// The index in `rivals`, if both the system and the file define the zone.
        let rivals: Int?
    }

    /// The maximum number of zones to search linearly, which is faster than hashing for small numbers.
    private static let mostCompared = 8

    /// Two definitions of one zone, and the times at which they differ in the most recently searched range.
    private struct Rivals {
        /// The TZID in the file's definition.
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
        self.init(
            definitions: calendar.timeZoneDefinitions,
            preferring: context.zonePreference,
            displayZone: context.displayZone,
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

    /// Creates a resolver for a VCALENDAR from its VTIMEZONE components, whose values are already typed.
    init(
        definitions: [Component],
        preferring preference: ZonePreference,
        displayZone: Zone = .utc,
        within budget: ZoneBudget = ZoneBudget(),
        database: TimeZoneDatabase = .system
    ) {
        self.displayZone = displayZone
        self.preference = preference
        self.budget = budget
        names = ZoneNames(database: database)
        for component in definitions {
            guard let identifier = component.text("TZID") else { continue }
            let key = identifier.trimmedOfBlanks
            guard let first = self.definitions[key] else {
                self.definitions[key] = component
                order.append(key)
                continue
            }
            repeated.insert(key)
            let isUsable = first.components.contains {
                Observance.names.contains($0.name) && Observance.isUsable($0)
            }
            if !isUsable { self.definitions[key] = component }
        }
    }

    /// Returns the zone for a TZID, or nil if the zone is unknown, in which case its times are treated as floating.
    package mutating func zone(_ id: String, line: Int?) -> Zone? {
        if let place = place(of: id) { return known[place].zone }
        let resolved = resolve(id)
        for remark in resolved.remarks {
            remarks.append(Diagnostic(remark.severity, remark.code, line: line, remark.message))
        }
        if known.count >= Self.mostCompared { places[id] = known.count }
        known.append(KnownZone(id: id, zone: resolved.zone, rivals: rivalPlace(of: resolved)))
        return resolved.zone
    }

    private mutating func rivalPlace(of resolved: ResolvedZone) -> Int? {
        guard let name = resolved.definition, let zone = resolved.zone, let rival = resolved.rival else {
            return nil
        }
        if let place = rivalPlaces[name] { return place }
        rivalPlaces[name] = rivals.count
        rivals.append(Rivals(name, zone: zone, rival: rival))
        return rivals.count - 1
    }

    /// Returns the index of a TZID among the TZIDs looked up so far, or nil.
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

    /// A copy with the same zones, but without any remarks or reported conflicts.
    package var fresh: TimeResolver {
        var fresh = self
        fresh.remarks = []
        fresh.reported = []
        fresh.reportedNames = []
        return fresh
    }

    /// Adds the remarks and reports of another resolver created with ``fresh``.
    package mutating func add(_ other: TimeResolver) {
        remarks += other.remarks
        for report in other.reported where reportedNames.insert(report.name).inserted {
            reported.append(report)
        }
    }

    /// Returns the clock for a series that starts at `start`.
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

    /// Returns the key of a time on a clock: an instant or, for dates and floating series, the wall-clock time as
    /// written.
    ///
    /// A time without a zone is read in the clock's zone, and a date is read as midnight on that date. A UTC time may
    /// denote the next day of an all-day series (``EventTime/dayOfAllDaySeries``).
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

    /// Warns, once per zone, if the system's and the file's definitions yield different instants for this time.
    mutating func checkRival(of time: EventTime, line: Int?) {
        guard case .zoned(let civil, let id) = time, let place = place(of: id),
            let rivals = known[place].rivals, self.rivals[rivals].differ(at: civil)
        else { return }
        report(self.rivals[rivals].name, line: line)
    }

    /// Warns, once per zone, if the definitions differ for an instance of the set between two instants.
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
        // Definitions with this many differences conflict, regardless of the set.
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

    /// The maximum number of ranges to search for instances that two definitions interpret differently.
    ///
    /// The limit is twice the number of ranges that different daylight saving rules cause in four years.
    private static let mostSearched = 16
    /// The minimum number of consecutive excluded instances to tolerate in each range.
    private static let leastPatience = 32

    private mutating func report(_ name: String, line: Int?) {
        guard reportedNames.insert(name).inserted else { return }
        let message =
            "VTIMEZONE \"\(Words.short(name))\" differs from the system's zone with that name;"
            + " using the \(preference == .system ? "system's" : "file's")"
        reported.append((name, Diagnostic(.warning, .timeZone, line: line, message)))
    }

    // MARK: - The meaning of a TZID

    /// Looks up a TZID; ``zone(_:line:)`` caches the result.
    mutating func resolve(_ timeZoneID: String) -> ResolvedZone {
        var answer = ResolvedZone()
        var key = timeZoneID.trimmedOfBlanks
        if definitions[key] == nil { key = definedSpelling(of: key) ?? key }
        let own = definedZone(key, &answer)
        let name = ZoneNames.plain(timeZoneID)
        do {
            if let zone = try names.databaseZone(name) {
                let prefersOwn = own != nil && (preference == .file || ZoneNames.isShorthand(name))
                answer.zone = prefersOwn ? own : zone
                if !ZoneNames.isShorthand(name) { answer.rival = prefersOwn ? zone : own }
                return answer
            }
            answer.zone = own
            if own == nil { answer.zone = try names.mappedZone(name) ?? guessedZone(name, &answer) }
        } catch {
            // Without the system's zones, the calendar's own rules are the best choice.
            answer.zone = own
            if own == nil {
                let name = Words.short(timeZoneID)
                answer.add(.error, "time zone \"\(name)\": \(error); times read as floating")
            }
            return answer
        }
        if answer.zone == nil {
            let name = Words.short(timeZoneID)
            answer.add(.warning, "unknown time zone \"\(name)\"; times read as floating")
        }
        return answer
    }

    /// Returns the spelling of the first definition whose TZID differs only in case, escapes, or quotes.
    private mutating func definedSpelling(of key: String) -> String? {
        if order.isEmpty { return nil }
        let known =
            spellings ?? Dictionary(order.lazy.map { ($0.zoneKey, $0) }) { first, _ in first }
        spellings = known
        return known[key.zoneKey]
    }

    /// Returns the most likely zone for a name unknown to the system and the calendar, or nil if there is no guess.
    private mutating func guessedZone(_ name: String, _ answer: inout ResolvedZone) throws(CalendarError)
        -> Zone?
    {
        if let plain = ZoneNames.withoutNumber(name), definedSpelling(of: plain) != nil {
            let found = resolve(plain)
            if let zone = found.zone {
                answer = found
                answer.add(.warning, ZoneNames.guess(name, plain))
                return zone
            }
        }
        guard let (zone, guess) = try names.guessedZone(name) else { return nil }
        answer.add(.warning, guess)
        return zone
    }

    private mutating func definedZone(_ key: String, _ answer: inout ResolvedZone) -> Zone? {
        guard let component = definitions[key] else { return nil }
        answer.definition = key
        if let known = defined[key] { return known }
        if repeated.contains(key) {
            answer.add(
                .warning,
                "duplicate definition of time zone \"\(Words.short(key))\"; using the first valid one"
            )
        }
        let definition = ZoneDefinitionCache.shared.definition(component, within: budget)
        answer.remarks += definition.remarks
        defined[key] = .some(definition.zone)
        return definition.zone
    }
}

extension TimeResolver.ResolvedZone {
    fileprivate mutating func add(_ severity: Diagnostic.Severity, _ message: String) {
        remarks.append(ValueRemark(severity: severity, code: .timeZone, message: message))
    }
}

/// The TZIDs of some events in order of first use, each with the line of its first use.
struct FirstZoneUses: Sendable {
    private(set) var first: [(id: String, line: Int?)] = []
    private var known: Set<String> = []
    /// The most recent TZID, kept because the times in a list share one TZID, which may be long.
    private var last: String?
    /// The maximum number of TZIDs to search linearly, which is faster than hashing for small numbers.
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
