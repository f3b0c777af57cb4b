import ICalendar

struct CalendarMerging {
    let base: CalendarFile
    let ours: CalendarFile
    private(set) var merged: CalendarFile

    private struct Identity: Hashable {
        let name: String
        let identifier: ExactText?
        let recurrenceID: Value?
        /// The contents of a component without a UID, which can be identified only by its contents.
        var content: Component?
        /// The index among components with the same identity.
        var number = 0
    }

    var hasItems: Bool {
        merged.calendars.contains(where: \.hasItems)
    }

    mutating func run(isRemoval: Bool) {
        let (before, after) = (Self.components(of: base), Self.components(of: ours))
        let theirs = Self.components(of: merged)
        let known = Dictionary(before.map { ($0.identity, $0.component) }) { first, _ in first }
        let mine = Dictionary(after.map { ($0.identity, $0.component) }) { first, _ in first }
        let others = Set(theirs.map(\.identity))
        // An override means little without its series. If one side removed all components with a UID but the other side
        // changed any of them, keep all.
        let (were, weHave, theyHave) = (Self.grouped(before), Self.grouped(after), Self.grouped(theirs))
        func staysWhole(_ identity: Identity) -> Bool {
            guard let uid = identity.identifier, let was = were[uid] else { return false }
            let (now, other) = (weHave[uid], theyHave[uid])
            return now == nil && other != was || other == nil && now != was
        }
        carryOver { identity, component in
            let old = known[identity]
            guard let new = mine[identity] else {
                // The other side may still need a time zone that this side no longer needs.
                let goes = old == component && component.name != "VTIMEZONE" && !staysWhole(identity)
                return goes ? nil : component
            }
            return ComponentMerging(old: old, ours: new).merged(with: component)
        }
        for (place, identity, component) in after where !others.contains(identity) {
            // A component removed by the other program stays removed, unless this side changed it.
            if known[identity] == component, !staysWhole(identity) { continue }
            add(component, toCalendar: place)
        }
        if !isRemoval { mergeProperties() }
        addZones(from: after + before)
    }

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

    private mutating func carryOver(_ body: (Identity, Component) -> Component?) {
        var counts: [Identity: Int] = [:]
        for place in merged.calendars.indices {
            let old = merged.calendars[place].component.components
            let new = old.compactMap { component in
                body(Self.numbered(Self.identity(of: component), &counts), component)
            }
            // Leave an unchanged calendar alone to preserve its bytes.
            if new != old { merged.calendars[place].component.components = new }
        }
    }

    /// Adds a component that is missing from the other program's version.
    ///
    /// Time zones are inserted before all other components. Other components are appended.
    private mutating func add(_ component: Component, toCalendar place: Int) {
        guard let last = merged.calendars.indices.last else { return }
        let place = min(place, last)
        // Keep the array uniquely referenced. Otherwise, each of thousands of insertions would copy the array.
        let end = Self.end(for: component, in: merged.calendars[place].component.components)
        merged.calendars[place].component.components.insert(component, at: end)
    }

    private static func end(for component: Component, in components: [Component]) -> Int {
        guard component.name == "VTIMEZONE" else { return components.count }
        return components.firstIndex { $0.name != "VTIMEZONE" } ?? components.count
    }

    private mutating func mergeProperties() {
        for (place, calendar) in ours.calendars.enumerated() where place < merged.calendars.count {
            guard place < base.calendars.count else { continue }
            ComponentMerging(old: base.calendars[place].component, ours: calendar.component)
                .carryOverProperties(to: &merged.calendars[place].component)
        }
    }

    private mutating func addZones(from candidates: [(place: Int, identity: Identity, component: Component)])
    {
        for place in merged.calendars.indices {
            let components = merged.calendars[place].component.components
            var defined = Set(
                components.filter { $0.name == "VTIMEZONE" }.compactMap { $0.text("TZID")?.zoneKey }
            )
            let candidates = candidates.map(\.component).filter { $0.name == "VTIMEZONE" }
            let known = defined.union(candidates.compactMap { $0.text("TZID")?.zoneKey })
            var used: Set<String> = []
            for component in components where component.name != "VTIMEZONE" {
                for property in component.properties {
                    property.timeZoneID?.zoneKey(where: known.contains).map { _ = used.insert($0) }
                }
            }
            for zone in candidates {
                guard let id = zone.text("TZID")?.zoneKey, used.contains(id), defined.insert(id).inserted
                else {
                    continue
                }
                add(zone, toCalendar: place)
            }
        }
    }

    /// The UID shared by several complete items of one type, if both versions changed some of these items.
    ///
    /// Only the order distinguishes items with the same UID, and removing one of them changes the order.
    var mixedUID: String? {
        let (before, mine, theirs) = (Self.items(of: base), Self.items(of: ours), Self.items(of: merged))
        for (key, own) in mine {
            // An item that one side removed completely is treated as a unit.
            guard let other = theirs[key], own != other else { continue }
            let was = before[key] ?? []
            guard own != was, other != was else { continue }
            if [was, own, other].contains(where: Self.areSeveral) { return key.uid.text }
        }
        return nil
    }

    private static func items(of file: CalendarFile) -> [ItemKey: [Component]] {
        var items: [ItemKey: [Component]] = [:]
        for component in file.calendars.lazy.flatMap(\.component.components) {
            if let key = ItemKey(component) { items[key, default: []].append(component) }
        }
        return items
    }

