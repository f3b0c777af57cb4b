/// How reading fills in what is remembered of a calendar's own lines.
extension CalendarOrigin {
    /// Remembers a run of the calendar's own properties: those of its lines that became properties, and the others.
    ///
    /// Lines that belong to the text of a property, whose numbers are given, are neither.
    mutating func add(
        _ properties: [Property],
        of run: ComponentSlice,
        joined: Set<UInt32>,
        isBehindComponents: Bool
    ) {
        if !properties.isEmpty {
            runs[ObjectIdentifier(run.store)] = run.lines.first.map { Int($0.number) } ?? 0
            isInterleaved = isInterleaved || isBehindComponents
        }
        guard properties.count < run.lines.count else { return }
        var rest = properties[...]
        for line in run.lines {
            if rest.first?.line == Int(line.number) {
                rest.removeFirst()
            } else if !joined.contains(line.number) {
                let bytes = SourceLine(store: run.store, offset: line.offset, length: line.length)
                junk.append((Int(line.number), bytes))
            }
        }
    }
}

extension CalendarReader {
    /// The bytes of the line that was just read, its line end included, or nil when they are these.
    func oddLine(_ plain: [UInt8]) -> [UInt8]? {
        let line = scanner.copy(scanner.lineStart..<scanner.following)
        return line == plain ? nil : line
    }
}
