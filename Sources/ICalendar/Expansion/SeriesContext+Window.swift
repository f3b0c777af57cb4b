extension SeriesContext {
    /// What the series need to know of a window and how it is asked for.
    init(_ window: OccurrenceWindow, _ options: ExpansionOptions) {
        self.init(
            displayZone: window.zone,
            searched: window.searchedRange.lowerBound
                .secondsSince1970..<window.searchedRange.upperBound.secondsSince1970,
            zonePreference: options.zonePreference,
            usesCalendarTimeZone: options.usesCalendarTimeZone,
            limits: options.limits
        )
    }
}