    private static func areSeveral(_ components: [Component]) -> Bool {
        components.count { !$0.isOverride } > 1
    }
}

struct ComponentMerging {
    /// The common ancestor, or `nil` if both sides added the component.
    let old: Component?
    let ours: Component

    /// The properties that may occur several times in a component, each with an independent value.
    private static let repeatable: Set<String> = [
        "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONFERENCE", "CONTACT", "EXDATE", "IMAGE", "RDATE",
        "RELATED-TO",
        "REQUEST-STATUS", "RESOURCES",
    ]
    /// The properties that identify the revision.
    ///
    /// The later value wins.
    private static let revision: Set<String> = ["SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]

    func merged(with theirs: Component) -> Component {
        if ours == theirs || ours == old { return theirs }
        if theirs == old { return ours }
        var merged = theirs
        carryOverProperties(to: &merged)
        carryOverComponents(to: &merged)
        return merged
    }

    // MARK: - Properties

    func carryOverProperties(to theirs: inout Component) {
        let before = Dictionary(grouping: old?.properties ?? [], by: \.name)
        let mine = Dictionary(grouping: ours.properties, by: \.name)
        let others = Dictionary(grouping: theirs.properties, by: \.name)
        var changed = (ours.properties + (old?.properties ?? [])).map(\.name).eachOnce
            .filter { before[$0] != mine[$0] }
        // An item's times belong together. Mixing both sides would produce times that nobody chose.
        let times = PropertyChanges.times
        let isMoved = changed.contains(where: times.contains)
        if isMoved, times.contains(where: { before[$0] != others[$0] }) {
            let all = (ours.properties + theirs.properties).map(\.name).eachOnce.filter(times.contains)
            changed += all.filter { !changed.contains($0) }
        }
        for name in changed {
            let (was, now, other) = (before[name] ?? [], mine[name] ?? [], others[name] ?? [])
            if now == other { continue }
            let isList = Self.repeatable.contains(name) || max(was.count, now.count, other.count) > 1
            if was == other {
                theirs.replace(name, with: now)
            } else if Self.revision.contains(name) {
                if let one = now.first, other.first.map({ Self.isLater(one, than: $0) }) ?? true {
                    theirs.replace(name, with: now)
                }
            } else if isList {
                theirs.replace(name, with: Self.merged(was, now, other))
            } else {
                theirs.replace(name, with: now)
            }
        }
    }

    private static func isLater(_ one: Property, than other: Property) -> Bool {
        switch (one.value, other.value) {
        case (.integer(let one), .integer(let other)): one > other
        case (.dateTime(let one, _), .dateTime(let other, _)): one > other
        default: true
        }
    }

    /// Merges properties with the same name.
    ///
    /// Returns the other side's properties that this side neither removed nor changed, then those that this side added
    /// or changed.
    ///
    /// Attendees are identified by their addresses.
    private static func merged(_ was: [Property], _ now: [Property], _ other: [Property]) -> [Property] {
        let removed = remainder(of: was, without: now)
        let added = remainder(of: remainder(of: now, without: was), without: other)
        // If both sides changed an attendee, this side's version wins and keeps its position.
        var people = Dictionary(added.compactMap { one in address(of: one).map { ($0, one) } }) { $1 }
        let kept = remainder(
            of: other.map { address(of: $0).flatMap { people.removeValue(forKey: $0) } ?? $0 },
            without: removed
        )
        let placed = Set(kept)
        return kept + added.filter { !placed.contains($0) }
    }

    private static func address(of property: Property) -> String? {
        guard property.name == "ATTENDEE", case .calendarAddress(let address) = property.value else {
            return nil
        }
        return address.lowercased()
    }

    private static func remainder<Element: Hashable>(
        of list: [Element],
        without other: [Element]
    ) -> [Element] {
        guard !other.isEmpty else { return list }
        var counts: [Element: Int] = [:]
        for element in other { counts[element, default: 0] += 1 }
        return list.filter { element in
            guard let count = counts[element], count > 0 else { return true }
            counts[element] = count - 1
            return false
        }
    }

    // MARK: - Components inside

    private func carryOverComponents(to theirs: inout Component) {
        let before = Dictionary(grouping: old?.components ?? [], by: \.name)
        let mine = Dictionary(grouping: ours.components, by: \.name)
        let others = Dictionary(grouping: theirs.components, by: \.name)
        for name in (ours.components + (old?.components ?? [])).map(\.name).eachOnce {
            let (was, now, other) = (before[name] ?? [], mine[name] ?? [], others[name] ?? [])
            if was == now || now == other { continue }
            if was == other {
                theirs.replaceComponents(name, with: now)
            } else if let one = was.first, let two = now.first, let three = other.first,
                max(was.count, now.count, other.count) == 1
            {
                let merging = ComponentMerging(old: one, ours: two)
                theirs.replaceComponents(name, with: [merging.merged(with: three)])
            } else {
                let removed = Self.remainder(of: was, without: now)
                let kept = Self.remainder(of: other, without: removed)
                let added = Self.remainder(of: Self.remainder(of: now, without: was), without: other)
                theirs.replaceComponents(name, with: kept + added)
            }
        }
    }
}
