public import ICalendarCore

extension CalendarContents {
    /// Returns every violation of RFC 5545, RFC 5546 or a later RFC, in file order.
    ///
    /// At most 100,000 violations are reported for a file; a final violation with the code `limit` counts the rest.
    /// Notation is checked only in content that was read from a file and has not been changed. Content that the reader
    /// discarded, and components that it closed, are reported for the file rather than for one of its calendars.
    ///
    /// ```swift
    /// for violation in try CalendarFile(contentsOf: "team.ics").validate() { print(violation) }
    /// let errors = calendar.validate().filter { $0.severity == .error }
    /// ```
    public func validate() -> [Violation] { calendarFiles.flatMap(\.violations) }
}

extension CalendarFile {
    fileprivate var violations: [Violation] {
        var violations = CalendarCheck.violations(of: calendars)
        // The checks below find all other problems in the lines that were kept.
        violations += losses()
        violations += LineCheck(self).violations
        violations += violationsOfJCal
        for index in violations.indices { violations[index].file = name }
        violations.sortByLine()
        return violations
    }

    /// The violations of jCal's notation.
    var violationsOfJCal: [Violation] {
        jCalRemarks.map {
            Violation(
                .error,
                .valueForm,
                line: $0.line,
                $0.message,
                section: "RFC 7265 section 3",
                repair: "rewrite it as RFC 7265 requires (\($0.message))"
            )
        }
    }

    /// Returns only the violations from ``validate()`` about content that the reader discarded or components that it
    /// closed.
    package func losses() -> [Violation] {
        var violations = diagnostics.compactMap(Violation.init(of:))
        // Any reader loses an invalid content line, and strict readers even reject the whole file.
        if violations.contains(where: { $0.code == .framing && !$0.isRepairable }) {
            let unusable = unusableLines
            for index in violations.indices where violations[index].isAbout(unusable) {
                violations[index].repair = "remove the line"
            }
        }
        for index in violations.indices { violations[index].file = name }
        violations.sortByLine()
        return violations
    }

    /// Returns the given lines whose properties would be written with their original bytes.
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
    /// Creates the violation for a reader diagnostic, or returns nil if the content was kept, since other checks report
    /// kept content.
    package init?(of diagnostic: Diagnostic) {
        let isLimit = diagnostic.code == .limit
        let isNote = diagnostic.severity == .note
        let isLost = isLimit || diagnostic.code == .framing || diagnostic.code == .mail
        guard isLost || diagnostic.code.repair != nil else { return nil }
        self.init(
            isNote ? .note : isLimit ? .warning : .error,
            isLimit ? .limit : .framing,
            file: diagnostic.file,
            line: diagnostic.line,
            diagnostic.message,
            section: isLimit ? "reading limits" : "RFC 5545 section 3.4",
            repair: diagnostic.code.repair
        )
        keepsComponent = diagnostic.keepsComponent
    }

    /// Whether the reader may have discarded more than individual lines or properties, such as a whole component or its
    /// part beyond a limit.
    package var losesComponent: Bool {
        guard code == .framing else { return code == .limit }
        return severity == .error && !isRepairable && !keepsComponent
    }

    /// Returns whether the violation is about an unusable line whose bytes are preserved.
    func isAbout(_ unusable: Set<Int>) -> Bool {
        guard code == .framing, let line else { return false }
        return unusable.contains(line)
    }
}

extension Diagnostic.Code {
    /// The correction that the writer makes for a diagnostic with this code, or nil if content was lost.
    var repair: String? {
        switch self {
        case .missingEnd: "add the missing END"
        case .strayEnd: "remove the stray END"
        case .outsideCalendar: "wrap it in a VCALENDAR"
        case .layout: "rewrite it as RFC 5545 requires"
        default: nil
        }
    }
}
