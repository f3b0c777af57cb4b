import ICalendar

/// An item in a calendar: a master, or one of several with its UID, and its overrides.
///
/// Its changes are functions of components alone: what was there, what a person made of it, what is there then.
/// Components of another kind are not touched.
struct StoredItem {
    let calendar: CalendarObject
    let uid: String
    let kind: String
    let displayZone: Zone
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
    private(set) var scope: Set<Int> = []

    struct Outcome: Sendable, Equatable {
        var calendar: CalendarObject?
        /// A new series that goes on where the old one ends, as a calendar of its own.
        var continuation: CalendarObject?
        /// A to-do of its own for an instance that was done, as a calendar of its own.
        var done: CalendarObject?
        var dropped: [Component] = []
    }

    /// `known` is the component that the item came from, which tells whole events of one UID apart.
    init(
        calendar: CalendarObject,
        uid: String,
        kind: String = Event.componentName,
        knownAs known: Component? = nil,
        isOfSeries: Bool = false,
        displayZone: Zone,
        now: Instant = .now
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

    func changed(to calendar: CalendarObject, uid: String, knownAs known: Component?) -> StoredItem {
        StoredItem(
            calendar: calendar,
            uid: uid,
            kind: kind,
            knownAs: known,
            displayZone: displayZone,
            now: now
        )
    }

    /// The whole component that an edited calendar has of the item; nil when there are overrides only.
    func whole(in edited: CalendarObject) -> Component? {
        own(in: edited).first { $0.first("RECURRENCE-ID") == nil } ?? master
    }

    static func standing(
        _ uid: String,
        _ kind: String,
        in calendars: [CalendarObject],
        _ zone: Zone
    ) -> [(item: StoredItem, master: Component)] {
        calendars.flatMap { calendar in
            let item = StoredItem(calendar: calendar, uid: uid, kind: kind, displayZone: zone)
            return (item.master.map { [$0] + item.rivals } ?? []).map { (item, $0) }
        }
    }

    func isOwn(_ component: Component) -> Bool {
        component.name == kind && component.isOwn(of: uid)
    }

    func slots(of master: Component) -> SeriesSlots? {
        var event = Event(master)
        // A reminder recurs by its due date where it has no start.
        if event.start == nil { event.start = Todo(master).due }
        return SeriesSlots(of: event, in: definitions, displayZone: displayZone)
    }

    /// How many seconds an override's slot lies behind another one, by its own start; nil where the component names
    /// none.
    func distance(of component: Component, from slot: OccurrenceTime) -> Int? {
        guard let id = Event(component).recurrenceID, let slots = slots(of: component) else { return nil }
        // An override of a whole day may be at a time, and name its day by one in UTC.
        if case .date(let date) = slot, !id.isDate {
            return (id.dayOfAllDaySeries.dayNumber - date.dayNumber) * 86_400
        }
        return slots.key(of: id) - slots.key(of: slot)
    }

    func isOverride(_ component: Component, of slot: OccurrenceTime?) -> Bool {
        slot.flatMap { distance(of: component, from: $0) } == 0
    }

    static func recurs(_ master: Component) -> Bool {
        PropertyChanges.recurrence.contains { master.first($0) != nil }
    }

    func calendar(of components: [Component]) -> CalendarObject { calendar.with(components) }

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

    /// How often it is asked whether one of them has an override's slot; then the first one gets it.
    private static let mostQuestions = 10_000

    var eachStanding: [StoredItem] {
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
            changed(to: calendar.with(components), uid: uid, knownAs: nil)
        }
    }

    struct Times: Hashable {
        let isWall: Bool
        let start: Int
        let end: Int

        var isInverted: Bool { end < start }
    }

