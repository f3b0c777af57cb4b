extension CalendarFile {
    /// All places where the file breaks a rule: those of its calendars, and what reading had to leave out or to close.
    ///
    /// ```swift
    /// for violation in try CalendarFile(contentsOf: "team.ics").validate() { print(violation) }
    /// ```
    public func validate() -> [Violation] {
        var violations = calendars.flatMap { $0.validate() }
        for diagnostic in diagnostics {
            // Whatever else was said of a line that was kept is found again by the checks.
            guard diagnostic.code == .framing || diagnostic.code == .limit else { continue }
            if FramingRepair.isOfName(diagnostic) { continue }
            violations.append(Violation(of: diagnostic))
        }
        violations += LineCheck(self).violations
        for index in violations.indices { violations[index].file = name }
        return violations.sortedByLine
    }
}

extension Violation {
    /// What a remark of reading means.
    init(of diagnostic: Diagnostic) {
        self.init(
            diagnostic.code == .limit ? .warning : .error,
            diagnostic.code == .limit ? .limit : .framing,
            file: diagnostic.file,
            line: diagnostic.line,
            diagnostic.message,
            section: diagnostic.code == .limit ? "limits of reading" : "RFC 5545 section 3.4",
            repair: FramingRepair.repair(of: diagnostic)
        )
    }
}

/// Which remarks about framing are settled by writing the calendar: those that cost nothing.
enum FramingRepair {
    /// What is done, by a part of what reading says.
    static let repairs: [(said: String, done: String)] = [
        ("has no END; closed here", "write the END"),
        ("the file ends without END:VCALENDAR", "write the END"),
        ("without a BEGIN; ignored", "leave the END out"),
        ("stands outside any VCALENDAR", "write a VCALENDAR around it"),
    ]

    /// Whether a remark is about the name of a property that was kept, which the checks look at themselves.
    static func isOfName(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.code == .framing && ofNames.contains { diagnostic.message.contains($0) }
    }

    /// What reading says of names that it keeps.
    static let ofNames = ["has blanks around its name; passed over", "is no name that RFC 5545 allows; kept"]

    /// What is done about a remark, or nil when something was lost.
    static func repair(of diagnostic: Diagnostic) -> String? {
        guard diagnostic.code == .framing else { return nil }
        return repairs.first { diagnostic.message.contains($0.said) }?.done
    }
}
