/// A field of an event or reminder.
///
/// A field has the same name in the edited text, in `--set`, and in the options of `add`.
package enum EventField: String, CaseIterable, Sendable {
    case title, start, end
    case allDay = "all-day"
    case timeZone = "time-zone"
    case location, url
    case repeats = "repeat"
    case status, category, attendee, alarm
    case due, priority, done
    case notes

    package static let ofEvents = allCases.filter { ![.due, .priority, .done].contains($0) }
    package static let ofReminders: [EventField] = [
        .title, .start, .due, .timeZone, .location, .url, .repeats, .priority, .category, .done, .notes,
    ]

    /// The fields that can have multiple values.
    package static let repeatable: Set<EventField> = [.repeats, .category, .attendee, .alarm]

    package static let times: Set<EventField> = [.start, .end, .allDay, .timeZone]
    package static let timesOfReminders: Set<EventField> = [.start, .due, .timeZone]

    package var explanation: String {
        switch self {
        case .title: "one line"
        case .start: "2026-03-30 09:30, or 2026-03-30 for an all-day event"
        case .end: "the same; for an all-day event, the last day"
        case .allDay: "yes or no"
        case .timeZone: "such as Europe/Berlin, UTC or floating; empty for whole days"
        case .location: "one line"
        case .url: "a link"
        case .repeats: "an RFC 5545 rule, such as FREQ=WEEKLY;BYDAY=MO"
        case .status: "confirmed, tentative or cancelled"
        case .category: "one per line"
        case .attendee: "an email address, or Jane Doe <jane@studio.example>; one per line"
        case .alarm: "time before the start, such as 15m or 1d12h, or at 2026-03-30 07:00Z; one per line"
        case .due: "2026-03-30 18:00, or 2026-03-30 without a time"
        case .priority: "high, medium, low, or from 1 (highest) to 9 (lowest); empty for none"
        case .done: "yes or no"
        case .notes: "any text; further lines begin with two spaces"
        }
    }
}

package struct FieldError: Error, Hashable {
    package var field: EventField?
    /// The 1-based line number, or nil outside the edited text.
    package var line: Int?
    package var reason: String

    package init(field: EventField? = nil, line: Int? = nil, reason: String) {
        self.field = field
        self.line = line
        self.reason = reason
    }

    /// The message, such as `line 4: all-day: 'maybe' is neither yes nor no`.
    package var text: String {
        (line.map { "line \($0): " } ?? "") + (field.map { "\($0.rawValue): " } ?? "") + reason
    }
}