    /// The places of those whole events that stand: of the highest SEQUENCE, and of several at the same times the
    /// latest.
    func standing(_ masters: [Component]) -> [Int] {
        guard masters.count > 1, let highest = masters.map(\.revisionNumber).max() else {
            return Array(masters.indices)
        }
        var kept: [Int] = []
        var places: [Times?: Int] = [:]
        for (place, component) in masters.enumerated() where component.revisionNumber == highest {
            let times = times(of: component)
            if let twin = places[times] {
                if stamp(of: masters[kept[twin]]) <= stamp(of: component) { kept[twin] = place }
            } else {
                places[times] = kept.count
                kept.append(place)
            }
        }
        return kept
    }

    func stamp(of component: Component) -> Int {
        Event(component).stamp?.secondsSince1970 ?? .min
    }

    func times(of component: Component) -> Times? {
        guard let slots = slots(of: component), let start = Event(component).start ?? Todo(component).due
        else { return nil }
        let key = slots.key(of: start)
        return Times(isWall: slots.isWall, start: key, end: slots.endKey(of: component, from: key))
    }

    /// Which of several whole events an item came from: the very component, or one with its times, or that in whose
    /// series the override is from which it came.
    func choice(among masters: [Component], knownAs known: Component?) -> Int? {
        guard masters.count > 1, let known else { return masters.indices.first }
        if let place = masters.firstIndex(of: known) { return place }
        if known.first("RECURRENCE-ID") != nil {
            return masters.firstIndex { slots(of: $0)?.names(known) ?? false } ?? masters.indices.first
        }
        let wanted = times(of: known)
        return masters.firstIndex { times(of: $0) == wanted } ?? masters.indices.first
    }

    /// Whether the master is the whole event that an item came from, as far as that can be told: the very component, or one
    /// with its times, or one in whose series its override is.
    func isMaster(of known: Component) -> Bool {
        guard let master else { return own.contains(known) }
        if master == known { return true }
        if known.first("RECURRENCE-ID") != nil { return slots(of: master)?.names(known) ?? false }
        return times(of: master) == times(of: known)
    }
}

extension CalendarObject {
    func with(_ components: [Component]) -> CalendarObject {
        var other = self
        other.component.components = component.components.filter { $0.name == "VTIMEZONE" } + components
        return other
    }
}

extension Component {
    var revisionNumber: Int {
        if case .integer(let number)? = first("SEQUENCE")?.value { number } else { 0 }
    }

    /// Whether it is an item's component of a UID, which for one that has none is made from what it says.
    func isOwn(of uid: String) -> Bool {
        guard name != "VTIMEZONE" else { return false }
        // Texts that look the same may be others.
        if let own = text("UID") { return own.utf8.elementsEqual(uid.utf8) }
        return uid.utf8.starts(with: StableIdentifier.prefix.utf8) && StableIdentifier.uid(for: self) == uid
    }
}

extension SeriesSlots {
    /// The key of the slot that a RECURRENCE-ID names; one of another kind than the series' start names its day.
    func key(ofSlotNamed id: EventTime) -> Int {
        let own = key(of: id)
        return id.isDate == isAllDay ? own : slots(on: id.dayOfAllDaySeries, most: 1).first?.key ?? own
    }

    func names(_ override: Component) -> Bool {
        guard let id = Event(override).recurrenceID else { return false }
        return slot(withKey: key(ofSlotNamed: id)) != nil
    }

    /// When an occurrence that starts at a key ends, if it is as long as a component says: a day or no time where it
    /// says nothing (RFC 5545 section 3.6.1).
    func endKey(of component: Component, from key: Int) -> Int {
        let event = Event(component)
        if let duration = event.duration {
            let civil = civil(ofKey: key).adding(seconds: duration.days.clampedToYears * 86_400)
            return self.key(ofCivil: civil) + duration.seconds.clampedToYears
        }
        guard let start = event.start, let end = event.end ?? Todo(component).due else {
            return event.start?.isDate == true ? key + 86_400 : key
        }
        return key + self.key(of: end) - self.key(of: start)
    }
}

extension Int {
    /// A number of days or seconds that no sum of times can make overflow.
    fileprivate var clampedToYears: Int { Swift.min(Swift.max(self, -400_000_000_000), 400_000_000_000) }
}
