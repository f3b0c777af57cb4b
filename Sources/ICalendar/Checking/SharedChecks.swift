/// What the calendars of a file share while they are checked, of which there may be tens of thousands.
final class SharedChecks {
    /// How much their zones may say.
    let budget = ZoneBudget()
    /// What was said lately.
    var known = KnownWords()
}
