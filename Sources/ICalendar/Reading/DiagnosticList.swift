/// Diagnostics of one input, up to a limit, with a count of those beyond it.
struct DiagnosticList: Sendable {
    /// How many are kept.
    let limit: Int
    /// The name of the input.
    let file: String?
    /// Those kept, in the order in which they were found.
    private(set) var kept: [Diagnostic] = []
    /// How many were not kept.
    private(set) var leftOut = 0

    /// An empty list.
    init(file: String?, limit: Int) {
        self.file = file
        self.limit = max(0, limit)
    }

    /// Adds a warning; beyond the limit its message is not even made.
    mutating func warn(_ code: Diagnostic.Code, line: Int?, _ message: @autoclosure () -> String) {
        add(.warning, code, line: line, message())
    }

    /// Adds a diagnostic; beyond the limit its message is not even made.
    mutating func add(
        _ severity: Diagnostic.Severity,
        _ code: Diagnostic.Code,
        line: Int?,
        _ message: @autoclosure () -> String
    ) {
        guard kept.count < limit else {
            leftOut += 1
            return
        }
        kept.append(Diagnostic(severity, code, file: file, line: line, message()))
    }

    /// Adds those of another list, such as those of one component.
    mutating func append(_ other: DiagnosticList) {
        let room = limit - kept.count
        kept.append(contentsOf: other.kept.prefix(room))
        leftOut += other.leftOut + max(0, other.kept.count - room)
    }

    /// Those kept, in the order of the file, and a last one that says how many more there were.
    var all: [Diagnostic] {
        // Sorting pairs keeps the order of those on one line.
        var sorted = kept.enumerated().sorted {
            ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
        }
        .map(\.element)
        if leftOut > 0 {
            sorted.append(
                Diagnostic(.warning, .limit, file: file, "\(leftOut) more diagnostics are left out")
            )
        }
        return sorted
    }
}
