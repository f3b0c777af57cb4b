/// What reading lost, for who writes a file in the place of what was read.
extension CalendarFile {
    /// What reading had to leave out or to close, of all that ``validate()`` says.
    package func losses() -> [Violation] {
        var violations = diagnostics.compactMap(Violation.init(of:))
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
