/// The UIDs of all calendars so far: one that stands in two of them is worth a warning, once.
struct RepeatedUIDs: Sendable {
    /// Whether a UID was warned of.
    private var seen: [ExactText: Bool] = [:]
    /// The UIDs of the first calendar, which are of no interest until there is a second.
    private var first: [ExactText]?

    /// What was found while a calendar's series were built, by the lines of its file, with a warning of each UID that
    /// an earlier calendar has too.
    mutating func diagnostics(of builder: SeriesBuilder, limit: Int) -> [Diagnostic] {
        // Zones, series and rules are looked at in turns; a list sorts the remarks by their lines, and is bounded.
        var remarks = DiagnosticList(file: builder.file, limit: limit)
        for diagnostic in builder.diagnostics { remarks.append(diagnostic) }
        guard let known = first else {
            first = builder.uids.map { ExactText($0.uid) }
            return remarks.all
        }
        if seen.isEmpty { for uid in known { seen[uid] = false } }
        for (text, line) in builder.uids {
            let uid = ExactText(text)
            let isWarnedOf = seen[uid]
            seen[uid] = isWarnedOf != nil
            guard isWarnedOf == false else { continue }
            remarks.warn(
                .series,
                line: line,
                "the UID \"\(uid.text)\" stands in another calendar too; the two are separate series"
            )
        }
        return remarks.all
    }
}
