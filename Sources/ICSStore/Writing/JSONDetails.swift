import ICSConsole
import ICalendar

/// What an item says beside its times and texts, as JSON: how it recurs, and what reminds of it.
enum JSONDetails {
    /// Appends `,"recurrenceRules":["FREQ=DAILY"],"alarms":[{"action":"DISPLAY","trigger":"-PT15M"}]`; nothing of what there
    /// is none of.
    static func append(_ rules: [RecurrenceRule], _ alarms: [Alarm], to bytes: inout [UInt8]) {
        append("recurrenceRules", rules, to: &bytes) {
            JSONText.append(string: RuleLine.text(of: $0), to: &$1)
        }
        append("alarms", alarms, to: &bytes, append)
    }

    private static func append<Element>(
        _ key: String,
        _ elements: [Element],
        to bytes: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        guard !elements.isEmpty else { return }
        JSONText.append(key: key, to: &bytes)
        for (place, element) in elements.enumerated() {
            bytes.append(place == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
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
