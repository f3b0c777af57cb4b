/// What a person can say of an event or a reminder by a name: the lines of the text that is edited, `--set`, and the options of `add`.
enum EventField: String, CaseIterable, Sendable {
    case title, start, end
    case allDay = "all-day"
    case timeZone = "time-zone"
    case location, url
    case repeats = "repeat"
    case status, attendee, alarm
    case due, priority, done
    case notes

    /// What can be said of an event.
    static let ofEvents = allCases.filter { ![.due, .priority, .done].contains($0) }
    /// What can be said of a reminder.
    static let ofReminders: [EventField] = [
        .title, .due, .timeZone, .location, .url, .repeats, .priority, .done, .notes,
    ]

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
        case .alarm: "how long before the start, such as 15m or 1d12h, or at 2026-03-30 07:00Z; a line each"
        case .due: "2026-03-30 18:00, or 2026-03-30 for the day"
        case .priority: "1 is the most urgent, 9 the least; nothing for none"
        case .done: "yes or no"
        case .notes: "any text; more lines of it begin with two blanks"
        }
    }
}
