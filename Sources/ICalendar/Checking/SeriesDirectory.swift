/// The events, to-dos and journals of a calendar by their UIDs: which is the master of which, and which clash.
struct SeriesDirectory {
    /// What a component is one of.
    struct Name: Hashable {
        /// `VEVENT`, `VTODO` or `VJOURNAL`.
        let component: String
        /// Its UID; made from its content when it has none, as reading does.
        let uid: ExactText
    }

    /// One revision of one instance, or of the whole.
    private struct Revision: Hashable {
        let name: Name
        let recurrenceID: EventTime?
        let sequence: Int
    }

    /// What is known of the components of one UID.
    private struct Series {
        /// Whether a whole component is among them.
        var hasMaster = false
        /// DTSTART of the first whole one.
        var start: EventTime?
        /// How many there are.
        var count = 0
    }

    /// The components that have a UID by which they belong together.
    static let components: Set = ["VEVENT", "VTODO", "VJOURNAL"]

    private var series: [Name: Series] = [:]
    /// The places of components that another one is a twin of, and the line of that one.
    private var twins: [Int: Int?] = [:]
    private var names: [Int: Name] = [:]

    /// Goes through the components directly inside a calendar once.
    init(_ calendar: CalendarObject) {
        var revisions: [Revision: Int?] = [:]
        for (place, component) in calendar.component.components.enumerated()
        where SeriesDirectory.components.contains(component.name) {
            let schedule = EventSchedule(
                properties: component.properties.filter { isAsked($0.name) },
                line: nil
            )
            let uid = schedule.uid ?? StableIdentifier.uid(for: component)
            let name = Name(component: component.name, uid: ExactText(uid))
            names[place] = name
            series[name, default: Series()].count += 1
            if !schedule.isOverride, series[name]?.hasMaster == false {
                series[name]?.hasMaster = true
                series[name]?.start = schedule.start
            }
            // One whose RECURRENCE-ID cannot be read is a revision of nothing.
            if schedule.isOverride, schedule.recurrenceID == nil { continue }
            let revision = Revision(
                name: name,
                recurrenceID: schedule.recurrenceID,
                sequence: schedule.sequence
            )
            if let line = revisions[revision] {
                twins[place] = line
            } else {
                revisions[revision] = component.line
            }
        }
    }

    /// The line of an earlier component that this one is a twin of, nil when that has none; nil when it has no twin.
    func twin(of place: Int) -> Int?? { twins[place] }

    /// Whether a component stands alone with its UID.
    func isAlone(_ place: Int) -> Bool {
        names[place].flatMap { series[$0]?.count } ?? 1 == 1
    }

    /// Whether a component's UID has a whole component.
    func hasMaster(_ place: Int) -> Bool {
        names[place].flatMap { series[$0]?.hasMaster } ?? false
    }

    /// DTSTART of the whole component of a component's UID.
    func start(ofMasterOf place: Int) -> EventTime? {
        names[place].flatMap { series[$0]?.start }
    }
}

/// Whether a property matters for what a component is one of; the others need not be read.
private func isAsked(_ name: String) -> Bool {
    name == "UID" || name == "DTSTART" || name == "RECURRENCE-ID" || name == "SEQUENCE"
}
