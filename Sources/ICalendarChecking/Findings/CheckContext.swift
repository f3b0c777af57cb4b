import ICalendarCore

/// What a component's checks need to know of the calendar around it.
package final class CheckContext {
    /// METHOD in capitals, or nil.
    let method: String?
    /// Whether X-WR-TIMEZONE may give floating times a zone, so that they are not to be taken for another form.
    let hasCalendarZone: Bool
    var resolver: TimeResolver
    let series: SeriesDirectory
    /// The TZIDs that a VTIMEZONE defines, as ``Swift/String/zoneKey``.
    let definedZones: Set<String>
    let shared: SharedChecks
    /// The TZIDs that were seen without one, so that each is said once.
    var undefinedZones: Set<String> = []
    /// What is kept of what is found: one component can have some hundred thousand mistakes.
    let kept: Kept
    /// What is wrong with the components, where violations alone are kept.
    var violations: [Violation] = []

    private var zonesOfSystem: [String: Bool] = [:]

    func isOfSystem(_ id: String) -> Bool {
        if let known = zonesOfSystem[id] { return known }
        let zone = try? ZoneNames(database: .system).databaseZone(ZoneNames.plain(id))
        zonesOfSystem[id] = zone != nil
        return zone != nil
    }

    /// Whether a time has the zone of the calendar for those who use X-WR-TIMEZONE: it has none of its own, or one that
    /// nobody knows.
    func mayHaveCalendarZone(_ time: EventTime) -> Bool {
        hasCalendarZone && resolver.clock(for: time, line: nil).kind == .floating
    }

    package enum Kept {
        case all
        /// All findings of a component, until one can be mended: then that one.
        case allOrOneMendable
        /// The findings that can be mended.
        case mendable
        /// What is wrong, without what mends it, which takes as much again.
        case violations
    }

    init(_ calendar: CalendarObject, sharing shared: SharedChecks, keeping kept: Kept) {
        self.shared = shared
        self.kept = kept
        method = calendar.method
        hasCalendarZone = calendar.component.first("X-WR-TIMEZONE") != nil
        resolver = TimeResolver(
            calendar: calendar,
            context: SeriesContext(displayZone: .utc, budget: shared.budget)
        )
        series = SeriesDirectory(calendar)
        definedZones = Set(
            calendar.timeZoneDefinitions.compactMap { $0.text("TZID")?.zoneKey }
        )
    }
}

/// What the calendars of a file share while they are checked, of which there may be tens of thousands.
package final class SharedChecks {
    /// How much their zones may say.
    let budget = SearchBudget()
    /// What was said lately.
    var known = KnownWords()
    /// How many more instances of rules may be gone through, to see which of COUNT and UNTIL ends them: some tenths of a
    /// second.
    private var instancesLeft = 1 << 19
    private var count = 0
    private var leftOut = 0

    /// So many violations of one file are kept: one of a few bytes each, with words of its own, would take a hundred times the
    /// room of the file.
    private static let most = 100_000

    func mayPass(_ instances: Int) -> Bool {
        if instances > instancesLeft { return false }
        instancesLeft -= instances
        return true
    }

    func hasRoom() -> Bool {
        if count < Self.most {
            count += 1
            return true
        }
        leftOut += 1
        return false
    }

    /// What there is to be said of those that were not kept.
    var remark: Violation? {
        if leftOut == 0 { return nil }
        let what = leftOut == 1 ? "one more mistake is" : "\(leftOut) more mistakes are"
        return Violation(.warning, .limit, "\(what) left out", section: "limits of checking")
    }
}
