public import ICalendarCore

extension CalendarFile {
    /// All places where the file breaks a rule: those of its calendars, and what reading had to leave out or to close.
    ///
    /// Of a file of more than 100,000 mistakes the rest is counted in one of ``Violation/Code/limit``.
    ///
    /// ```swift
    /// for violation in try CalendarFile(contentsOf: "team.ics").validate() { print(violation) }
    /// ```
    public func validate() -> [Violation] {
        var violations = CalendarCheck.violations(of: calendars)
        // Whatever else was said of a line that was kept is found again by the checks.
        violations += losses()
        violations += LineCheck(self).violations
        for index in violations.indices { violations[index].file = name }
        violations.sortByLine()
        return violations
    }

    /// What reading had to leave out or to close, of all that ``validate()`` says.
    package func losses() -> [Violation] {
        var violations = diagnostics.compactMap(Violation.init(of:))
        // A line that is no content line is lost to all readers, and strict ones refuse a file for it.
        if violations.contains(where: { $0.code == .framing && !$0.isMendable }) {
            let unusable = unusableLines
            for index in violations.indices where violations[index].isAbout(unusable) {
                violations[index].repair = "remove the line"
            }
        }
        for index in violations.indices { violations[index].file = name }
        violations.sortByLine()
        return violations
    }

    /// Which of some lines are those of properties that are written by the bytes that were read.
    package func linesAsRead(of lines: Set<Int>) -> Set<Int> {
        guard !lines.isEmpty else { return [] }
        var kept: Set<Int> = []
        var pending = calendars.map(\.component)
        while let component = pending.popLast() {
            for property in component.properties {
                guard let line = property.line, lines.contains(line), property.sourceBytes != nil else {
                    continue
                }
                kept.insert(line)
            }
            pending += component.components
        }
        return kept
    }
}

extension Violation {
    /// What a remark of reading means; nil for one about what was kept, which the checks look at themselves.
    package init?(of diagnostic: Diagnostic) {
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

    /// Whether this is about unusable lines whose bytes are kept.
    func isAbout(_ unusable: Set<Int>) -> Bool {
        guard code == .framing, let line else { return false }
        return unusable.contains(line)
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

extension CalendarObject {
    /// All places where the calendar breaks a rule of RFC 5545, RFC 5546 or a later one, in the order of the file.
    ///
    /// Of more than 100,000 mistakes the rest is counted in one of ``Violation/Code/limit``.
    ///
    /// How something is written is checked where it was read from a file and not changed since. What reading could not
    /// keep at all is known to ``CalendarFile/validate()``.
    ///
    /// ```swift
    /// let errors = calendar.validate().filter { $0.severity == .error }
    /// ```
    public func validate() -> [Violation] {
        CalendarCheck.violations(of: [self])
    }
}
