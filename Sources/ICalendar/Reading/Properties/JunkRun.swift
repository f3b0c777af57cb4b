/// A run of unusable lines, reported as one diagnostic.
struct JunkRun {
    /// The numbers of the lines that are part of the text of another line.
    var joined: Set<UInt32> = []
    private var line = 0
    private var count = 0
    private var first = ""

    /// Adds a line.
    mutating func add(
        line number: Int,
        _ failure: ContentLine.Failure,
        _ bytes: Span<UInt8>,
        _ diagnostics: inout DiagnosticList
    ) {
        count += 1
        guard count == 1 else { return }
        line = number
        let what =
            switch failure {
            case .noColon: "has no colon"
            case .noName: "has no name"
            case .badName: "does not start with a name"
            case .marker: "has parameters, which BEGIN and END do not take"
            }
        first = "\(ValueReader.excerpt(bytes)) \(what)"
    }

    /// Ends the run and reports it, if it has any lines.
    mutating func end(_ diagnostics: inout DiagnosticList) {
        guard count > 0 else { return }
        diagnostics.warn(
            .framing,
            line: line,
            count == 1
                ? "\(first); line skipped"
                : "\(first); \(count) lines skipped"
        )
        count = 0
    }
}
