/// What building a series needs to know of the question that is asked.
struct SeriesContext: Sendable {
    /// The zone in which dates and floating times take their place.
    let displayZone: Zone
    /// The instants that are searched, in seconds since 1970.
    let searched: Range<Int>
    /// Whose definition stands when the system and the file both define a zone.
    let zonePreference: ZonePreference
    /// Whether X-WR-TIMEZONE is the zone of floating times.
    let usesCalendarTimeZone: Bool
    /// What building series puts up with.
    let limits: ReadingLimits
    /// What the calendars of the search may cost together.
    let budget: SeriesBudget
    /// Whether whole events that a later revision makes obsolete are told of, as somebody keeps the file.
    var saysObsolete = false

    init(
        displayZone: Zone,
        searched: Range<Int>,
        zonePreference: ZonePreference,
        usesCalendarTimeZone: Bool,
        limits: ReadingLimits = ReadingLimits(),
        budget: SeriesBudget? = nil
    ) {
        self.displayZone = displayZone
        self.searched = searched
        self.zonePreference = zonePreference
        self.usesCalendarTimeZone = usesCalendarTimeZone
        self.limits = limits
        self.budget = budget ?? SeriesBudget(limits)
    }
}
