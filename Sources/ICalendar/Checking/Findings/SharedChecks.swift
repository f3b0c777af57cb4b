/// What the calendars of a file share while they are checked, of which there may be tens of thousands.
final class SharedChecks {
    /// How much their zones may say.
    let budget = SearchBudget()
    /// What was said lately.
    var known = KnownWords()
    /// How many more instances of rules may be gone through, to see which of COUNT and UNTIL ends them: some tenths of a
    /// second.
    private var instancesLeft = 1 << 19
    /// How many violations were kept.
    private var count = 0
    /// How many were not.
    private var leftOut = 0

    /// So many violations of one file are kept: one of a few bytes each, with words of its own, would take a hundred times the
    /// room of the file.
    private static let most = 100_000

    /// Whether so many more instances may be gone through.
    func mayPass(_ instances: Int) -> Bool {
        if instances > instancesLeft { return false }
        instancesLeft -= instances
        return true
    }

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
