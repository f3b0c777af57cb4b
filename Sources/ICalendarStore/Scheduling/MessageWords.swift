import ICalendar

/// The text of a message in English, for recipients whose mail program does not support iCalendar.
struct MessageWords {
    private let message: OutgoingMessage
    private let first: Component?

    /// The maximum number of components and attendees to describe.
    private static let most = (components: 5, attendees: 50)

    init(_ message: OutgoingMessage) {
        self.message = message
        first = message.components.first
    }

    private var title: String {
        Words.title(first?.text("SUMMARY") ?? message.title)
    }

    private var answer: Attendee? { first.flatMap { Event($0).attendees.first } }

    /// The subject of an email, such as `Invitation: Review`.
    var subject: String {
        let kind =
            switch message.method {
            case .publish: "Event"
            case .request: message.isUpdate ? "Updated invitation" : "Invitation"
            case .add: "Additional occurrence"
            case .cancel: message.isRemoval ? "No longer invited" : "Canceled"
            case .refresh: "Latest version requested"
            case .counter: "Proposed change"
            case .declineCounter: "Proposal declined"
            case .reply:
                switch answer?.status {
                case .accepted: "Accepted"
                case .declined: "Declined"
                case .tentative: "Tentative"
                case .delegated: "Delegated"
                case .completed: "Completed"
                default: "Reply"
                }
            }
        return "\(kind): \(title)"
    }

    /// The lines of the email's text.
    var lines: [String] {
        var lines = ["\(heading)", ""]
        for component in message.components.prefix(Self.most.components) {
            if component.first("RECURRENCE-ID") != nil, message.components.count > 1 { lines.append("") }
            lines += details(of: component)
        }
        let left = message.components.count - Self.most.components
        if left > 0 { lines += ["", "… and \(left) more occurrences"] }
        if let comment = first?.text("COMMENT"), !comment.isEmpty { lines += ["", comment] }
        if message.method == .request, let notes = first?.text("DESCRIPTION"), !notes.isEmpty {
            lines += ["", notes]
        }
        return lines
    }

    private var heading: String {
        let name = message.sender.name ?? message.sender.email
        let isTask = first?.name == Todo.componentName
        let noun = isTask ? "task" : "event"
        switch message.method {
        case .publish: return "\(name) publishes this \(noun)."
        case .request:
            let organizer = first.flatMap { Event($0).organizer }?.email
            if organizer != message.sender.email { return "\(name) asks you to take their place." }
            if message.isUpdate { return "\(name) has changed this \(noun)." }
            return isTask ? "\(name) asks you to do this task." : "\(name) invites you to this event."
        case .add: return "\(name) adds an occurrence of this \(noun)."
        case .cancel:
            return message.isRemoval
                ? "\(name) has withdrawn your invitation to this \(noun)."
                : "\(name) has canceled this \(noun)."
        case .refresh: return "\(name) asks for the latest version of this \(noun)."
        case .counter: return "\(name) proposes this change."
        case .declineCounter: return "\(name) declines your proposal; the \(noun) remains unchanged."
        case .reply:
            guard let answer else { return "\(name) has replied." }
            let delegates = answer.delegates.map(Attendee.key(of:)).joined(separator: ", ")
            return "\(name) \(answer.status.words)\(delegates.isEmpty ? "" : " to \(delegates)")."
        }
    }

    private func details(of component: Component) -> [String] {
        let event = Event(component)
        var lines = ["Title: \(component.text("SUMMARY").map(Words.title) ?? title)"]
        if let when = Self.when(component) { lines.append("When: \(when)") }
        if let start = event.start {
            lines += event.recurrenceRules.map { "Repeats: \($0.description(startingAt: start))" }
        }
        if let id = event.recurrenceID { lines.append("Occurrence: \(id.words)") }
        if let place = event.location, !place.isEmpty { lines.append("Where: \(place)") }
        if message.method == .request, let organizer = event.organizer {
            lines.append("Organizer: \(organizer.name ?? organizer.shownName)")
            let people = event.attendees.map { $0.name ?? $0.shownName }
            let left = people.count - Self.most.attendees
            let shown = people.prefix(Self.most.attendees) + (left > 0 ? ["\(left) more"] : [])
            lines.append("Attendees: \(shown.joined(separator: ", "))")
        }
        return lines
    }

    /// Returns a component's times, such as `2026-03-30 10:00 to 11:00 (Europe/Berlin)`.
    static func when(_ component: Component) -> String? {
        let event = Event(component)
        guard let start = event.start else { return Todo(component).due.map { "due \($0.words)" } }
        var text = start.words
        let length = event.duration.map { start.civil.adding(seconds: $0.days * 86_400 + $0.seconds) }
        if let end = event.end ?? Todo(component).due ?? length.map({ start.with($0) }) {
            if start.isDate {
                let last = end.civil.date.adding(days: -1)
                if last > start.civil.date { text += " to \(last)" }
            } else if end.civil != start.civil {
                let isSameDay = end.civil.date == start.civil.date && end.isUTC == start.isUTC
                text += " to \(isSameDay ? String(end.words.dropFirst(11)) : end.words)"
            }
        }
        if let zone = component.first("DTSTART")?.timeZoneID { text += " (\(zone))" }
        return text
    }
}
