package import ICalendar

/// An event, a reminder or a time as a person typed it, with nothing left to interpret.
package struct Phrase: Sendable, Hashable {
    /// A whole day or a time of day on it.
    package enum Time: Sendable, Hashable {
        /// A whole day.
        case date(CivilDate)
        /// A wall-clock time in the phrase's zone.
        case local(CivilDateTime)

        package var date: CivilDate {
            switch self {
            case .date(let date): date
            case .local(let time): time.date
            }
        }

        package var isDay: Bool {
            if case .date = self { true } else { false }
        }
    }

    package var title: String = ""
    /// The start or, of a reminder, the due time; only a reminder can be without one.
    package var start: Time?
    /// The exclusive end of times, or the last of several days.
    package var end: Time?
    package var rule: RecurrenceRule?
    package var place: String?
    package var categories: [String] = []
    /// The priority of a reminder, from 1 (highest) to 9, or nil if the phrase names none.
    package var priority: Int?
    package var isReminder = false
    /// The zone of the times.
    package var zone: Zone
    /// The zone that the phrase names, if any.
    package var namedZone: String?
    /// The exact instant, if the phrase counts from now; the wall clock may show it twice.
    package var instant: Instant?
}
