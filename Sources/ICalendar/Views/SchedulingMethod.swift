/// METHOD (RFC 5546 section 1.4): what a calendar that is sent to somebody asks of them.
///
/// ```swift
/// if calendar.schedulingMethod == .cancel { print("called off") }
/// ```
public enum SchedulingMethod: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// Here are events, nobody is asked: `METHOD:PUBLISH`.
    case publish
    /// An invitation, or a change of one: `METHOD:REQUEST`.
    case request
    /// An attendee's answer: `METHOD:REPLY`.
    case reply
    /// Further instances of a series: `METHOD:ADD`.
    case add
    /// Called off: `METHOD:CANCEL`.
    case cancel
    /// An attendee asks for the latest: `METHOD:REFRESH`.
    case refresh
    /// An attendee proposes another time: `METHOD:COUNTER`.
    case counter
    /// The organizer keeps to the time: `METHOD:DECLINECOUNTER`.
    case declineCounter

    /// Holds an event to who must be named in it, and who may not (RFC 5546 section 3.2).
    ///
    /// - Throws: ``CalendarError/Code/invalidValue``.
    func check(_ event: Event) throws(CalendarError) {
        let name = event.summary.map { "'\($0)'" } ?? "an event"
        if event.organizer == nil {
            throw CalendarError(.invalidValue, "\(name) has no organizer, whom \(keyword) needs")
        }
        switch self {
        case .publish where !event.attendees.isEmpty:
            throw CalendarError(.invalidValue, "\(name) has attendees, whom PUBLISH does not allow")
        case .request where event.attendees.isEmpty, .counter where event.attendees.isEmpty,
            .declineCounter where event.attendees.isEmpty:
            throw CalendarError(.invalidValue, "\(name) has no attendee, whom \(keyword) needs")
        case .reply where event.attendees.count != 1, .refresh where event.attendees.count != 1:
            throw CalendarError(.invalidValue, "\(name) must have one attendee, who is who answers")
        case .add where event.component.properties.contains { Self.ofSeries.contains($0.name) }:
            throw CalendarError(
                .invalidValue,
                "\(name) is a series or an override, and ADD sends one instance"
            )
        default: break
        }
    }

    /// An event as a message of this method holds it (RFC 5546 section 3.2): with the SEQUENCE that some
    /// want, and without what has no place there.
    func fitted(_ event: Event) -> Event {
        var component = event.component
        switch self {
        case .add, .cancel, .declineCounter:
            // What is added comes after a series that was sent, so that 0 is not allowed there.
            let least = self == .add ? 1 : 0
            if (component[integer: "SEQUENCE"] ?? -1) < least { component[integer: "SEQUENCE"] = least }
        case .refresh:
            component.properties.removeAll { !Self.ofRefresh.contains($0.name) && !$0.name.hasPrefix("X-") }
        case .publish, .request, .reply, .counter: break
        }
        switch self {
        case .publish, .request, .add, .cancel: component.set("REQUEST-STATUS", to: nil)
        case .reply, .refresh, .counter, .declineCounter: break
        }
        switch self {
        case .reply, .cancel, .refresh, .declineCounter:
            component.components.removeAll { $0.name == Alarm.componentName }
        case .publish, .request, .add, .counter: break
        }
        return Event(component)
    }

    /// What only a series or an override has.
    private static let ofSeries: Set = ["RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"]
    /// All that REFRESH holds beside extensions.
    private static let ofRefresh: Set = [
        "UID", "DTSTAMP", "ORGANIZER", "ATTENDEE", "RECURRENCE-ID", "COMMENT",
    ]
}

extension CalendarProperties {
    /// METHOD (RFC 5546 section 1.4) as one of its words, as in `METHOD:REQUEST`; nil when it is absent or another
    /// word.
    public var schedulingMethod: SchedulingMethod? {
        get { component.keyword("METHOD") }
        set { component.setKeyword("METHOD", to: newValue) }
    }
}
