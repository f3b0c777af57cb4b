/// What reading remembers of a VCALENDAR's own lines, for writing it as it was.
///
/// Components and properties remember their own bytes; this is the rest: how BEGIN and END were written, where the
/// calendar's properties stood among the components, and lines that could not be used.
struct CalendarOrigin: Sendable {
    /// The line of BEGIN, or nil when it was a plain one, or when there was none.
    var begin: [UInt8]?
    /// The line of END, likewise.
    var end: [UInt8]?
    /// The bytes of each run of the calendar's own properties, and the line on which it starts.
    private(set) var runs: [ObjectIdentifier: Int] = [:]
    /// Whether properties stood behind components, which RFC 5545 section 3.4 does not have.
    private(set) var isInterleaved = false
    /// Lines between the components that could not be used, in their order.
    private(set) var junk: [(line: Int, bytes: SourceLine)] = []

    /// BEGIN as RFC 5545 wants it.
    static let plainBegin = Array("BEGIN:VCALENDAR\r\n".utf8)
    /// END as RFC 5545 wants it.
    static let plainEnd = Array("END:VCALENDAR\r\n".utf8)

    /// Remembers a run of the calendar's own properties: those of its lines that became properties, and the others.
    mutating func add(_ properties: [Property], of run: ComponentSlice, isBehindComponents: Bool) {
        if !properties.isEmpty {
            runs[ObjectIdentifier(run.store)] = run.lines.first.map { Int($0.number) } ?? 0
            isInterleaved = isInterleaved || isBehindComponents
        }
        guard properties.count < run.lines.count else { return }
        var rest = properties[...]
        for line in run.lines {
            if rest.first?.line == Int(line.number) {
                rest.removeFirst()
            } else {
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
