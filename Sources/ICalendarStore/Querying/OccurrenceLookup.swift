import ICalendar

/// Finds single occurrences of one UID in one file.
struct OccurrenceLookup {
    private let index: OccurrenceIndex
    /// The components of the UID.
    private let components: [Component]
    private let zone: Zone

    /// What a file has of a UID.
    init(_ uid: String, in file: CalendarFile, zone: Zone) {
        var own = file
        own.diagnostics = []
        var components: [Component] = []
        for place in own.calendars.indices {
            let mine = own.calendars[place].component.components.filter { $0.isOwn(of: uid) }
            components += mine
            own.calendars[place].component.components =
                mine.isEmpty ? [] : own.calendars[place].timeZoneDefinitions + mine
        }
        self.components = components
        self.zone = zone
        index = OccurrenceIndex(of: [own], in: zone)
    }

    /// The occurrence that starts first of all.
    var first: Occurrence? { index.next(after: Instant(secondsSince1970: .min)) }

    /// The occurrence of an original start, wherever it was moved to.
    func occurrence(slot: OccurrenceTime) -> Occurrence? {
        let regular = slot.instant(in: zone)
        if let found = search(regular, regular.adding(seconds: 1), slot) { return found }
        // An override stands where it was moved to, and with RANGE=THISANDFUTURE moves those that follow.
        for event in components.lazy.map({ Event($0) }) {
            guard let id = event.recurrenceID, let start = event.start else { continue }
            let shift = start.civil.secondNumber - id.civil.secondNumber
            let place =
                event.overridesFollowingInstances
                ? regular.adding(seconds: shift) : Instant(secondsSince1970: start.civil.secondNumber)
            // A day on both sides is more than zones are apart.
            let from = place.adding(seconds: -2 * 86_400)
            if let found = search(from, place.adding(seconds: 2 * 86_400), slot) { return found }
        }
        return nil
    }

    /// The occurrence that starts at an instant, of several the one of the slot; where none does, the next one, or the
    /// first of all.
    func occurrence(startingAt start: Instant, slot: OccurrenceTime?) -> Occurrence? {
        if let window = try? OccurrenceWindow(from: start, to: start.adding(seconds: 1), in: zone) {
            let there = index.occurrences(in: window).filter { $0.start.instant(in: zone) == start }
            if let found = there.first(where: { $0.hasSlot(slot) }) ?? there.first {
                return found
            }
        }
        return index.next(after: start) ?? first
    }

    private func search(_ from: Instant, _ to: Instant, _ slot: OccurrenceTime) -> Occurrence? {
        guard let window = try? OccurrenceWindow(from: from, to: to, in: zone) else { return nil }
        return index.occurrences(in: window).first { $0.hasSlot(slot) }
    }
}

extension Occurrence {
    /// Whether it has an original start, in whatever zone that is given; nil is that of what happens once.
    func hasSlot(_ slot: OccurrenceTime?) -> Bool {
        switch (recurrenceID, slot) {
        case (nil, nil): true
        case (.instant(let own, _)?, .instant(let other, _)?): own == other
        case (let own, let other): own == other
        }
    }
}
