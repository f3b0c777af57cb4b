extension CalendarFile {
    /// All places where the file breaks a rule: those of its calendars, and what reading had to leave out or to close.
    ///
    /// Of a file of more than 100,000 mistakes the rest is counted in one of ``Violation/Code/limit``.
    ///
    /// ```swift
    /// for violation in try CalendarFile(contentsOf: "team.ics").validate() { print(violation) }
    /// ```
    public func validate() -> [Violation] {
        var violations: [Violation] = []
        let shared = SharedChecks()
        for calendar in calendars {
            CalendarCheck.append(violationsOf: calendar, sharing: shared, to: &violations)
        }
        if let remark = shared.remark { violations.append(remark) }
        // Whatever else was said of a line that was kept is found again by the checks.
        violations += losses()
        violations += LineCheck(self).violations
        for index in violations.indices { violations[index].file = name }
        violations.sortByLine()
        return violations
    }
}

extension Violation {
    /// What a remark of reading means; nil for one about what was kept, which the checks look at themselves.
    init?(of diagnostic: Diagnostic) {
        let isLimit = diagnostic.code == .limit
        let isLost = isLimit || diagnostic.code == .framing || diagnostic.code == .mail
        guard isLost || diagnostic.code.repair != nil else { return nil }
        self.init(
            isLimit ? .warning : .error,
            isLimit ? .limit : .framing,
            file: diagnostic.file,
            line: diagnostic.line,
            diagnostic.message,
            section: isLimit ? "limits of reading" : "RFC 5545 section 3.4",
            repair: diagnostic.code.repair
        )
    }
}

extension Diagnostic.Code {
    /// What writing the calendar does about a remark of this kind; nil when something was lost.
    var repair: String? {
        switch self {
        case .missingEnd: "write the END"
        case .strayEnd: "remove the END"
        case .outsideCalendar: "write a VCALENDAR around it"
        case .layout: "rewrite it in the form of RFC 5545"
        default: nil
        }
    }
}
