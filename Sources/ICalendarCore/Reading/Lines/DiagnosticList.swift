/// The diagnostics of one input up to a limit, and the number of diagnostics beyond the limit.
package struct DiagnosticList: Sendable {
    package let limit: Int
    package let file: String?
    package private(set) var kept: [Diagnostic] = []
    package private(set) var leftOut = 0
    private var runs: [Repetition] = []

    package init(file: String?, limit: Int) {
        self.file = file
        self.limit = max(0, limit)
    }

    package var isEmpty: Bool { kept.isEmpty && leftOut == 0 }

    /// Adds a warning.
    ///
    /// The message is not evaluated once the limit has been reached.
    package mutating func warn(_ code: Diagnostic.Code, line: Int?, _ message: @autoclosure () -> String) {
        add(.warning, code, line: line, message())
    }

    /// Adds a diagnostic.
    ///
    /// The message is not evaluated once the limit has been reached.
    package mutating func add(
        _ severity: Diagnostic.Severity,
        _ code: Diagnostic.Code,
        line: Int?,
        _ message: @autoclosure () -> String
    ) {
        guard hasRoom() else { return }
        kept.append(Diagnostic(severity, code, file: file, line: line, message()))
    }

    /// Adds an error about skipped lines or properties whose component was kept.
    package mutating func addSkipped(line: Int?, _ message: @autoclosure () -> String) {
        guard hasRoom() else { return }
        var diagnostic = Diagnostic(.error, .framing, file: file, line: line, message())
        diagnostic.keepsComponent = true
        kept.append(diagnostic)
    }

    /// Adds a warning that often repeats.
    ///
    /// Consecutive repetitions are not listed; the first warning reports their number.
    package mutating func addRun(
        _ severity: Diagnostic.Severity,
        _ code: Diagnostic.Code,
        line: Int?,
        of kind: String,
        _ message: @autoclosure () -> String
    ) {
        if let last = runs.last, last.kind == kind, last.place == kept.count - 1 {
            kept[last.place].repeats += 1
            return
        }
        if kept.count < limit { runs.append(Repetition(kind: kind, place: kept.count)) }
        add(severity, code, line: line, message())
    }

    /// Consecutive diagnostics of the same kind.
    private struct Repetition {
        let kind: String
        let place: Int
    }

    /// Adds a diagnostic that already contains its file name.
    package mutating func append(_ diagnostic: Diagnostic) {
        guard hasRoom() else { return }
        kept.append(diagnostic)
    }

    /// Returns whether another diagnostic fits within the limit.
    ///
    /// If not, counts the diagnostic.
    private mutating func hasRoom() -> Bool {
        if kept.count < limit { return true }
        leftOut += 1
        return false
    }

    package mutating func append(_ other: DiagnosticList) {
        let room = limit - kept.count
        kept.append(contentsOf: other.kept.prefix(room))
        leftOut += other.leftOut + max(0, other.kept.count - room)
    }

    /// Adds the diagnostics of a second pass, except those already reported by the first pass.
    package mutating func append(_ second: DiagnosticList, without first: DiagnosticList) {
        let said = Set(first.kept)
        for diagnostic in second.kept where !said.contains(diagnostic) { append(diagnostic) }
    }

    /// Checks some of a calendar's own properties.
    ///
    /// A calendar with a version other than 2.0 is still read according to RFC 5545. If only a calendar's components
    /// are indented, their lines are read as continuations of the preceding property.
    package mutating func checkHeader(_ component: Component) {
        for property in component.properties {
            guard ["VERSION", "PRODID", "METHOD", "CALSCALE"].contains(property.name) else { continue }
            let text = property.value.string ?? ""
            if text.contains("BEGIN:V") {
                add(
                    .error,
                    .framing,
                    line: property.line,
                    "\(property.name): the value contains BEGIN lines, because they are indented; their components are skipped"
                )
            } else if property.name == "VERSION", text != "2.0" {
                warn(.version, line: property.line, "VERSION is \(Words.quoted(text)), not 2.0; read as 2.0")
            }
        }
    }

    /// The kept diagnostics in file order, followed by one that counts the omitted diagnostics.
    package var all: [Diagnostic] {
        // Sorting by offset as well preserves the order within each line.
        var sorted = kept.enumerated().sorted {
            ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
        }
        .map(\.element)
        if leftOut > 0 {
            sorted.append(
                Diagnostic(
                    .warning,
                    .limit,
                    file: file,
                    "limit reached: \(limit) diagnostics (ReadingLimits.diagnostics); \(leftOut) more not listed"
                )
            )
        }
        return sorted
    }

    /// Adds the diagnostics about a property's value or parameters.
    package mutating func add(_ remarks: [ValueRemark], of property: String, line: Int?) {
        for remark in remarks {
            add(remark.severity, remark.code, line: line, "\(property): \(remark.message)")
        }
    }
}

extension ReadingLimits {
    /// Returns the diagnostics about the end of a source that was read completely or up to ``inputSize``.
    package func remarks(ofEndOf source: ByteSource) -> DiagnosticList {
        remarks(ofEndOf: source.name, isCut: source.isCut)
    }

    /// Returns the diagnostics about the end of an input; `isCut` means that it has more than ``inputSize`` bytes.
    package func remarks(ofEndOf name: String?, isCut: Bool) -> DiagnosticList {
        var remarks = DiagnosticList(file: name, limit: max(1, diagnostics))
        if isCut {
            let message =
                "limit reached: \(inputSize) bytes of input (ReadingLimits.inputSize); the rest skipped"
            remarks.add(.error, .limit, line: nil, message)
        }
        return remarks
    }
}
