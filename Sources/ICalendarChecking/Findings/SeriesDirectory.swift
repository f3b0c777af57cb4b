import ICalendarCore

/// The events, to-dos and journals of a calendar, grouped by UID.
struct SeriesDirectory {
    struct Name: Hashable {
        /// `VEVENT`, `VTODO` or `VJOURNAL`.
        let component: String
        /// The UID or, if it is missing, the one that the reader derives from the content.
        let uid: ExactText
    }

    /// A revision of either a single instance or the entire series.
    private struct Revision: Hashable {
        let series: Int
        let recurrenceID: EventTime?
        let sequence: Int
    }

    /// The summary of all components with the same UID.
    private struct Series {
        var masters = 0
        var hasMaster: Bool { masters > 0 }
        /// The SEQUENCE that reaches or exceeds the maximum, if any.
        var largeSequence: Int?
        var hasSeveralLargeSequences = false
        /// The DTSTART of the first component that is not an override.
        var start: EventTime?
        var count = 0

        mutating func add(_ member: Member) {
            count += 1
            if member.sequence >= Int(Int32.max) {
                hasSeveralLargeSequences =
                    hasSeveralLargeSequences || largeSequence.map { $0 != member.sequence } ?? false
                largeSequence = member.sequence
            }
            guard !member.isOverride else { return }
            masters += 1
            if masters == 1 { start = member.start }
        }
    }

    /// The properties that identify a component's series.
    ///
    /// If a name occurs several times, the first property counts.
    private struct Member {
        var uid: String?
        var start: EventTime?
        var isOverride = false
        var recurrenceID: EventTime?
        var sequence = 0

        init(_ component: Component) {
            if let text = component.first("UID")?.value.string, !text.isEmpty { uid = text }
            start = component.first("DTSTART")?.eventTime
            if let property = component.given("RECURRENCE-ID") {
                isOverride = true
                recurrenceID = property.eventTime
            }
            sequence = component[integer: "SEQUENCE"] ?? sequence
        }
    }

    /// The names of the components that are grouped by UID.
    static let components: Set = ["VEVENT", "VTODO", "VJOURNAL"]

    private var series: [Series] = []
    /// The line of the earlier component for each duplicate, keyed by the duplicate's position.
    private var twins: [Int: Int?] = [:]
    /// The position of the previous copy for each identical duplicate, keyed by the duplicate's position.
    private var copies: [Int: Int] = [:]
    /// The index of the series that each of the calendar's direct children belongs to, or nil.
    private var places: [Int?]
    private let overrides: ReadOverrides

    init(_ calendar: CalendarObject) {
        var revisions: [Revision: Int?] = [:]
        var known: [Name: Int] = [:]
        var firstPlaces: [Revision: Int] = [:]
        var texts: [[UInt8]: Int] = [:]
        places = Array(repeating: nil, count: calendar.component.components.count)
        var members = ReadOverrides.Members()
        for (place, component) in calendar.component.components.enumerated()
        where SeriesDirectory.components.contains(component.name) {
            let member = Member(component)
            let uid = member.uid ?? StableIdentifier.uid(for: component)
            let name = Name(component: component.name, uid: ExactText(uid))
            let index = known[name] ?? series.count
            if index == series.count {
                series.append(Series())
                known[name] = index
            }
            places[place] = index
            series[index].add(member)
            members.add(component, of: index, isOverride: member.isOverride)
            // A component with an unreadable RECURRENCE-ID cannot be a revision.
            if member.isOverride, member.recurrenceID == nil { continue }
            let revision = Revision(
                series: index,
                recurrenceID: member.recurrenceID,
                sequence: member.sequence
            )
            if let line = revisions[revision] {
                twins[place] = line
                if let first = firstPlaces.removeValue(forKey: revision) {
                    texts[calendar.component.components[first].contentLines] = first
                }
                if let earlier = texts.updateValue(place, forKey: component.contentLines) {
                    copies[place] = earlier
                }
            } else {
                revisions[revision] = component.line
                firstPlaces[revision] = place
            }
        }
        overrides = ReadOverrides(members, method: calendar.component.first("METHOD"))
    }

    /// Returns the line of the earlier revision that a component duplicates.
    ///
    /// The result is nil if it is not a duplicate, and `.some(nil)` if the line is unknown.
    func twin(of place: Int) -> Int?? { twins[place] }

    /// Returns the position of an identical earlier component that can be removed without losing anything.
    ///
    /// The last copy remains, since programs that choose between copies use the last one.
    func copy(of place: Int) -> Int? { copies[place] }

    func isAlone(_ place: Int) -> Bool { (series(of: place)?.count ?? 1) == 1 }

    func hasMaster(_ place: Int) -> Bool { series(of: place)?.hasMaster ?? false }

    /// Returns whether at most one SEQUENCE in the series reaches or exceeds the maximum.
    func hasOneLargeSequence(_ place: Int) -> Bool {
        series(of: place)?.hasSeveralLargeSequences == false
    }

    /// Returns the times of the instance that an override without DTSTART cancels, or nil if it cancels nothing or the
    /// times cannot be written.
    func timesOfCancellation(
        by override: Component,
        at place: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> [Property]? {
        guard places.indices.contains(place), let index = places[place] else { return nil }
        return overrides.times(of: override, in: index, resolver, budget)
    }

    /// Returns the instance that a RECURRENCE-ID matches in a series with one master, or nil if there is none.
    func instance(
        _ id: EventTime,
        at place: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> ReadOverrides.Instance? {
        guard places.indices.contains(place), let index = places[place], series[index].masters == 1 else {
            return nil
        }
        return overrides.instance(id, index, resolver, budget)
    }

    func start(ofMasterOf place: Int) -> EventTime? { series(of: place)?.start }

    private func series(of place: Int) -> Series? {
        guard places.indices.contains(place), let index = places[place] else { return nil }
        return series[index]
    }
}
