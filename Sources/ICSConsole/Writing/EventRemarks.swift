import ICalendar

/// What was found wrong with an event while it was decoded.
struct EventRemarks: Sendable {
    /// The event.
    let event: ObjectIdentifier
    /// What was found.
    let diagnostics: [Diagnostic]
}

/// What was found wrong with the events of several files, each once, and of each file as much as may be said of one.
struct ToldRemarks: Sendable {
    private var events: Set<ObjectIdentifier> = []
    private var kept: [Diagnostic] = []
    /// How many there are of each file.
    private var counts: [String?: Int] = [:]
    private static let most = ReadingLimits().diagnostics

    /// Takes in what was found wrong with an event.
    mutating func add(_ remarks: EventRemarks) {
        guard events.insert(remarks.event).inserted else { return }
        for diagnostic in remarks.diagnostics {
            let count = counts[diagnostic.file, default: 0] + 1
            counts[diagnostic.file] = count
            if count <= Self.most { kept.append(diagnostic) }
        }
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
