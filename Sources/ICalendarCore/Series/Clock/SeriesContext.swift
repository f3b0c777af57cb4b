/// What building a series needs to know of the question that is asked.
package struct SeriesContext: Sendable {
    package let displayZone: Zone
    /// The instants that are searched, in seconds since 1970.
    package let searched: Range<Int>
    /// Whose definition stands when the system and the file both define a zone.
    package let zonePreference: ZonePreference
    package let usesCalendarTimeZone: Bool
    package let limits: ReadingLimits
    /// Whether libical's iterator is asked for the instances of rules.
    package var rulesAreLibical = false
    /// What the calendars of the search may cost together.
    package let budget: SearchBudget
    /// Whether whole events that a later revision makes obsolete are told of, as somebody keeps the file.
    var saysObsolete = false

    package init(
        displayZone: Zone,
        searched: Range<Int> = 0..<0,
        zonePreference: ZonePreference = .system,
        usesCalendarTimeZone: Bool = false,
        limits: ReadingLimits = ReadingLimits(),
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

/// What the calendars of one search may take together, of which one file can hold thousands.
package final class SearchBudget: Sendable {
    /// What the files' own definitions of zones may cost.
    package let zones: ZoneBudget
    /// Steps of following rules while series are built, of some ten nanoseconds each.
    package let following: Meter
    /// Steps of going through the series that were built.
    package let work: Meter
    package let visits: Meter

    /// So many steps of following rules are one of ``ReadingLimits/work``.
    private static let stepsOfWork = 4

    package init(_ limits: ReadingLimits = ReadingLimits()) {
        zones = ZoneBudget(limits)
        following = Meter(limits.work.multiplied(by: Self.stepsOfWork))
        work = Meter(limits.work)
        visits = Meter(limits.visits)
    }
}
