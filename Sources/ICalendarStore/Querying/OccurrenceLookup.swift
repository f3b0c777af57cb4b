import ICalendar

/// Finds single occurrences of one UID in one file.
struct OccurrenceLookup {
    private let index: OccurrenceIndex
    private let uid: String
    private let zone: Zone

    /// What a file has of a UID.
    init(_ uid: String, in file: CalendarFile, zone: Zone) {
        self.uid = uid
        self.zone = zone
        index = OccurrenceIndex(of: [file], in: zone)
    }

    /// The occurrence that starts first of all.
    var first: Occurrence? { index.firstOccurrence(ofUID: uid) }

    /// The occurrence of an original start, wherever it was moved to.
    func occurrence(slot: OccurrenceTime) -> Occurrence? {
        index.occurrence(ofUID: uid, recurrenceID: slot)
    }

    /// The occurrence that starts at an instant, of several the one of the slot; where none does, the next one, or the
    /// first of all.
    func occurrence(startingAt start: Instant, slot: OccurrenceTime?) -> Occurrence? {
        if let slot, let found = occurrence(slot: slot), found.start.instant(in: zone) == start {
            return found
        }
        if let found = occurrences(from: start, seconds: 1).first(where: {
            $0.start.instant(in: zone) == start
        }) {
            return found
        }
        // What a rule does not give any more is followed by what it does.
        return occurrences(from: start, seconds: 400 * 86_400).first { $0.start.instant(in: zone) > start }
            ?? first
    }

    private func occurrences(from start: Instant, seconds: Int) -> [Occurrence] {
        guard let window = try? OccurrenceWindow(from: start, to: start.adding(seconds: seconds), in: zone)
        else {
            return []
        }
        return Array(index.occurrences(ofUID: uid, in: window).prefix(1000))
    }
}
