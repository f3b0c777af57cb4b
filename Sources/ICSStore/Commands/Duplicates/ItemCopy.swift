import ICSConsole
import ICalendar

/// A copy of an item with a new UID.
///
/// The copy keeps the alarms and people, but not the original's history: replies, delivery states, completions, and
/// acknowledged alarms.
struct ItemCopy {
    let components: [Component]

    /// The properties that describe the original's history.
    private static let history: Set = [
        "SEQUENCE", "LAST-MODIFIED", "REQUEST-STATUS", "COMPLETED", "PERCENT-COMPLETE", "X-MOZ-LASTACK",
        "X-MOZ-SNOOZE-TIME", "X-MOZ-GENERATION", "X-MOZ-SEND-INVITATIONS", "X-MOZ-RECEIVED-SEQUENCE",
        "X-MOZ-RECEIVED-DTSTAMP", "X-MICROSOFT-CDO-APPT-SEQUENCE", "X-MICROSOFT-CDO-OWNERAPPTID",
        "X-CALENDARSERVER-PRIVATE-COMMENT", "X-RADICALE-NAME",
    ]
    /// The parameters of attendees and organizers that describe delivery and replies.
    private static let deliveries = [
        "SCHEDULE-STATUS", "SCHEDULE-FORCE-SEND", "DELEGATED-TO", "X-CALENDARSERVER-DTSTAMP", "X-DTSTAMP",
        "X-RESPONSE-COMMENT",
    ]

    /// Copies the components of one item.
    ///
    /// Completed instances of a reminder become incomplete. The copy of a canceled item is not canceled. In any other
    /// item, canceled occurrences stay canceled.
    init(of originals: [Component], uid: String, at now: Instant = .present) {
        let isCanceled = originals.allSatisfy { $0.isOverride || Self.isCanceled($0) }
        components = originals.filter { !Self.isFinishedInstance($0) }.map { original in
            let keepsStatus = !isCanceled && original.isOverride && Self.isCanceled(original)
            return Self.copy(original, uid, now, keepsStatus: keepsStatus)
        }
    }

    private static func isCanceled(_ component: Component) -> Bool {
        Event(component).status == .cancelled
    }

    private static func isFinishedInstance(_ component: Component) -> Bool {
        component.name == Todo.componentName && component.isOverride
            && (Todo(component).status == .completed || component.given("COMPLETED") != nil)
    }

    private static func copy(
        _ original: Component,
        _ uid: String,
        _ now: Instant,
        keepsStatus: Bool
    ) -> Component {
        var component = original
        component.properties.removeAll { history.contains($0.name) }
        let stamp = Property("DTSTAMP", .dateTime(Zone.utc.civil(at: now), isUTC: true))
        component.set("UID", to: Property("UID", .text(uid)))
        component.set("DTSTAMP", to: stamp)
        if component.first("CREATED") != nil {
            component.set("CREATED", to: Property("CREATED", stamp.value))
        }
        let status = component.text("STATUS")?.uppercased()
        if !keepsStatus, isCanceled(component) || ["COMPLETED", "IN-PROCESS"].contains(status) {
            component.set("STATUS", to: nil)
        }
        let organizer = address(component.first("ORGANIZER"))
        component.properties = component.properties.map { property in
            guard ["ATTENDEE", "ORGANIZER"].contains(property.name) else { return property }
            var property = property
            for name in deliveries { property[parameter: name] = nil }
            if property.name == "ATTENDEE", organizer == nil || address(property) != organizer {
                property[parameter: "PARTSTAT"] = "NEEDS-ACTION"
            }
            return property
        }
        component.components = component.components.compactMap(alarm)
        return component
    }

    private static func address(_ property: Property?) -> String? { property?.value.string?.lowercased() }

    /// Returns the alarm in its initial state, or nil if it is another alarm's snooze.
    private static func alarm(_ original: Component) -> Component? {
        guard original.name == Alarm.componentName else { return original }
        guard Alarm(original).snoozedAlarmUID == nil else { return nil }
        var alarm = original
        for name in ["ACKNOWLEDGED", "UID", "X-WR-ALARMUID", "X-MOZ-LASTACK"] { alarm.set(name, to: nil) }
        return alarm
    }
}
