import ICalendar

/// The changes to a component: the new values of changed properties and subcomponents, by name.
///
/// Changes are applied by name to another version of the component, which keeps its other values. In effect, this is a
/// three-way merge in which the user's change wins.
struct PropertyChanges {
    /// The new properties for each changed name.
    ///
    /// The array is empty if the properties were removed.
    private(set) var properties: [(name: String, now: [Property])] = []
    private(set) var components: [(name: String, now: [Component])] = []
    /// The changed property that each restatement derives from.
    ///
    /// See ``Restatements``.
    private var followed: [String: String] = [:]

    /// The properties that define times and recurrence.
    ///
    /// These properties are changed according to the span rather than by name.
    static let times: Set<String> = ["DTSTART", "DTEND", "DURATION", "DUE"]
    static let recurrence: Set<String> = ["RRULE", "EXRULE", "RDATE", "EXDATE"]
    static let ownWays = times.union(recurrence)
    /// The properties that identify the component and its revision.
    ///
    /// These properties are never applied to another version.
    static let identity: Set<String> = ["UID", "RECURRENCE-ID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]

    /// Finds the differences between two versions, ignoring identity and revision.
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

    /// Adds the restatements of changed properties to the changes.
    ///
    /// In other versions and in overrides, restatements describe the old values.
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

    /// Applies the changes to another version, skipping excluded names and changes that fail the given condition.
    ///
    /// Conditions let an override keep its own values.
    func apply(
        to component: inout Component,
        except names: Set<String> = [],
        where isReached: (String) -> Bool = { _ in true }
    ) {
        // Evaluate all conditions before changing anything.
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
    package var eachOnce: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Component {
    /// Removes all recurrence properties, which makes the item occur only once.
    ///
    /// Without rules, added dates and exclusions are meaningless.
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

    var isCancelled: Bool { text("STATUS")?.uppercased() == "CANCELLED" }

    /// Whether the component overrides its slot and all later ones (RANGE=THISANDFUTURE, RFC 5545 section 3.2.13).
    var isForAllThatFollow: Bool { Event(self).overridesFollowingInstances }

    /// Whether the component is a range override that forms a series without a master, as in exports from Lotus Notes.
    var isSeriesByItself: Bool {
        isForAllThatFollow && (first("RRULE") != nil || first("RDATE") != nil)
    }

    func override(ofSlot name: EventTime) -> Component {
        var event = Event(self)
        event.component.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: name)])
        event.overridesFollowingInstances = isForAllThatFollow
        return event.component
    }

    /// Marks a component as changed.
    ///
    /// Updates DTSTAMP and LAST-MODIFIED, and increments SEQUENCE if the times differ from those in `before`.
    mutating func revise(from before: Component?, at now: Instant) {
        let stamp = Value.dateTime(CivilDateTime(secondNumber: now.secondsSince1970), isUTC: true)
        put("DTSTAMP", stamp)
        put("LAST-MODIFIED", stamp)
        guard let before else { return }
        // Changes to times and recurrence require a new revision for attendees (RFC 5546 section 2.1.4).
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
