import ICalendar

/// The values of an event's or a reminder's fields, as texts.
struct EventFields: Hashable, Sendable {
    private var values: [EventField: [String]] = [:]
    /// What there is to be said, in order.
    var names = EventField.ofEvents
    /// Whether the event says how long it takes, and not when it ends.
    var saysLength = false
    /// How long it takes, where no end can say that: it is in an hour that comes twice, the second time.
    var exactLength: NominalDuration?
    /// Whether the end is told by another clock than the start, as of a flight.
    var endsInOtherZone = false
    /// Whether the end was just said, though it may be the one that was shown.
    var isEndSaid = false
    /// Whether somebody said just now that it takes whole days or does not, so that the form of the start says nothing.
    var isAllDaySaid = false

    /// The time that a field says, and the zone that stands behind it, as of the end of a flight; nil for that of the start.
    func written(_ field: EventField) throws(CalendarError) -> (time: EventTime, zone: String?) {
        let words = text(field).split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return (try EventTime(text(field)), nil) }
        return (try EventTime("\(words[0]) \(words[1])"), String(words[2]))
    }

    /// The texts of a field; those of which there may be several have one each.
    subscript(_ field: EventField) -> [String] {
        get { values[field] ?? [] }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    /// The one text of a field, or nothing.
    func text(_ field: EventField) -> String { self[field].first ?? "" }

    /// Takes over what the texts of an event do not say, as they were made of it.
    mutating func takeForm(of other: EventFields) {
        saysLength = other.saysLength
        endsInOtherZone = other.endsInOtherZone
    }

    /// The fields that differ, in order.
    func differences(from other: EventFields) -> [EventField] {
        names.filter { self[$0] != other[$0] }
    }
}
