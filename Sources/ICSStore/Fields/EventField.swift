/// What a person can say of an event by a name: the lines of the text that is edited, `--set`, and the options of `add`.
enum EventField: String, CaseIterable, Sendable {
    case title, start, end
    case allDay = "all-day"
    case timeZone = "time-zone"
    case location, url
    case repeats = "repeat"
    case status, attendee, alarm, notes

    /// The fields that together say when the event happens.
    static let times: Set<EventField> = [.start, .end, .allDay, .timeZone]

    /// What may be written, for people.
    var explanation: String {
        switch self {
        case .title: "one line"
        case .start: "2026-03-30 09:30, or 2026-03-30 for whole days"
        case .end: "the same; of whole days the last one"
        case .allDay: "yes or no"
        case .timeZone: "such as Europe/Berlin, UTC, or floating; nothing for whole days"
        case .location: "one line"
        case .url: "a link"
        case .repeats: "a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO"
        case .status: "confirmed, tentative or cancelled"
        case .attendee: "a mail address, or Jane Doe <jane@studio.example>; a line each"
        case .alarm: "how long before the start, such as 15m or 1d12h; a line each"
        case .notes: "any text; more lines of it begin with two blanks"
        }
    }
}
