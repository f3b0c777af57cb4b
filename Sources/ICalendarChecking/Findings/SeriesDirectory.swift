import ICalendarCore

/// The events, to-dos and journals of a calendar by their UIDs: which is the master of which, and which clash.
struct SeriesDirectory {
    struct Name: Hashable {
        /// `VEVENT`, `VTODO` or `VJOURNAL`.
        let component: String
        /// Its UID; made from its content when it has none, as reading does.
        let uid: ExactText
    }

    /// One revision of one instance, or of the whole.
    private struct Revision: Hashable {
        let series: Int
        let recurrenceID: EventTime?
        let sequence: Int
    }

    /// What is known of the components of one UID.
    private struct Series {
        var hasMaster = false
        /// DTSTART of the first whole one.
        var start: EventTime?
        var count = 0

        mutating func add(_ member: Member) {
            count += 1
            guard !member.isOverride, !hasMaster else { return }
            hasMaster = true
            start = member.start
        }
    }

    /// What one component says of the series that it belongs to; the first of each property counts.
    private struct Member {
        var uid: String?
        var start: EventTime?
        var isOverride = false
        var recurrenceID: EventTime?
        var sequence = 0

        init(_ component: Component) {
            if let text = component.first("UID")?.value.string, !text.isEmpty { uid = text }
            start = component.first("DTSTART")?.eventTime
            if let property = component.first("RECURRENCE-ID") {
                isOverride = true
                recurrenceID = property.eventTime
            }
            if case .integer(let number)? = component.first("SEQUENCE")?.value { sequence = number }
        }
    }

    /// The components that have a UID by which they belong together.
    static let components: Set = ["VEVENT", "VTODO", "VJOURNAL"]

    private var series: [Series] = []
    /// The places of components that another one is a twin of, and the line of that one.
    private var twins: [Int: Int?] = [:]
    /// For twins that say the same as an earlier component, byte by byte, the place of the last such one.
    private var copies: [Int: Int] = [:]
    /// For each component directly inside the calendar its series, or nil.
    private var places: [Int?]

    init(_ calendar: CalendarObject) {
        var revisions: [Revision: Int?] = [:]
        var known: [Name: Int] = [:]
        var firstPlaces: [Revision: Int] = [:]
        var texts: [[UInt8]: Int] = [:]
        places = Array(repeating: nil, count: calendar.component.components.count)
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
            // One whose RECURRENCE-ID cannot be read is a revision of nothing.
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
    }

    /// The line of an earlier component that this one is a twin of, nil when that has none; nil when it has no twin.
    func twin(of place: Int) -> Int?? { twins[place] }

    /// The place of an earlier component that says the same, so that nothing is lost without it; the last of them counts
    /// where programs choose.
    func copy(of place: Int) -> Int? { copies[place] }

    func isAlone(_ place: Int) -> Bool { (series(of: place)?.count ?? 1) == 1 }

    func hasMaster(_ place: Int) -> Bool { series(of: place)?.hasMaster ?? false }

    func start(ofMasterOf place: Int) -> EventTime? { series(of: place)?.start }

    private func series(of place: Int) -> Series? {
        guard places.indices.contains(place), let index = places[place] else { return nil }
        return series[index]
    }
}
