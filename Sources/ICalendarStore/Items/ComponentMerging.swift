import ICalendar

/// A three-way merge of one component: what changed from an old version to ours is carried over to another one.
struct ComponentMerging {
    /// What both began with; nil where both made it.
    let old: Component?
    /// What this store made of it.
    let ours: Component

    /// Properties of which a component may have several, each of which stands for itself.
    private static let repeatable: Set<String> = [
        "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONFERENCE", "CONTACT", "EXDATE", "IMAGE", "RDATE",
        "RELATED-TO",
        "REQUEST-STATUS", "RESOURCES",
    ]
    /// What says which revision it is: the later stands.
    private static let revision: Set<String> = ["SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]

    /// The other version with our changes.
    func merged(with theirs: Component) -> Component {
        if ours == theirs || ours == old { return theirs }
        if theirs == old { return ours }
        var merged = theirs
        carryOverProperties(to: &merged)
        carryOverComponents(to: &merged)
        return merged
    }

    // MARK: - Properties

    /// Carries over what was changed in properties.
    func carryOverProperties(to theirs: inout Component) {
        let before = Dictionary(grouping: old?.properties ?? [], by: \.name)
        let mine = Dictionary(grouping: ours.properties, by: \.name)
        let others = Dictionary(grouping: theirs.properties, by: \.name)
        var changed = (ours.properties + (old?.properties ?? [])).map(\.name).eachOnce
            .filter { before[$0] != mine[$0] }
        // When something happens is one thing: half of it from each would be a time that nobody meant.
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

    /// What became of several properties of a name: of theirs those that we did not remove or change, and then those
    /// that we added or changed.
    ///
    /// People are told apart by their addresses.
    private static func merged(_ was: [Property], _ now: [Property], _ other: [Property]) -> [Property] {
        let removed = remainder(of: was, without: now)
        let added = remainder(of: remainder(of: now, without: was), without: other)
        // A person whom both changed is as we said, and stays where they were.
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

    /// What a list has more often than another one.
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

    /// Carries over what was changed in components inside, such as alarms.
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
