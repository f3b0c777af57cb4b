import ICSConsole
import ICalendar

/// Writes the recurrence rules and alarms of an item as JSON.
enum JSONDetails {
    /// Appends `,"recurrenceRules":["FREQ=DAILY"],"alarms":[{"action":"DISPLAY","trigger":"-PT15M"}]`; nothing of what there
    /// is none of.
    static func append(_ rules: [RecurrenceRule], _ alarms: [Alarm], to bytes: inout [UInt8]) {
        JSONText.append(key: "recurrenceRules", list: rules, to: &bytes) {
            JSONText.append(string: RuleLine.text(of: $0), to: &$1)
        }
        JSONText.append(key: "alarms", list: alarms, to: &bytes, append)
    }

    /// `{action, trigger, related, description}`: the trigger as RFC 5545 writes it, `related` where it counts from the end.
    private static func append(_ alarm: Alarm, to bytes: inout [UInt8]) {
        var (trigger, related): (String?, String?)
        switch alarm.trigger {
        case .relative(let distance, let edge):
            trigger = distance.description
            related = edge == .end ? "END" : nil
        case .absolute(let instant): trigger = instant.description
        case nil: break
        }
        JSONText.append(
            object: [
                ("action", alarm.component.text("ACTION")), ("trigger", trigger), ("related", related),
                ("description", alarm.alarmDescription),
            ],
            to: &bytes
        )
    }
}
