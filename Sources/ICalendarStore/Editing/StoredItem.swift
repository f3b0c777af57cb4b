package import ICalendar

/// An item in a calendar: a master, possibly one of several with the same UID, and its overrides.
///
/// Edits are pure functions of the original, edited, and current components. Components of other types are unchanged.
struct StoredItem {
    let calendar: CalendarObject
    let uid: String
    let kind: String
    let displayZone: Zone
    let now: Instant
    /// The calendar's time zone definitions, shared by all of its complete events (possibly thousands).
    private let definitions: CalendarObject
    /// Whether the series itself is edited, rather than an occurrence that may have an override.
    let isOfSeries: Bool
    /// The component that describes a whole series or a single event, or `nil` if there are only overrides.
    private(set) var master: Component?
    /// Other complete events that coexist with the master because they have the same SEQUENCE but different times.
    private(set) var rivals: [Component] = []
    /// The positions of complete events that only the master supersedes.
    ///
    /// These events are hidden as long as the master exists.
    private(set) var beaten: [Int] = []
    /// The positions of the master and its overrides among the calendar's components.
    private(set) var scope: Set<Int> = []

    struct Outcome: Sendable, Equatable {
        var calendar: CalendarObject?
        /// A new series, in a separate calendar, that continues where the old series ends.
        var continuation: CalendarObject?
        /// A to-do for a completed instance, in a separate calendar.
        var done: CalendarObject?
        var dropped: [Component] = []
    }

    /// `known` is the component that the item came from.
    ///
    /// The component distinguishes complete events with the same UID.
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
        let whole = places.filter { !components[$0].isOverride }
        let standing = standing(whole.map { components[$0] }).map { whole[$0] }
        let chosen = choice(among: standing.map { components[$0] }, knownAs: known).map { standing[$0] }
        master = chosen.map { components[$0] }
        rivals = standing.filter { $0 != chosen }.map { components[$0] }
        if let master, whole.count > standing.count {
            let (kept, own) = (Set(standing), times(of: master))
            beaten = whole.filter { place in
                guard !kept.contains(place) else { return false }
                // An event that is older than all of these events remains superseded as long as one of them
                // remains.
                if components[place].revisionNumber < master.revisionNumber { return rivals.isEmpty }
                return times(of: components[place]) == own
            }
        }
        scope = Set(places.filter { components[$0].isOverride })
        if !rivals.isEmpty, let slots = master.flatMap(slots(of:)) {
            let others = rivals.compactMap(slots(of:))
            scope = scope.filter { place in
                slots.names(components[place]) || !others.contains { $0.names(components[place]) }
            }
        }
        if let chosen { scope.insert(chosen) }
    }

    /// The components to edit: the master and its overrides, in file order.
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

    /// Returns the item's complete component in an edited calendar, or `nil` if there are only overrides.
    func whole(in edited: CalendarObject) -> Component? {
        own(in: edited).first { !$0.isOverride } ?? master
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
        SeriesSlots(ofSeries: master, in: definitions, displayZone: displayZone)
    }

    /// Returns the distance in seconds from a slot to an override's slot, based on the override's start.
    ///
    /// Returns `nil` if the component does not identify a slot.
    func distance(of component: Component, from slot: OccurrenceTime) -> Int? {
        guard let id = Event(component).recurrenceID, let slots = slots(of: component) else { return nil }
        // An override in an all-day series may have a time of day and identify its day by a UTC time.
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

    /// Returns the position of the calendar that contains an item.
    ///
    /// Prefers the calendar that contains the exact known component. Otherwise, returns the first calendar with
    /// components of the same UID and type.
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

    /// The maximum number of slot lookups for assigning overrides to masters.
    ///
    /// Any remaining overrides are assigned to the first master.
    private static let mostQuestions = 10_000

    var eachStanding: [StoredItem] {
        guard let master, !rivals.isEmpty else { return [self] }
        let own = calendar.component.components.filter(isOwn)
        let overrides = own.filter { $0.isOverride }
        // Keep the components in file order.
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

    /// Returns the positions of the current complete events.
    ///
    /// Current events have the highest SEQUENCE and, among events with the same times, are the latest.
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

    /// Returns the complete event that an item came from: exactly that component, an event with the same times, or the
    /// series that the original override belongs to.
    func choice(among masters: [Component], knownAs known: Component?) -> Int? {
        guard masters.count > 1, let known else { return masters.indices.first }
        if let place = masters.firstIndex(of: known) { return place }
        if known.isOverride {
            return masters.firstIndex { slots(of: $0)?.names(known) ?? false } ?? masters.indices.first
        }
        let wanted = times(of: known)
        return masters.firstIndex { times(of: $0) == wanted } ?? masters.indices.first
    }

    /// Returns whether the master seems to be the complete event that an item came from: exactly that component, an
    /// event with the same times, or the series that the override belongs to.
    func isMaster(of known: Component) -> Bool {
        guard let master else { return own.contains(known) }
        if master == known { return true }
        if known.isOverride { return slots(of: master)?.names(known) ?? false }
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
        first("SEQUENCE")?.numberInRange ?? 0
    }

    /// Returns whether the component belongs to the item with the given UID.
    ///
    /// If the component has no UID, one is derived from its contents.
    func isOwn(of uid: String) -> Bool {
        guard name != "VTIMEZONE" else { return false }
        // Equal strings may consist of different bytes.
        if let own = text("UID") { return own.utf8.elementsEqual(uid.utf8) }
        return uid.utf8.starts(with: StableIdentifier.prefix.utf8) && StableIdentifier.uid(for: self) == uid
    }
}

extension SeriesSlots {
    /// Creates the slots of an event or to-do.
    ///
    /// Returns nil if it has neither a start nor a due time.
    package init?(ofSeries master: Component, in calendar: CalendarObject, displayZone: Zone) {
        var event = Event(master)
        // A reminder without a start recurs relative to its due date.
        if event.start == nil { event.start = Todo(master).due }
        self.init(of: event, in: calendar, displayZone: displayZone)
    }

    /// Returns the key of the slot that a RECURRENCE-ID identifies.
    ///
    /// If either the RECURRENCE-ID or the series has no time of day, only the day counts.
    package func key(ofSlotNamed id: EventTime) -> Int {
        let own = key(of: id)
        return id.isDate == isAllDay ? own : slots(on: id.dayOfAllDaySeries, most: 1).first?.key ?? own
    }

    func names(_ override: Component) -> Bool {
        guard let id = Event(override).recurrenceID else { return false }
        return slot(withKey: key(ofSlotNamed: id)) != nil
    }

    /// Returns the end of an occurrence that starts at a key and has a component's duration.
    ///
    /// Without an explicit duration, the occurrence lasts one day or is instantaneous (RFC 5545 section 3.6.1).
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
    /// The number of days or seconds, clamped to prevent overflow in sums of times.
    fileprivate var clampedToYears: Int { Swift.min(Swift.max(self, -400_000_000_000), 400_000_000_000) }
}
