import ICalendar

/// The form of a component in a message: only what RFC 5546 section 3.2 allows, and nothing personal.
enum MessageForm {
    /// The X- properties that are part of the content of an invitation.
    private static let shared: Set = [
        "X-ALT-DESC", "X-APPLE-STRUCTURED-LOCATION", "X-MICROSOFT-CDO-ALLDAYEVENT", "X-GOOGLE-CONFERENCE",
    ]
    private static let personal: Set = [
        "CATEGORIES", "COLOR", "REQUEST-STATUS", "LAST-MODIFIED", "PERCENT-COMPLETE",
    ]
    private static let identity: Set = ["UID", "RECURRENCE-ID", "SEQUENCE", "ORGANIZER"]
    private static let times: Set = ["DTSTART", "DTEND", "DURATION", "DUE"]

    /// Returns an invitation's component, without alarms and what the organizer keeps for themselves.
    static func request(_ component: Component) -> Component {
        var new = component
        new.components.removeAll { $0.name == Alarm.componentName || $0.name.hasPrefix("X-") }
        new.properties.removeAll { property in
            personal.contains(property.name)
                || property.name.hasPrefix("X-") && !shared.contains(property.name)
        }
        return withoutDeliveryNotes(new)
    }

    /// Returns the component of a message that only names its item: REPLY, CANCEL, REFRESH or DECLINECOUNTER.
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
        new.properties.removeAll { !names.contains($0.name) }
        return withoutDeliveryNotes(new)
    }

    /// Removes the parameters that servers and programs keep about the delivery (RFC 6638 section 7).
    private static func withoutDeliveryNotes(_ component: Component) -> Component {
        var new = component
        for place in new.properties.indices
        where ["ATTENDEE", "ORGANIZER"].contains(new.properties[place].name) {
            new.properties[place].parameters.removeAll {
                $0.name.hasPrefix("SCHEDULE-") || $0.name.hasPrefix("X-CALENDARSERVER-")
            }
        }
        return new
    }
}

extension Component {
    /// Returns the component as its attendees know it, for comparison: without revision, people, and personal data.
    var sentContent: Component {
        var content = MessageForm.request(self)
        content.remove(["DTSTAMP", "SEQUENCE", "CREATED", "ATTENDEE", "ORGANIZER"])
        return content
    }

    var isCancelled: Bool { text("STATUS")?.uppercased() == "CANCELLED" }
}
