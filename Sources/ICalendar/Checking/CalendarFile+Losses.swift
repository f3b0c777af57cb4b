/// What reading lost, for who writes a file in the place of what was read.
extension CalendarFile {
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
    /// Whether this is about unusable lines whose bytes are kept.
    func isAbout(_ unusable: Set<Int>) -> Bool {
        guard code == .framing, let line else { return false }
        return unusable.contains(line)
    }
}
