import ICalendar

/// What was changed in a component: the names of the properties and of the inner components that differ, and what
/// stands there now.
///
/// Changes are carried over to another version of the same component by name, so that whatever was not touched keeps
/// what the other version says: a three-way merge in which the person's own change wins.
struct PropertyChanges {
    /// What stands now in the place of the properties of a name; nothing where they were removed.
    private(set) var properties: [(name: String, now: [Property])] = []
    private(set) var components: [(name: String, now: [Component])] = []
    /// The changed property that each of those follows that say it once more, see ``Restatements``.
    private var followed: [String: String] = [:]

    /// What happens when, and what makes it recur: treated by the spans, not by name.
    static let times: Set<String> = ["DTSTART", "DTEND", "DURATION", "DUE"]
    static let recurrence: Set<String> = ["RRULE", "EXRULE", "RDATE", "EXDATE"]
    static let ownWays = times.union(recurrence)
    /// What says which component it is, and which revision of it: never carried over.
    static let identity: Set<String> = ["UID", "RECURRENCE-ID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]

    /// The differences between two versions; revisions and identities are left out.
    init(from base: Component, to edited: Component) {
        let before = Dictionary(grouping: base.properties, by: \.name)
        let after = Dictionary(grouping: edited.properties, by: \.name)
        for name in (base.properties + edited.properties).map(\.name).eachOnce
        where !Self.identity.contains(name) && before[name] != after[name] {
            properties.append((name, after[name] ?? []))
        }
        followRestatements(after)
        let innerBefore = Dictionary(grouping: base.components, by: \.name)
        let innerAfter = Dictionary(grouping: edited.components, by: \.name)
        for name in (base.components + edited.components).map(\.name).eachOnce
        where innerBefore[name] != innerAfter[name] {
            components.append((name, innerAfter[name] ?? []))
        }
    }

    /// Has what says a changed property once more go along with it: what another version, or an override, says so is of the
    /// old one.
    private mutating func followRestatements(_ after: [String: [Property]]) {
        let names = properties.map(\.name)
        let changed = Set(names)
        for name in names {
            for restatement in Restatements.names[name] ?? [] {
                followed[restatement] = name
                if !changed.contains(restatement) {
                    properties.append((restatement, after[restatement] ?? []))
                }
            }
        }
    }

    var isEmpty: Bool { properties.isEmpty && components.isEmpty }

    func touch(_ names: Set<String>) -> Bool {
        properties.contains { names.contains($0.name) }
    }

    /// Carries the changes over to another version, but for properties of some names, and only of those names that a
    /// condition allows: an override that says something of its own keeps it.
    func apply(
        to component: inout Component,
        except names: Set<String> = [],
        where isReached: (String) -> Bool = { _ in true }
    ) {
        // All are asked before any is changed.
        let reached = properties.filter { property in
            let name = followed[property.name] ?? property.name
            return !names.contains(name) && isReached(name)
        }
        let inner = components.filter { isReached($0.name) }
        for (name, now) in reached { component.replace(name, with: now) }
        for (name, now) in inner { component.replaceComponents(name, with: now) }
    }
}

extension [String] {
    var eachOnce: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Component {
    /// Takes out all that makes it recur, so that it happens once: without rules neither added dates nor exclusions are
    /// meant.
    package mutating func removeRecurrence() { remove(PropertyChanges.recurrence) }

    mutating func replace(_ name: String, with replacements: [Property]) {
        guard all(name) != replacements else { return }
        let place = properties.firstIndex { $0.name == name } ?? properties.endIndex
        properties.removeAll { $0.name == name }
        properties.insert(contentsOf: replacements, at: place)
    }

    mutating func replaceComponents(_ name: String, with replacements: [Component]) {
        let place = components.firstIndex { $0.name == name } ?? components.endIndex
        components.removeAll { $0.name == name }
        components.insert(contentsOf: replacements, at: place)
    }

    mutating func remove(_ names: Set<String>) {
        guard properties.contains(where: { names.contains($0.name) }) else { return }
        properties.removeAll { names.contains($0.name) }
    }

    /// Whether it is an override for its slot and all that follow (RANGE=THISANDFUTURE, RFC 5545 section 3.2.13).
    var isForAllThatFollow: Bool { Event(self).overridesFollowingInstances }

    /// Whether it is an override that is a series where its master is missing, as Lotus Notes exports one.
    var isSeriesByItself: Bool {
        isForAllThatFollow && (first("RRULE") != nil || first("RDATE") != nil)
    }

    func override(ofSlot name: EventTime) -> Component {
        var event = Event(self)
        event.component.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: name)])
        event.overridesFollowingInstances = isForAllThatFollow
        return event.component
    }

    /// Marks a component as changed now: DTSTAMP and LAST-MODIFIED, and one SEQUENCE more where it happens at another
    /// time than `before` said.
    mutating func revise(from before: Component?, at now: Instant) {
        let stamp = Value.dateTime(CivilDateTime(secondNumber: now.secondsSince1970), isUTC: true)
        put("DTSTAMP", stamp)
        put("LAST-MODIFIED", stamp)
        guard let before else { return }
        // What makes a new revision for attendees (RFC 5546 section 2.1.4).
        let isMoved = PropertyChanges.ownWays.contains { before.all($0) != all($0) }
        let sequence = before.revisionNumber
        if isMoved { put("SEQUENCE", .integer(sequence == .max ? .max : sequence + 1)) }
    }

    mutating func put(_ name: String, _ value: Value) {
        var property = first(name) ?? Property(name, value)
        property.value = value
        replace(name, with: [property])
    }
}
