import ICalendar

/// Changes the components of one item in one calendar file, for one occurrence, those that follow, or all.
///
/// It works on components alone: what was there, what a person made of it, what is there then. Only components of the
/// item's own kind are touched, and of several whole events with one UID only the one that is edited.
struct ItemEditor {
    /// What a file holds.
    let calendar: CalendarObject
    /// The UID that is edited.
    let uid: String
    /// What is edited: `VEVENT` or `VTODO`.
    let kind: String
    /// The zone in which dates and floating times take their place.
    let displayZone: Zone
    /// The time of the edit.
    let now: Instant
    /// What the calendar says of zones, for thousands of whole events that ask for it.
    private let definitions: CalendarObject
    /// Whether what is edited is the series, and no occurrence of it that may have an override.
    let isOfSeries: Bool
    /// The component that describes a whole series or a single event; nil when there are overrides only.
    private(set) var master: Component?
    /// Other whole events that stand beside the master, as their SEQUENCE is the same and their times are not.
    private(set) var rivals: [Component] = []
    /// The places of whole events that nothing but the master makes obsolete: they are not shown as long as it is there.
    private(set) var beaten: [Int] = []
    /// The places, among the calendar's components, of the master and its overrides.
    private var scope: Set<Int> = []

    /// What there is afterwards.
    struct Outcome: Sendable, Equatable {
        /// What the file holds now; nil when nothing is left of it.
        var calendar: CalendarObject?
        /// A new series that goes on where the old one ends, as a calendar of its own.
        var continuation: CalendarObject?
        /// A to-do of its own for an instance that was done, as a calendar of its own.
        var done: CalendarObject?
        /// Overrides that are gone, as the changed rules have no slot for them.
        var dropped: [Component] = []
    }

    /// What edits an item.
    ///
    /// - Parameters:
    ///   - known: the component that the item came from, which tells whole events of one UID apart.
    ///   - isOfSeries: whether it stands for the series, and not for an occurrence.
    init(
        calendar: CalendarObject,
        uid: String,
        kind: String = Event.componentName,
        knownAs known: Component? = nil,
        isOfSeries: Bool = false,
        displayZone: Zone,
        now: Instant
    ) {
        self.calendar = calendar
        self.uid = uid
        self.kind = kind
        self.displayZone = displayZone
        self.now = now
        self.isOfSeries = isOfSeries
        definitions = calendar.with([])
        let components = calendar.component.components
        let places = components.indices.filter { isOwn(components[$0]) }
        let whole = places.filter { components[$0].first("RECURRENCE-ID") == nil }
        let standing = standing(whole.map { components[$0] }).map { whole[$0] }
        let chosen = choice(among: standing.map { components[$0] }, knownAs: known).map { standing[$0] }
        master = chosen.map { components[$0] }
        rivals = standing.filter { $0 != chosen }.map { components[$0] }
        if let master, whole.count > standing.count {
            let (kept, own) = (Set(standing), times(of: master))
            beaten = whole.filter { place in
                guard !kept.contains(place) else { return false }
                // What is older than all of them stays obsolete as long as one is left.
                if components[place].revisionNumber < master.revisionNumber { return rivals.isEmpty }
                return times(of: components[place]) == own
            }
        }
        scope = Set(places.filter { components[$0].first("RECURRENCE-ID") != nil })
        if !rivals.isEmpty, let slots = master.flatMap(slots(of:)) {
            let others = rivals.compactMap(slots(of:))
            scope = scope.filter { place in
                slots.names(components[place]) || !others.contains { $0.names(components[place]) }
            }
        }
        if let chosen { scope.insert(chosen) }
    }

    /// The components that are edited: the master and its overrides, in the order of the file.
    var own: [Component] { scope.sorted().map { calendar.component.components[$0] } }

    /// Whether a component is of the kind and the UID.
    func isOwn(_ component: Component) -> Bool {
        component.name == kind && component.isOwn(of: uid)
    }

    /// The original starts of a master's series.
    func slots(of master: Component) -> SeriesSlots? {
        var event = Event(master)
        // A reminder recurs by its due date where it has no start.
        if event.start == nil { event.start = Todo(master).due }
        return SeriesSlots(of: event, in: definitions, displayZone: displayZone)
    }

