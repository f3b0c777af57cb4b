package import ICalendar

/// The event, reminder or time that a phrase expresses, completely interpreted.
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
    }

    package var title: String = ""
    /// The start, or the due time of a reminder; nil only for a reminder without a time.
    package var start: Time?
    /// The end: exclusive for times, and the last day for dates.
    package var end: Time?
    package var rule: RecurrenceRule?
    package var place: String?
    package var categories: [String] = []
    /// The priority of a reminder, from 1 (highest) to 9, or nil if the phrase specifies none.
    package var priority: Int?
    package var isReminder = false
    /// The zone of the times.
    package var zone: Zone
    /// The time zone that the phrase specifies, if any.
    package var namedZone: String?
    /// The exact instant if the phrase is relative to now, since the local time may occur twice.
    package var instant: Instant?
}
