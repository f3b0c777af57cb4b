import ICalendar

extension Component {
    /// Whether it is an override for its slot and all that follow (RANGE=THISANDFUTURE, RFC 5545 section 3.2.13).
    var isForAllThatFollow: Bool { Event(self).overridesFollowingInstances }

    /// Whether it is an override that is a series where its master is missing, as Lotus Notes exports one.
    var isSeriesByItself: Bool {
        isForAllThatFollow && (first("RRULE") != nil || first("RDATE") != nil)
    }

    /// The override for another slot, and for all that follow if it was.
    func override(ofSlot name: EventTime) -> Component {
        var event = Event(self)
        event.component.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: name)])
        event.overridesFollowingInstances = isForAllThatFollow
        return event.component
    }
}
