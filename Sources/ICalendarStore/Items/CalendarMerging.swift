import ICalendar

/// A three-way merge of the calendars of a file.
struct CalendarMerging {
    let base: CalendarFile
    let ours: CalendarFile
    /// The other program's file, and then what becomes of it.
    private(set) var merged: CalendarFile

    /// What tells a component from the others of its file.
    private struct Identity: Hashable {
        let name: String
        /// The UID; the TZID of a zone.
        let identifier: ExactText?
        /// RECURRENCE-ID.
        let recurrenceID: Value?
        /// What a component without a UID says, as nothing else names it.
        var content: Component?
        /// Which of several it is, by their order.
        var number = 0
    }

    init(base: CalendarFile, ours: CalendarFile, theirs: CalendarFile) {
        self.base = base
        self.ours = ours
        merged = theirs
    }

    /// Whether anything is left but definitions of zones.
    var hasItems: Bool {
        merged.calendars.contains { $0.component.components.contains { $0.name != "VTIMEZONE" } }
    }

    /// Carries over to the other program's file what changed from the base to ours.
    mutating func run(isRemoval: Bool) {
        let (before, after) = (Self.components(of: base), Self.components(of: ours))
        let theirs = Self.components(of: merged)
        let known = Dictionary(before.map { ($0.identity, $0.component) }) { first, _ in first }
        let mine = Dictionary(after.map { ($0.identity, $0.component) }) { first, _ in first }
        let others = Set(theirs.map(\.identity))
        // An override says little without its series: where one removed all of a UID, and the other changed any of it,
        // all of it stays.
        let (were, weHave, theyHave) = (Self.grouped(before), Self.grouped(after), Self.grouped(theirs))
        func staysWhole(_ identity: Identity) -> Bool {
            guard let uid = identity.identifier, let was = were[uid] else { return false }
            let (now, other) = (weHave[uid], theyHave[uid])
            return now == nil && other != was || other == nil && now != was
        }
        carryOver { identity, component in
            let old = known[identity]
            guard let new = mine[identity] else {
                // Somebody may need a zone that is needed here no longer.
                let goes = old == component && component.name != "VTIMEZONE" && !staysWhole(identity)
                return goes ? nil : component
            }
            return ComponentMerging(old: old, ours: new).merged(with: component)
        }
        for (place, identity, component) in after where !others.contains(identity) {
            // What the other program removed stays gone, unless it was changed here.
            if known[identity] == component, !staysWhole(identity) { continue }
            add(component, toCalendar: place)
        }
        if !isRemoval { mergeProperties() }
        addZones(from: after + before)
    }

    /// The components of all calendars with their identities, in order.
    private static func components(
        of file: CalendarFile
    ) -> [(place: Int, identity: Identity, component: Component)] {
        var counts: [Identity: Int] = [:]
        return file.calendars.enumerated().flatMap { place, calendar in
            calendar.component.components.map { component in
                (place, numbered(identity(of: component), &counts), component)
            }
        }
    }

    /// The components of each UID.
    private static func grouped(
        _ components: [(place: Int, identity: Identity, component: Component)]
    ) -> [ExactText: [Component]] {
        var groups: [ExactText: [Component]] = [:]
        for (_, identity, component) in components where component.name != "VTIMEZONE" {
            if let uid = identity.identifier { groups[uid, default: []].append(component) }
        }
        return groups
    }

    private static func identity(of component: Component) -> Identity {
        let text = component.text(component.name == "VTIMEZONE" ? "TZID" : "UID")
        return Identity(
            name: component.name,
            identifier: text.map { ExactText($0) },
            recurrenceID: component.first("RECURRENCE-ID")?.value,
            content: text == nil ? component : nil
        )
    }

    private static func numbered(_ identity: Identity, _ counts: inout [Identity: Int]) -> Identity {
        var numbered = identity
        numbered.number = counts[identity, default: 0]
        counts[identity] = numbered.number + 1
        return numbered
    }

