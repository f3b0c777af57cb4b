/// The search parameters that affect how series are built.
package struct SeriesContext: Sendable {
    package let displayZone: Zone
    /// The instants to search, in seconds since 1970.
    package let searched: Range<Int>
    /// The preferred definition of a zone that both the system and the file define.
    package let zonePreference: ZonePreference
    package let usesCalendarTimeZone: Bool
    package let limits: ReadingLimits
    /// Whether libical's iterator generates the rules' instances.
    package var rulesAreLibical = false
    /// The budget shared by all calendars in the search.
    package let budget: SearchBudget
    /// Whether to report whole events that a later revision supersedes, for callers that keep the file.
    var saysObsolete = false

    package init(
        displayZone: Zone,
        searched: Range<Int> = 0..<0,
        zonePreference: ZonePreference = .system,
        usesCalendarTimeZone: Bool = false,
        limits: ReadingLimits = ReadingLimits.standard,
        budget: SearchBudget? = nil
    ) {
        self.displayZone = displayZone
        self.searched = searched
        self.zonePreference = zonePreference
        self.usesCalendarTimeZone = usesCalendarTimeZone
        self.limits = limits
        self.budget = budget ?? SearchBudget(limits)
    }
}

/// The budget shared by all calendars in one search; one file can contain thousands of calendars.
package final class SearchBudget: Sendable {
    /// The budget for zone definitions in the files.
    package let zones: ZoneBudget
    /// The budget for expanding rules while series are built, in steps of about ten nanoseconds.
    package let following: Meter
    /// The budget for walking series, in steps.
    package let work: Meter
    package let visits: Meter

    /// The number of rule expansion steps equivalent to one step of ``ReadingLimits/work``.
    private static let stepsOfWork = 4

    package init(_ limits: ReadingLimits = ReadingLimits.standard) {
        zones = ZoneBudget(limits)
        following = Meter(limits.work.multiplied(by: Self.stepsOfWork))
        work = Meter(limits.work)
        visits = Meter(limits.visits)
    }
}
