import ICalendar

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
