import ICalendar

/// Changes the components of one UID in one calendar file, for one occurrence, those that follow, or all.
///
/// It works on components alone: what was there, what a person made of it, what is there then.
struct ItemEditor {
    /// What a file holds.
    let calendar: CalendarObject
    /// The UID that is edited.
    let uid: String
    /// The zone in which dates and floating times take their place.
    let displayZone: Zone
    /// The time of the edit.
    let now: Instant

    /// What there is afterwards.
    struct Outcome: Sendable, Equatable {
        /// What the file holds now; nil when nothing is left of it.
        var calendar: CalendarObject?
        /// A new series that goes on where the old one ends, as a calendar of its own.
        var continuation: CalendarObject?
    }

    /// The components of the UID that describe a whole series or a single event: the newest of each revision first.
    var master: Component? {
        own.filter { $0.first("RECURRENCE-ID") == nil }.max { $0.revisionNumber < $1.revisionNumber }
    }

    /// The components of the UID.
    var own: [Component] { calendar.component.components.filter(isOwn) }

    /// Whether a component is of the UID.
    func isOwn(_ component: Component) -> Bool {
        component.isOwn(of: uid)
    }

    /// The original starts of a master's series.
    func slots(of master: Component) -> SeriesSlots? {
        var event = Event(master)
        // A reminder recurs by its due date where it has no start.
        if event.start == nil { event.start = Todo(master).due }
        return SeriesSlots(of: event, in: calendar, displayZone: displayZone)
    }

    /// How many seconds an override's slot lies behind another one; nil where the component names none.
    ///
    /// It is compared by the override's own start, for where the master is not here nothing else says more.
    func distance(of component: Component, from slot: OccurrenceTime) -> Int? {
        guard let id = Event(component).recurrenceID, let slots = slots(of: component) else { return nil }
        return slots.key(of: id) - slots.key(of: slot)
    }

    /// Whether a component is the override of a slot.
    func isOverride(_ component: Component, of slot: OccurrenceTime?) -> Bool {
        slot.flatMap { distance(of: component, from: $0) } == 0
    }

    /// Whether a component is one of a series, so that a span has a meaning.
    static func recurs(_ master: Component) -> Bool {
        PropertyChanges.recurrence.contains { master.first($0) != nil }
    }

    /// The calendar with these components instead of those of the UID; nil when no component is left but definitions
    /// of zones.
    ///
    /// Components that are as they were stay where they were.
    func replacingOwn(with components: [Component]) -> CalendarObject? {
        var left = components
        var result: [Component] = []
        var place: Int?
        for component in calendar.component.components {
            guard isOwn(component) else {
                result.append(component)
                continue
            }
            if let index = left.firstIndex(where: { $0.hasIdentity(of: component) }) {
                result.append(left.remove(at: index))
            }
            place = result.count
        }
        result.insert(contentsOf: left, at: place ?? result.count)
        guard result.contains(where: { $0.name != "VTIMEZONE" }) else { return nil }
        var edited = calendar
        edited.component.components = result
        return edited
    }

    /// A calendar of its own for other components, with the properties of this one.
    func calendar(of components: [Component]) -> CalendarObject {
        var other = calendar
        other.component.components =
            calendar.component.components.filter { $0.name == "VTIMEZONE" } + components
        return other
    }
}

extension Component {
    /// SEQUENCE; 0 when there is none.
    var revisionNumber: Int {
        if case .integer(let number)? = first("SEQUENCE")?.value { number } else { 0 }
    }

    /// Whether another component has the same kind and RECURRENCE-ID.
    fileprivate func hasIdentity(of other: Component) -> Bool {
        name == other.name && first("RECURRENCE-ID")?.value == other.first("RECURRENCE-ID")?.value
    }
}

extension ItemEditor {
    /// What edits the items of a UID in the first of some calendars that has it.
    init?(of uid: String, in calendars: [CalendarObject], displayZone: Zone, now: Instant) {
        guard let place = Self.place(of: uid, in: calendars) else { return nil }
        self.init(calendar: calendars[place], uid: uid, displayZone: displayZone, now: now)
    }

    /// The first calendar that has components of a UID.
    static func place(of uid: String, in calendars: [CalendarObject]) -> Int? {
        calendars.firstIndex { $0.component.components.contains { $0.isOwn(of: uid) } }
    }
}

extension Component {
    /// Whether it is an item's component of a UID, which for one that has none is made from what it says.
    func isOwn(of uid: String) -> Bool {
        guard name != "VTIMEZONE" else { return false }
        if let own = text("UID") { return own == uid }
        return uid.utf8.starts(with: StableIdentifier.prefix.utf8) && StableIdentifier.uid(for: self) == uid
    }
}
