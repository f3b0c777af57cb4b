extension SeriesContext {
    /// What the series need to know of a window and how it is asked for.
    ///
    /// `searched` says what is searched where that is not the window; calendars that are searched one by one share a
    /// budget.
    init(
        _ window: OccurrenceWindow,
        _ options: ExpansionOptions,
        searched: Range<Int>? = nil,
        budget: SeriesBudget? = nil
    ) {
        let range = window.searchedRange
        self.init(
            displayZone: window.zone,
            searched: searched ?? range.lowerBound.secondsSince1970..<range.upperBound.secondsSince1970,
            zonePreference: options.zonePreference,
            usesCalendarTimeZone: options.usesCalendarTimeZone,
            limits: options.limits,
            budget: budget
        )
    }
}