    /// Replaces each component, or takes it out with nil.
    private mutating func carryOver(_ body: (Identity, Component) -> Component?) {
        var counts: [Identity: Int] = [:]
        for place in merged.calendars.indices {
            let old = merged.calendars[place].component.components
            let new = old.compactMap { component in
                body(Self.numbered(Self.identity(of: component), &counts), component)
            }
            // Where nothing changed nothing is touched, so that the bytes stay.
            if new != old { merged.calendars[place].component.components = new }
        }
    }

    /// Adds a component that the other program does not have: behind all others, a zone before them.
    private mutating func add(_ component: Component, toCalendar place: Int) {
        guard let last = merged.calendars.indices.last else { return }
        let place = min(place, last)
        // Nothing may hold the list while it changes, or each of thousands of components would cost a copy of all.
        let end = Self.end(for: component, in: merged.calendars[place].component.components)
        merged.calendars[place].component.components.insert(component, at: end)
    }

    /// Where a component is put that is new among others.
    private static func end(for component: Component, in components: [Component]) -> Int {
        guard component.name == "VTIMEZONE" else { return components.count }
        return components.firstIndex { $0.name != "VTIMEZONE" } ?? components.count
    }

    /// Carries over what was changed in the calendars' own properties.
    private mutating func mergeProperties() {
        for (place, calendar) in ours.calendars.enumerated() where place < merged.calendars.count {
            guard place < base.calendars.count else { continue }
            ComponentMerging(old: base.calendars[place].component, ours: calendar.component)
                .carryOverProperties(to: &merged.calendars[place].component)
        }
    }

    /// Adds the definitions of zones that one of the two removed and the other needs.
    private mutating func addZones(from candidates: [(place: Int, identity: Identity, component: Component)])
    {
        for place in merged.calendars.indices {
            let components = merged.calendars[place].component.components
            var defined = Set(
                components.filter { $0.name == "VTIMEZONE" }.compactMap { $0.text("TZID")?.zoneKey }
            )
            var used: Set<String> = []
            for component in components where component.name != "VTIMEZONE" {
                for property in component.properties {
                    property.timeZoneID.map { _ = used.insert($0.zoneKey) }
                }
            }
            for (_, _, zone) in candidates where zone.name == "VTIMEZONE" {
                guard let id = zone.text("TZID")?.zoneKey, used.contains(id), defined.insert(id).inserted
                else {
                    continue
                }
                add(zone, toCalendar: place)
            }
        }
    }
}

extension CalendarMerging {
    /// A UID that several whole items of one kind have, and of which both versions changed something; nil when there is none.
    ///
    /// Their order alone would tell such items apart, and that is another one as soon as one of them goes.
    var mixedUID: String? {
        let (before, mine, theirs) = (Self.items(of: base), Self.items(of: ours), Self.items(of: merged))
        for (key, own) in mine {
            // What one of the two removed as a whole is seen to as a whole.
            guard let other = theirs[key], own != other else { continue }
            let was = before[key] ?? []
            guard own != was, other != was else { continue }
            if [was, own, other].contains(where: Self.areSeveral) { return key.uid.text }
        }
        return nil
    }

    /// The components of each item.
    private static func items(of file: CalendarFile) -> [ItemKey: [Component]] {
        var items: [ItemKey: [Component]] = [:]
        for component in file.calendars.lazy.flatMap(\.component.components) {
            guard let key = ItemKey(component) else { continue }
            items[key, default: []].append(component)
        }
        return items
    }

    private static func areSeveral(_ components: [Component]) -> Bool {
        components.count { $0.first("RECURRENCE-ID") == nil } > 1
    }
}

/// What an item is and which.
struct ItemKey: Hashable {
    let kind: String
    let uid: ExactText

    /// Nil for a zone, and for what has no UID.
    init?(_ component: Component) {
        guard component.name != "VTIMEZONE", let uid = component.text("UID") else { return nil }
        (kind, self.uid) = (component.name, ExactText(uid))
    }
}
