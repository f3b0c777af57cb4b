/// Diagnostics of one input, up to a limit, with a count of those beyond it.
package struct DiagnosticList: Sendable {
    package let limit: Int
    package let file: String?
    package private(set) var kept: [Diagnostic] = []
    package private(set) var leftOut = 0
    private var runs: [Run] = []

    package init(file: String?, limit: Int) {
        self.file = file
        self.limit = max(0, limit)
    }

    package var isEmpty: Bool { kept.isEmpty && leftOut == 0 }

    /// Adds a warning; beyond the limit its message is not even made.
    package mutating func warn(_ code: Diagnostic.Code, line: Int?, _ message: @autoclosure () -> String) {
        add(.warning, code, line: line, message())
    }

    /// Adds a diagnostic; beyond the limit its message is not even made.
    package mutating func add(
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

    /// Adds a diagnostic of a kind that a hostile file repeats without end.
    ///
    /// Consecutive ones of the same kind become one, which counts the rest in ``Diagnostic/repeats``.
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
        guard kept.count < limit else {
            leftOut += 1
            return
        }
        runs.append(Run(kind: kind, place: kept.count))
        add(severity, code, line: line, message())
    }

    /// Consecutive diagnostics of one kind.
    private struct Run {
        let kind: String
        let place: Int
    }

    /// Adds a diagnostic that names its file itself.
    package mutating func append(_ diagnostic: Diagnostic) {
        guard kept.count < limit else {
            leftOut += 1
            return
        }
        kept.append(diagnostic)
    }

    package mutating func append(_ other: DiagnosticList) {
        let room = limit - kept.count
        kept.append(contentsOf: other.kept.prefix(room))
        leftOut += other.leftOut + max(0, other.kept.count - room)
    }

    /// Adds those of a second look at something, less those of the first.
    package mutating func append(_ second: DiagnosticList, without first: DiagnosticList) {
        let said = Set(first.kept)
        for diagnostic in second.kept where !said.contains(diagnostic) { append(diagnostic) }
    }

    /// Warns of a version other than 2.0; the calendar is read as far as RFC 5545 goes.
    package mutating func checkVersion(_ component: Component) {
        for version in component.all("VERSION") {
            let text = version.value.string ?? ""
            guard text != "2.0" else { continue }
            warn(
                .version,
                line: version.line,
                "VERSION is \(Words.quoted(text)), not 2.0; read as 2.0"
            )
        }
    }

    /// Those kept, in the order of the file, and a last one that says how many more there were.
    package var all: [Diagnostic] {
        // Sorting pairs keeps the order of those on one line.
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

    /// Adds what was said of the value or the parameters of a property.
    package mutating func add(_ remarks: [ValueRemark], of property: String, line: Int?) {
        for remark in remarks {
            add(remark.severity, remark.code, line: line, "\(property): \(remark.message)")
        }
    }
}

extension ReadingLimits {
    /// What there is to be said of a source that was read up to its end, or up to ``inputSize``.
    package func remarks(ofEndOf source: ByteSource) -> DiagnosticList {
        remarks(ofEndOf: source.name, isCut: source.isCut)
    }

    /// What there is to be said of an input of a name; `isCut` says that it has more bytes than ``inputSize``.
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
