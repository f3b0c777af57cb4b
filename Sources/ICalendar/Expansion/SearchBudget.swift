/// What the calendars of one search may take together: each has what those before it left.
///
/// Alarms and available times are sought calendar by calendar, and one file can hold thousands of calendars.
struct SearchBudget {
    /// How many occurrences, alarms and repetitions may still be looked at.
    private(set) var visits: Int
    /// What building series may still cost.
    let series: SeriesBudget
    /// How many steps the rules may still take.
    private var work: Int

    /// All that one search may take.
    init(_ limits: ReadingLimits) {
        visits = limits.visits
        work = limits.work
        series = SeriesBudget(limits)
    }

    /// Cuts the series of a calendar that take more steps than are left, and says so.
    mutating func cut(_ segments: inout [Segment], searched: Range<Int>, remarks: inout DiagnosticList) {
        let spent = SearchWork(limit: work, searched: searched).cut(&segments) { remarks.append($0) }
        work = max(0, work - spent)
    }

    /// Takes away what was looked at.
    mutating func spend(visits spent: Int) {
        visits = max(0, visits - spent)
    }
}
