/// What a component's checks need to know of the calendar around it.
final class CheckContext {
    /// METHOD in capitals, or nil.
    let method: String?
    /// Whether X-WR-TIMEZONE may give floating times a zone, so that they are not to be taken for another form.
    let hasCalendarZone: Bool
    /// What TZIDs mean.
    var resolver: TimeResolver
    /// The components of each UID.
    let series: SeriesDirectory
    /// The TZIDs that a VTIMEZONE defines, as ``Swift/String/zoneKey``.
    let definedZones: Set<String>
    /// What it shares with the other calendars of its file.
    let shared: SharedChecks
    /// The TZIDs that were seen without one, so that each is said once.
    var undefinedZones: Set<String> = []
    /// What is kept of what is found: one component can have some hundred thousand mistakes.
    let kept: Kept
    /// What is wrong with the components, where violations alone are kept.
    var violations: [Violation] = []

    private var zonesOfSystem: [String: Bool] = [:]

    /// Whether the system knows a zone, whatever the calendar says of it.
    func isOfSystem(_ id: String) -> Bool {
        if let known = zonesOfSystem[id] { return known }
        let zone = try? ZoneNames(database: .system).databaseZone(ZoneNames.plain(id))
        zonesOfSystem[id] = zone != nil
        return zone != nil
    }

    /// What is kept of what is found.
    enum Kept {
        /// All findings.
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
            context: SeriesContext(
                displayZone: .utc,
                searched: 0..<0,
                zonePreference: .system,
                usesCalendarTimeZone: false,
                budget: shared.budget
            )
        )
        series = SeriesDirectory(calendar)
        definedZones = Set(
            calendar.timeZoneDefinitions.compactMap { $0.text("TZID")?.zoneKey }
        )
    }
}
