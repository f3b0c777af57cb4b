import ICalendar

/// Several whole events with one UID: which of them stand, and which one is edited.
extension ItemEditor {
    /// When a whole event starts and ends.
    struct Times: Hashable {
        fileprivate let isWall: Bool
        fileprivate let start: Int
        fileprivate let end: Int

        /// Whether it ends before it starts.
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

    private func stamp(of component: Component) -> Int {
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

    /// The components as they can stand beside other whole events of the UID.
    ///
    /// SEQUENCE stays what it was, for a higher one would make the others obsolete.
    func besideRivals(_ components: [Component]) throws(StoreError) -> [Component] {
        guard !rivals.isEmpty, let master else { return components }
        var components = components
        for index in components.indices where components[index].first("RECURRENCE-ID") == nil {
            components[index].replace("SEQUENCE", with: master.all("SEQUENCE"))
            let times = times(of: components[index])
            if rivals.contains(where: { self.times(of: $0) == times }) {
                throw StoreError(
                    .startDateCollidesWithOtherOccurrence,
                    components[index].text("SUMMARY"),
                    "another event with the same UID is at that time"
                )
            }
        }
        // An override takes its slot out of each of them.
        let overrides = own.filter { $0.first("RECURRENCE-ID") != nil }
        let changed =
            components.filter { component in
                component.first("RECURRENCE-ID") != nil && !overrides.contains { $0.hasSlot(of: component) }
            } + overrides.filter { component in !components.contains { $0.hasSlot(of: component) } }
        for rival in changed.isEmpty ? [] : rivals.compactMap(slots(of:)) {
            if let one = changed.first(where: rival.names) {
                throw StoreError(
                    .invalidSpan,
                    one.text("SUMMARY"),
                    "another event with the same UID has an occurrence at that time; change all of them"
                )
            }
        }
        return components
    }

    /// Takes out whole events that were obsolete before an edit, and would not be after it.
    func dropObsolete(from components: inout [Component], keeping edited: [Component]) {
        let kept = Set(rivals)
        let masters = Set(edited.lazy.filter { $0.first("RECURRENCE-ID") == nil }.map(\.content))
        func mayStand(_ component: Component) -> Bool {
            kept.contains(component) || masters.contains(component.content)
        }
        let places = components.indices.filter {
            isOwn(components[$0]) && components[$0].first("RECURRENCE-ID") == nil
        }
        let revision = master?.revisionNumber ?? 0
        var risen: Set<Int> = []
        // From the highest SEQUENCE down, until one is left: what is below that stays obsolete.
        let revisions = Dictionary(grouping: places) { components[$0].revisionNumber }
        for (number, places) in revisions.sorted(by: { $0.key > $1.key }) {
            // Nothing but their times says of those with one SEQUENCE that one is a revision of the other.
            if number >= revision { break }
            var isOneLeft = false
            for twins in Dictionary(grouping: places, by: { times(of: components[$0]) }).values {
                // The latest stands, of equal ones the last.
                let sorted = twins.sorted {
                    (stamp(of: components[$0]), $0) < (stamp(of: components[$1]), $1)
                }
                let end = sorted.lastIndex { mayStand(components[$0]) }
                risen.formUnion(sorted[(end.map { $0 + 1 } ?? 0)...])
                if end != nil { isOneLeft = true }
            }
            if isOneLeft { break }
        }
        guard !risen.isEmpty else { return }
        components = components.indices.filter { !risen.contains($0) }.map { components[$0] }
    }
}

extension Component {
    /// Whether another component names the same slot.
    fileprivate func hasSlot(of other: Component) -> Bool {
        all("RECURRENCE-ID") == other.all("RECURRENCE-ID")
    }

    /// What it says but for its revision.
    fileprivate var content: Component {
        var content = self
        content.remove(["SEQUENCE"])
        return content
    }
}

extension SeriesSlots {
    /// The key of the slot that a RECURRENCE-ID names; one of another kind than the series' start names its day.
    func key(ofSlotNamed id: EventTime) -> Int {
        let own = key(of: id)
        return id.isDate == isAllDay ? own : slots(on: id.dayOfAllDaySeries, most: 1).first?.key ?? own
    }

    /// Whether an override names one of the slots.
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
