import ICalendarCore

/// The information about the enclosing calendar that component checks need.
package final class CheckContext {
    /// The METHOD in uppercase, or nil if there is none.
    let method: String?
    /// Whether X-WR-TIMEZONE may assign a zone to floating times; if so, repairs must keep them floating.
    let hasCalendarZone: Bool
    var resolver: TimeResolver
    let series: SeriesDirectory
    /// The first TZID that a VTIMEZONE defines with each ``Swift/String/zoneKey``.
    let definedZones: [String: String]
    /// All TZIDs that a VTIMEZONE defines.
    let exactZones: Set<String>
    let shared: SharedChecks
    /// The TZIDs without a VTIMEZONE found so far, each of which is reported once.
    var undefinedZones: Set<String> = []
    /// The kind of findings to keep, since one component can have hundreds of thousands of findings.
    let kept: Kept
    /// The violations found so far, which are collected only for ``Kept/violations``.
    var violations: [Violation] = []

    private var zonesOfSystem: [String: Bool] = [:]

    func isOfSystem(_ id: String) -> Bool {
        if let known = zonesOfSystem[id] { return known }
        let zone = try? ZoneNames(database: .system).databaseZone(ZoneNames.plain(id))
        zonesOfSystem[id] = zone != nil
        return zone != nil
    }

    /// Returns whether the time has no known zone, so that programs that support X-WR-TIMEZONE interpret it in the
    /// calendar's zone.
    func mayHaveCalendarZone(_ time: EventTime) -> Bool {
        hasCalendarZone && resolver.clock(for: time, line: nil).kind == .floating
    }

    package enum Kept {
        case all
        /// All findings until a repairable one is found, then only that one.
        case allOrOneMendable
        /// Only findings with a repair.
        case mendable
        /// Only violations, since keeping their repairs would double the memory use.
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
        let names = calendar.timeZoneDefinitions.compactMap { $0.text("TZID").map(ZoneNames.plain) }
        definedZones = Dictionary(
            names.lazy.map { ($0.zoneKey, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        exactZones = Set(names)
    }
}

/// The state of a check that is shared by all calendars in a file.
///
/// A file may contain tens of thousands of calendars, so separate limits for each would not bound the check.
package final class SharedChecks {
    /// The budget that the time zones of all calendars share.
    let budget = SearchBudget()
    /// Whether the series of an override may be stored elsewhere.
    let mayLackSeries: Bool
    /// The recently used violation texts.
    var known = KnownWords()
    /// The number of rule instances that may still be visited to determine whether COUNT or UNTIL ends a rule.
    ///
    /// Visiting as many instances as the initial value allows takes a few tenths of a second.
    private var instancesLeft = 1 << 19
    private var count = 0
    private var leftOut = 0

    /// The maximum number of violations to keep for a file.
    ///
    /// Otherwise, a file with a different violation every few bytes would need a hundred times its size in memory.
    private static let most = 100_000

    init(mayLackSeries: Bool = false) { self.mayLackSeries = mayLackSeries }

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

    /// A violation that counts the violations beyond the limit, or nil if there are none.
    var remark: Violation? {
        if leftOut == 0 { return nil }
        let message = "limit reached: 100,000 violations; \(leftOut) more not listed"
        return Violation(.warning, .limit, message, section: "checking limits")
    }
}
