/// A run of lines that cannot be used, for one diagnostic about all of them.
struct JunkRun {
    /// The numbers of the lines that belong to the text of another line.
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
            case .marker: "is a BEGIN or END with parameters, and there is none such"
            }
        first = "\(ValueReader.excerpt(bytes)) \(what)"
    }

    /// Says what the run was, if there was one.
    mutating func end(_ diagnostics: inout DiagnosticList) {
        guard count > 0 else { return }
        diagnostics.warn(
            .framing,
            line: line,
            count == 1
                ? "\(first); the line is left out"
                : "\(first); \(count) lines from this one on are left out"
        )
        count = 0
    }
}
