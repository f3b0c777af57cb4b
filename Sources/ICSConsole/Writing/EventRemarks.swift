import ICalendar

/// What was found wrong with an event while it was decoded and its rows were made.
struct EventRemarks: Sendable {
    /// The event.
    let event: ObjectIdentifier
    /// The kind of its rows.
    let kind: Int
    /// What was found while it was decoded, which is the same for all kinds.
    let diagnostics: [Diagnostic]
    /// What rows of this kind do not say of the event.
    let remark: Diagnostic?
}

/// What was found wrong with the events of several files, each once, and of each file as much as may be said of one.
struct ToldRemarks: Sendable {
    /// The kinds of rows of each event, one bit each.
    private var events: [ObjectIdentifier: Int] = [:]
    private var kept: [Diagnostic] = []
    /// How many there are of each file.
    private var counts: [String?: Int] = [:]
    private static let most = ReadingLimits().diagnostics

    /// Takes in what was found wrong with an event.
    mutating func add(_ remarks: EventRemarks) {
        let known = events[remarks.event] ?? 0
        guard known & 1 << remarks.kind == 0 else { return }
        events[remarks.event] = known | 1 << remarks.kind
        if known == 0 {
            for diagnostic in remarks.diagnostics { add(diagnostic) }
            if let remark = remarks.remark { add(remark) }
        } else if let remark = remarks.remark, !kept.contains(remark) {
            add(remark)
        }
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        let count = counts[diagnostic.file, default: 0] + 1
        counts[diagnostic.file] = count
        if count <= Self.most { kept.append(diagnostic) }
    }

    /// Those kept, and for each file how many more there were.
    var all: [Diagnostic] {
        let floods = counts.filter { $0.value > Self.most }.sorted { ($0.key ?? "") < ($1.key ?? "") }
        return kept
            + floods.map { file, count in
                Diagnostic(.warning, .limit, file: file, "\(count - Self.most) more diagnostics are left out")
            }
    }
}
