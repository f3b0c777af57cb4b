/// What the calendars of a file share while they are checked, of which there may be tens of thousands.
final class SharedChecks {
    /// How much their zones may say.
    let budget = ZoneBudget()
    /// What was said lately.
    var known = KnownWords()
    /// How many violations were kept.
    private var count = 0
    /// How many were not.
    private var leftOut = 0

    /// So many violations of one file are kept: one of a few bytes each, with words of its own, would take a hundred times the
    /// room of the file.
    private static let most = 100_000

    /// Whether one more is kept.
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
