import ICalendar

/// Prepares components for messages by removing private data and properties that RFC 5546 section 3.2 does not allow.
enum MessageForm {
    private static let identity: Set = ["UID", "RECURRENCE-ID", "SEQUENCE", "ORGANIZER"]
    private static let times: Set = ["DTSTART", "DTEND", "DURATION", "DUE"]
    /// The properties of an invitation that the organizer controls.
    private static let content = identity.union(times).union([
        "ATTENDEE", "DTSTAMP", "RRULE", "RDATE", "EXRULE", "EXDATE", "SUMMARY", "DESCRIPTION",
        "STYLED-DESCRIPTION",
        "LOCATION", "GEO", "URL", "CONFERENCE", "IMAGE", "ATTACH", "STATUS", "CLASS", "PRIORITY", "CONTACT",
        "RESOURCES",
        "RELATED-TO", "TRANSP", "X-ALT-DESC", "X-APPLE-STRUCTURED-LOCATION", "X-MICROSOFT-CDO-ALLDAYEVENT",
        "X-GOOGLE-CONFERENCE",
    ])
    private static let parts: Set = ["PARTICIPANT", "VLOCATION", "VRESOURCE"]
    /// The parameters of organizers and attendees, except those that servers and programs use for replies and delivery.
    private static let personal: Set = [
        "CN", "CUTYPE", "DELEGATED-FROM", "DELEGATED-TO", "DIR", "EMAIL", "LANGUAGE", "MEMBER", "PARTSTAT",
        "ROLE", "RSVP",
        "SENT-BY",
    ]

    /// Returns a component for an invitation, without alarms or the organizer's private properties.
    static func request(_ component: Component) -> Component {
        var new = component
        new.components.removeAll { !parts.contains($0.name) }
        return fitted(new, content)
    }

    /// Returns a component that an attendee proposes or forwards, without the attendee's personal settings.
    static func proposal(_ component: Component) -> Component {
        var new = request(component)
        new.remove(["TRANSP", "ATTACH"])
        return new
    }

    /// Returns a component for a message that only identifies its item: REPLY, CANCEL, REFRESH, or DECLINECOUNTER.
    static func brief(_ component: Component, _ method: SchedulingMethod) -> Component {
        var names = identity
        switch method {
        case .reply: names.formUnion(times.union(["SUMMARY", "COMPLETED", "PERCENT-COMPLETE"]))
        case .cancel: names.formUnion(times.union(["SUMMARY", "LOCATION", "ATTENDEE"]))
        case .declineCounter: names.insert("SUMMARY")
        default: break
        }
        var new = component
        new.components = []
        return fitted(new, names)
    }

    /// Returns a person with the parameters that a message may contain.
    static func person(_ property: Property) -> Property {
        var new = property
        new.parameters.removeAll { !personal.contains($0.name) }
        return new
    }

    private static func fitted(_ component: Component, _ names: Set<String>) -> Component {
        var new = component
        new.properties = component.properties.compactMap { property in
            guard names.contains(property.name) else { return nil }
            switch property.name {
            case "ATTENDEE", "ORGANIZER": return person(property)
            // Recipients have no access to local files.
            case "ATTACH" where property.value.string?.lowercased().hasPrefix("file:") == true: return nil
            case let name where name.hasPrefix("X-"): return property
            default:
                var known = property
                known.parameters.removeAll { $0.name.hasPrefix("X-") }
                return known
            }
        }
        return new
    }
}

extension Component {
    /// The component in the form sent to attendees, for comparison.
    ///
    /// The revision and the people are removed, and the properties are sorted by name.
    var sentContent: Component {
        var content = MessageForm.request(self)
        content.remove(["DTSTAMP", "SEQUENCE", "ATTENDEE", "ORGANIZER"])
        content.properties.sort { $0.name < $1.name }
        return content
    }
}