    /// How many seconds an override's slot lies behind another one; nil where the component names none.
    ///
    /// It is compared by the override's own start, for where the master is not here nothing else says more.
    func distance(of component: Component, from slot: OccurrenceTime) -> Int? {
        guard let id = Event(component).recurrenceID, let slots = slots(of: component) else { return nil }
        // An override of a whole day may be at a time, and name its day by one in UTC.
        if case .date(let date) = slot, !id.isDate {
            return (id.dayOfAllDaySeries.dayNumber - date.dayNumber) * 86_400
        }
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

    /// The calendar with these components instead of the master and its overrides; nil when no component is left but
    /// definitions of zones.
    ///
    /// Components that are as they were stay where they were, and all others are not touched, but for earlier revisions,
    /// by their SEQUENCE, that only the master had made obsolete: without it they would come back. What has the same
    /// SEQUENCE may be another event to which somebody gave the UID, and stays.
    ///
    /// - Throws: ``StoreError`` when another whole event of the UID would be changed by it.
    func replacingOwn(with components: [Component]) throws(StoreError) -> CalendarObject? {
        let new = try besideRivals(components)
        var left = Dictionary(grouping: new.indices.reversed()) { new[$0].identity }
        var isPlaced = [Bool](repeating: false, count: new.count)
        var result: [Component] = []
        var place: Int?
        for (number, component) in calendar.component.components.enumerated() {
            guard scope.contains(number) else {
                result.append(component)
                continue
            }
            if let index = left[component.identity]?.popLast() {
                result.append(new[index])
                isPlaced[index] = true
            }
            place = result.count
        }
        result.insert(
            contentsOf: new.indices.filter { !isPlaced[$0] }.map { new[$0] },
            at: place ?? result.count
        )
        dropObsolete(from: &result, keeping: components)
        guard result.contains(where: { $0.name != "VTIMEZONE" }) else { return nil }
        var edited = calendar
        edited.component.components = result
        return edited
    }

    /// The calendar without the item, and what the item takes with it where it is moved to: whole events that would be
    /// shown in its stead come first, so that it beats them there as it did here.
    func takingOwn() throws(StoreError) -> (left: CalendarObject?, along: [Component]) {
        let along = beaten.map { calendar.component.components[$0] }
        guard var left = try replacingOwn(with: []) else { return (nil, along) }
        var rest = along
        left.component.components.removeAll { component in
            guard let place = rest.firstIndex(of: component) else { return false }
            rest.remove(at: place)
            return true
        }
        return (left.component.components.contains { $0.name != "VTIMEZONE" } ? left : nil, along)
    }

    /// What an edited calendar has of what was edited: not what stays as it is.
    func own(in edited: CalendarObject) -> [Component] {
        let components = calendar.component.components
        var others = Set(components.indices.filter { !scope.contains($0) }.map { components[$0] })
        return edited.component.components.filter { isOwn($0) && others.remove($0) == nil }
    }

    /// A calendar of its own for other components, with the properties of this one.
    func calendar(of components: [Component]) -> CalendarObject { calendar.with(components) }
}

extension CalendarObject {
    /// A calendar with the properties and the definitions of zones of this one, and other components.
    func with(_ components: [Component]) -> CalendarObject {
        var other = self
        other.component.components = component.components.filter { $0.name == "VTIMEZONE" } + components
        return other
    }
}

extension Component {
    /// SEQUENCE; 0 when there is none.
    var revisionNumber: Int {
        if case .integer(let number)? = first("SEQUENCE")?.value { number } else { 0 }
    }

    /// What it has in common with itself before an edit.
    fileprivate struct Identity: Hashable {
        let kind: String
        let recurrenceID: Value?
    }

    /// Its kind and RECURRENCE-ID.
    fileprivate var identity: Identity { Identity(kind: name, recurrenceID: first("RECURRENCE-ID")?.value) }
}

extension ItemEditor {
    /// The calendar that has an item: the one with the very component that it came from, or else the first with
    /// components of its UID and kind.
    static func place(
        of uid: String,
        kind: String,
        knownAs known: Component?,
        in calendars: [CalendarObject]
    ) -> Int? {
        var first: Int?
        for (place, calendar) in calendars.enumerated() {
            let own = calendar.component.components.filter { $0.name == kind && $0.isOwn(of: uid) }
            guard !own.isEmpty else { continue }
            if let known, own.contains(known) { return place }
            first = first ?? place
        }
        return first
    }
}

extension Component {
    /// Whether it is an item's component of a UID, which for one that has none is made from what it says.
    func isOwn(of uid: String) -> Bool {
        guard name != "VTIMEZONE" else { return false }
        // Texts that look the same may be others.
        if let own = text("UID") { return own.utf8.elementsEqual(uid.utf8) }
        return uid.utf8.starts(with: StableIdentifier.prefix.utf8) && StableIdentifier.uid(for: self) == uid
    }
}

/// Instances of a recurring reminder that are done, and leave their series.
extension ItemEditor {
    /// Whether instances that were done or called off stand in the series, where others belong too then.
    var keepsSettledInstances: Bool {
        own.contains { $0.first("RECURRENCE-ID") != nil && Todo($0).isSettled }
    }

