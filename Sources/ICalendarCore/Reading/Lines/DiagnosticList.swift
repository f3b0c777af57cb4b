/// Diagnostics of one input, up to a limit, with a count of those beyond it.
package struct DiagnosticList: Sendable {
    package let limit: Int
    package let file: String?
    package private(set) var kept: [Diagnostic] = []
    package private(set) var leftOut = 0
    private var runs: [Flood] = []

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

    /// Adds a warning of a kind that comes in floods: those that follow it without another between are counted, and
    /// said in the one that stands.
    package mutating func warnOfRun(
        _ code: Diagnostic.Code,
        line: Int?,
        of kind: String,
        _ message: @autoclosure () -> String
    ) {
        if let last = runs.last, last.kind == kind, last.place == kept.count - 1 {
            runs[runs.count - 1].repeats += 1
            runs[runs.count - 1].lastLine = line
            return
        }
        guard kept.count < limit else {
            leftOut += 1
            return
        }
        runs.append(Flood(kind: kind, place: kept.count, lastLine: line))
        warn(code, line: line, message())
    }

    /// Remarks of one kind that came one after the other.
    private struct Flood {
        let kind: String
        let place: Int
        var repeats = 0
        var lastLine: Int?
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
        kept.append(contentsOf: other.told.prefix(room))
        leftOut += other.leftOut + max(0, other.kept.count - room)
    }

    /// Adds those of a second look at something, less those of the first.
    package mutating func append(_ second: DiagnosticList, without first: DiagnosticList) {
        let said = Set(first.told)
        for diagnostic in second.told where !said.contains(diagnostic) { append(diagnostic) }
    }

    /// Warns of a version other than 2.0; the calendar is read as far as RFC 5545 goes.
    package mutating func checkVersion(_ component: Component) {
        for version in component.all("VERSION") {
            let text = version.value.string ?? ""
            guard text != "2.0" else { continue }
            warn(
                .version,
                line: version.line,
                "VERSION is \(Words.quoted(text)), not 2.0; read as far as RFC 5545 goes"
            )
        }
    }

    /// Those kept, the first of a run saying how long it was.
    private var told: [Diagnostic] {
        var told = kept
        for run in runs where run.repeats > 0 {
            let others = run.repeats == 1 ? "so is one more" : "so are \(run.repeats) more"
            told[run.place].message += "; \(others) like it, up to line \(run.lastLine ?? 0)"
        }
        return told
    }

    /// Those kept, in the order of the file, and a last one that says how many more there were.
    package var all: [Diagnostic] {
        // Sorting pairs keeps the order of those on one line.
        var sorted = told.enumerated().sorted {
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
            let message = "the input has more than \(inputSize) bytes; what follows them is not read"
            remarks.add(.error, .limit, line: nil, message)
        }
        return remarks
    }
}
