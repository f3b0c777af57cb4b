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

    /// Holds what is to be sent to the tables of RFC 5546.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue``.
    package func check(_ events: [Event]) throws(CalendarError) {
        let components = events.map(\.component)
        for (place, breach) in MethodGrammar.breaches(among: components, keyword) {
            throw refusal(of: events[place], breach)
        }
        for event in events {
            let breaches = MethodGrammar.table(keyword, Event.componentName)?.breaches(by: event.component)
            if let breach = breaches?.first { throw refusal(of: event, breach) }
        }
    }

    private func refusal(of event: Event, _ breach: MethodBreach) -> CalendarError {
        CalendarError(.invalidValue, (event.summary.map { "'\($0)': " } ?? "") + breach.message)
    }

    /// An event as a message of this method holds it (RFC 5546 section 3.2): with the SEQUENCE and the SUMMARY, empty
    /// if need be, that its table wants, and without what has no place there and that nobody misses.
    func fitted(_ event: Event) -> Event {
        guard let table = MethodGrammar.table(keyword, Event.componentName) else { return event }
        var component = event.component
        if table.one.contains("SEQUENCE") {
            // What is added comes after a series that was sent, so that 0 is not allowed there.
            let least = self == .add ? 1 : 0
            if (component[integer: "SEQUENCE"] ?? -1) < least { component[integer: "SEQUENCE"] = least }
        }
        if table.one.contains("SUMMARY"), component.first("SUMMARY") == nil {
            component.properties.append(Property("SUMMARY", .text("")))
        }
        if self == .cancel, component.first("STATUS") != nil {
            component.setKeyword("STATUS", to: Event.Status.cancelled)
        }
        let forbidden = Set(table.none)
        component.components.removeAll { forbidden.contains($0.name) }
        component.properties.removeAll { property in
            if self == .refresh {
                let isKept = table.one.contains(property.name) || Self.ofRefresh.contains(property.name)
                return !isKept && !property.name.hasPrefix("X-")
            }
            return forbidden.contains(property.name) && !Self.telling.contains(property.name)
        }
        return Event(component)
    }

    /// Who is asked, and what makes a series or an override: without it something else would be sent.
    private static let telling: Set = ["ATTENDEE", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"]
    /// What REFRESH holds beside extensions and what its table demands.
    private static let ofRefresh: Set = ["UID", "DTSTAMP", "RECURRENCE-ID", "COMMENT"]
}

extension CalendarProperties {
    /// METHOD (RFC 5546 section 1.4) as one of its words, as in `METHOD:REQUEST`; nil when it is absent or another
    /// word.
    public var schedulingMethod: SchedulingMethod? {
        get { component.keyword("METHOD") }
        set { component.setKeyword("METHOD", to: newValue) }
    }
}
