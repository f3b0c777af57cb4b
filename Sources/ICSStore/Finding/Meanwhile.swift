import ICalendar
import ICalendarStore

/// What became of an item while a person edited it: what they are told before it is saved over.
struct Meanwhile {
    /// The fields as they are now; nil where the item is gone.
    private let now: EventFields?
    /// The fields as they were shown.
    private let shown: EventFields

    init(_ now: EventFields?, _ shown: EventFields) {
        self.now = now
        self.shown = shown
    }

    /// What there is to be said of fields that are to be saved: what another program changed stays, but for those that
    /// were edited here too.
    func lines(against new: EventFields) -> [String] {
        guard let now else { return ["  It was removed meanwhile; saving brings it back."] }
        return new.differences(from: shown).filter { now[$0] != shown[$0] && now[$0] != new[$0] }.map {
            field in
            let text = now[field].map(EventFields.oneLine).joined(separator: ", ")
            return
                "  \(field.rawValue) was changed meanwhile, to \(text.isEmpty ? "nothing" : "'\(text)'"), which goes."
        }
    }
}

extension ItemFinder {
    /// The fields of an event that was named, as other programs have left it by now; nil where it is gone.
    func again(_ named: NamedEvent) throws -> EventFields? {
        try store.refreshSourcesIfNecessary()
        guard let identifier = named.event.occurrenceIdentifier, let item = ItemIdentifier(identifier) else {
            return nil
        }
        let found =
            try named.isSeries ? store.series(item) : store.event(withOccurrenceIdentifier: identifier)
        return found.map { EventFields($0.event) }
    }

    /// The same of a reminder.
    func again(_ reminder: Reminder) throws -> EventFields? {
        try store.refreshSourcesIfNecessary()
        return try store.reminder(withIdentifier: reminder.id).map { EventFields($0) }
    }
}
