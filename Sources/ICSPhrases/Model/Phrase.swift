package import ICalendar

/// The complete interpretation of a phrase as an event, a reminder, or a time.
package struct Phrase: Sendable, Hashable {
    /// A whole day, or a time on a day.
    package enum Time: Sendable, Hashable {
        /// A whole day.
        case date(CivilDate)
        /// A local time in the phrase's zone.
        case local(CivilDateTime)

        package var date: CivilDate {
            switch self {
            case .date(let date): date
            case .local(let time): time.date
            }
        }
    }

    package var title: String = ""
    /// The start, or a reminder's due time.
    ///
    /// The value is nil only for a reminder without a time.
    package var start: Time?
    /// The end, which is exclusive for times and the last day for dates.
    package var end: Time?
    /// Whether the words specify a day rather than only a time of day.
    package var hasDay = true
    package var rule: RecurrenceRule?
    package var place: String?
    package var categories: [String] = []
    /// The priority of a reminder, from 1 (highest) to 9, if the phrase specifies one.
    package var priority: Int?
    package var isReminder = false
    /// The zone of the times.
    package var zone: Zone
    /// The time zone that the phrase specifies, if any.
    package var namedZone: String?
    /// The exact instant, if the phrase is relative to now.
    ///
    /// The local time may be ambiguous.
    package var instant: Instant?
}