    /// Takes an instance out of its series and makes it a to-do of its own; the series begins with the next one then, so
    /// that programs that know no more of it than its one component can go on with it.
    ///
    /// Of the last one the series itself becomes that to-do.
    ///
    /// - Parameters:
    ///   - done: the instance as it was done.
    ///   - slot: its original start.
    ///   - uid: the UID of the new to-do.
    /// - Returns: nil where there is no series that has the instance.
    func takingApart(_ done: Component, at slot: OccurrenceTime, as uid: String) throws(StoreError)
        -> Outcome?
    {
        guard let master, Self.recurs(master), var parts = SeriesParts(self) else { return nil }
        let key = parts.slots.key(of: slot)
        guard parts.happens(at: key) else { return nil }
        parts.drop(key, self)
        parts.refresh(self)
        var single = done
        single.remove(PropertyChanges.recurrence)
        guard parts.happens else {
            single.revise(from: master, at: now)
            return Outcome(calendar: try replacingOwn(with: [single]))
        }
        single.replace("UID", with: [Property("UID", .text(uid))])
        let sibling = Parameter("RELTYPE", "SIBLING")
        single.properties.append(Property("RELATED-TO", .text(self.uid), parameters: [sibling]))
        single.remove(["SEQUENCE"])
        single.revise(from: nil, at: now)
        var rest = begunLater(parts)
        rest.master.revise(from: master, at: now)
        return Outcome(calendar: try replacingOwn(with: rest.components), done: calendar(of: [single]))
    }

    /// The series with its start at the first instance that is left, and the same instances as before; as it was where no
    /// start can say that.
    private func begunLater(_ parts: SeriesParts) -> SeriesParts {
        guard let start = parts.start else { return parts }
        let first = parts.slots.firstKept(from: -SeriesParts.farAway, before: SeriesParts.farAway)?.key
        let key = min(first ?? .max, parts.overrides.map(\.key).min() ?? .max)
        guard key > parts.slots.key(of: start) else { return parts }
        let master = parts.master
        let edit = SeriesEdit(
            parts,
            editor: self,
            changes: PropertyChanges(from: master, to: master),
            edited: master,
            base: master,
            key: key
        )
        guard var rest = try? edit.cut(uid: uid), let begin = rest.start else { return parts }
        // Each instance has the times of the first by the clock on the wall.
        for name in PropertyChanges.times { rest.master.replace(name, with: master.all(name)) }
        rest.master.moveToDo(by: begin.civil.secondNumber - start.civil.secondNumber)
        rest.refresh(self)
        return rest
    }
}

/// Each of several whole events or to-dos of one UID as an item of its own.
extension ItemEditor {
    /// How often it is asked whether one of them has an override's slot; then the first one gets it.
    private static let mostQuestions = 10_000

    /// What edits each of those that stand, with their overrides: this editor alone where there is one.
    var eachStanding: [ItemEditor] {
        guard let master, !rivals.isEmpty else { return [self] }
        let own = calendar.component.components.filter(isOwn)
        let overrides = own.filter { $0.first("RECURRENCE-ID") != nil }
        // In the order of the file.
        var left = Dictionary(([master] + rivals).map { ($0, 1) }, uniquingKeysWith: +)
        let masters = own.filter { component in
            guard let count = left[component], count > 0 else { return false }
            left[component] = count - 1
            return true
        }
        var parts = masters.map { [$0] }
        let slots = overrides.isEmpty ? [] : masters.map(slots(of:))
        var rest = Self.mostQuestions
        for override in overrides {
            var owner = 0
            for (place, slots) in slots.enumerated() where rest > 0 {
                rest -= 1
                guard slots?.names(override) == true else { continue }
                owner = place
                break
            }
            parts[owner].append(override)
        }
        return parts.map { components in
            ItemEditor(
                calendar: calendar.with(components),
                uid: uid,
                kind: kind,
                displayZone: displayZone,
                now: now
            )
        }
    }
}
