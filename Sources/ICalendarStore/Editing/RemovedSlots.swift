import ICalendar

/// An occurrence that was removed from its series or canceled.
struct RemovedSlot: Sendable {
    let time: OccurrenceTime
    /// The time in the series' local time.
    let civil: CivilDateTime
    let isCancelled: Bool
}

extension StoredItem {
    /// The removed occurrences of the series in order: occurrences excluded by EXDATE, and canceled overrides.
    ///
    /// EXDATE values that do not match an occurrence of the rules are not included.
    var removedSlots: [RemovedSlot] {
        guard let master, let parts = SeriesParts(self) else { return [] }
        var found: [Int: Bool] = [:]
        for property in master.all("EXDATE") {
            for value in property.value.elements {
                guard let time = parts.time(of: value, in: property) else { continue }
                let key = parts.slots.key(of: time)
                if parts.slots.slot(withKey: key) != nil, !parts.happens(at: key) { found[key] = false }
            }
        }
        for override in parts.overrides where Self.isCancelled(override.component) {
            found[override.key] = true
        }
        return found.sorted { $0.key < $1.key }.map { key, isCancelled in
            let time = parts.slots.time(ofKey: key, like: parts.start, in: displayZone)
            return RemovedSlot(time: time, civil: parts.slots.civil(ofKey: key), isCancelled: isCancelled)
        }
    }

    /// Returns the calendar with a removed or canceled occurrence restored as the series defines it.
    ///
    /// Returns nil if the occurrence is neither removed nor canceled.
    ///
    /// A date in the EXDATE of a timed series excludes the whole day, so all occurrences on that day are restored.
    func restoring(_ slot: OccurrenceTime) throws(StoreError) -> CalendarObject? {
        guard let master, var parts = SeriesParts(self) else { return nil }
        let key = parts.slots.key(of: slot)
        let count = parts.overrides.count
        parts.overrides.removeAll { $0.key == key && Self.isCancelled($0.component) }
        if parts.overrides.count != count { parts.master.revise(from: nil, at: now) }
        parts.readmit(key, at: now)
        guard parts.master != master || parts.overrides.count != count else { return nil }
        return try replacingOwn(with: parts.components)
    }

    private static func isCancelled(_ override: Component) -> Bool {
        override.isCancelled && !override.isForAllThatFollow
    }
}
