/// The TZIDs of some events, each with the line where it was first used, in that order.
struct FirstZoneUses: Sendable {
    /// The first use of each.
    private(set) var first: [(id: String, line: Int?)] = []
    private var known: Set<String> = []
    /// The one that came last: the times of one list share their TZID, which may be long.
    private var last: String?
    /// So many are found by comparing, which for the few of a calendar is sooner done than hashing.
    private static let mostCompared = 8

    /// Notes the TZIDs of an event.
    mutating func add(_ event: ScheduledEvent) {
        event.schedule.forEachZoneUse { id, line in
            if id == last { return }
            last = id
            for use in first.prefix(Self.mostCompared) where use.id == id { return }
            if first.count >= Self.mostCompared, !known.insert(id).inserted { return }
            first.append((id, line))
        }
    }
}

extension EventSchedule {
    /// Gives the TZID of each time that has one, with its line.
    func forEachZoneUse(_ body: (String, Int?) -> Void) {
        func give(_ time: EventTime?, _ line: Int?) {
            if case .zoned(_, let id) = time { body(id, line) }
        }
        give(start, startLine)
        give(end, endLine)
        give(recurrenceID, recurrenceIDLine)
        for exclusion in exclusions { give(exclusion.value, exclusion.line) }
        for date in dates { give(date.value.start, date.line) }
    }
}
