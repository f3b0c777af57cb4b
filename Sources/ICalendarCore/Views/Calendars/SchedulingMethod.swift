/// The purpose of a calendar sent to someone (METHOD, RFC 5546 section 1.4).
///
/// ```swift
/// if calendar.schedulingMethod == .cancel { print("called off") }
/// ```
public enum SchedulingMethod: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// A publication of events that expects no replies: `METHOD:PUBLISH`.
    case publish
    /// An invitation, or an update to one: `METHOD:REQUEST`.
    case request
    /// An attendee's reply: `METHOD:REPLY`.
    case reply
    /// Additional instances of a series: `METHOD:ADD`.
    case add
    /// A cancellation: `METHOD:CANCEL`.
    case cancel
    /// An attendee's request for the latest version: `METHOD:REFRESH`.
    case refresh
    /// An attendee's proposal for a different time: `METHOD:COUNTER`.
    case counter
    /// The organizer's refusal of a proposed time: `METHOD:DECLINECOUNTER`.
    case declineCounter

    /// Checks events against the RFC 5546 tables for this method.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if an event does not conform.
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

    /// Returns an event adapted to the requirements of a message with this method (RFC 5546 section 3.2).
    ///
    /// A SEQUENCE or an empty SUMMARY is added if the method requires one. Properties and components that the method
    /// does not allow are removed, unless removing them would change the meaning of the message.
    func fitted(_ event: Event) -> Event { Event(fitted(event.component)) }

    /// Returns an event or to-do adapted to the requirements of a message with this method.
    package func fitted(_ whole: Component) -> Component {
        guard let table = MethodGrammar.table(keyword, whole.name) else { return whole }
        var component = whole
        if table.one.contains("SEQUENCE") {
            // Added instances belong to a series that was already sent, so SEQUENCE cannot be 0.
            let least = self == .add ? 1 : 0
            if (component[integer: "SEQUENCE"] ?? -1) < least { component[integer: "SEQUENCE"] = least }
        }
        if table.one.contains("SUMMARY"), component.first("SUMMARY") == nil {
            component.properties.append(Property("SUMMARY", .text("")))
        }
        if table.one.contains("PRIORITY"), component.first("PRIORITY") == nil {
            component[integer: "PRIORITY"] = 0
        }
        if self == .cancel, component.first("STATUS") != nil {
            component.setKeyword("STATUS", to: Event.Status.cancelled)
        }
        let forbidden = Set(table.none)
        component.components.removeAll { forbidden.contains($0.name) }
        component.properties.removeAll { property in
            if self == .refresh {
                let isKept = table.one.contains(property.name) || Self.ofRefresh.contains(property.name)
                return !isKept && !property.name.hasPrefix("X-") || forbidden.contains(property.name)
            }
            return forbidden.contains(property.name) && !Self.telling.contains(property.name)
        }
        return component
    }

    /// The properties that identify attendees, a series or an override.
    ///
    /// Removing such a property would change the meaning of the message.
    private static let telling: Set = ["ATTENDEE", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"]
    /// The properties that REFRESH keeps, besides X- properties and those required by its table.
    private static let ofRefresh: Set = ["UID", "DTSTAMP", "RECURRENCE-ID", "COMMENT"]
}

extension CalendarObject {
    /// The method as an enumerated value (METHOD, RFC 5546 section 1.4), as in `METHOD:REQUEST`, or nil if it is
    /// absent or unknown.
    public var schedulingMethod: SchedulingMethod? {
        get { component.keyword("METHOD") }
        set { component.setKeyword("METHOD", to: newValue) }
    }

    /// The METHOD if it is not one of the methods that RFC 5546 defines.
    package var unknownMethod: String? {
        guard schedulingMethod == nil, let method, !method.isEmpty else { return nil }
        return method
    }
}
