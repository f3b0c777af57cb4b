import ICalendarCore

/// A check of a VALARM that covers the properties its ACTION requires and the anchor of its TRIGGER.
struct AlarmCheck: ComponentAspect {
    let check: ComponentCheck

    func run() {
        let properties = component.properties
        let count = { (name: String) in properties.count { $0.name == name } }
        checkRepetition()
        let action = component.text("ACTION")?.uppercased()
        for rule in Self.rules where rule.action == action {
            switch rule.occurrence {
            case .needed where count(rule.property) == 0:
                let text = check.parent?.title ?? Alarm.defaultText
                note(
                    .missingProperty,
                    property: rule.property,
                    "VALARM with ACTION:\(rule.action) has no \(rule.property)",
                    "3.6.6",
                    repair: rule.property == "ATTENDEE" ? nil : "add the required text",
                    mend: .insert(isFirst: false) { Property(rule.property, .text(text)) }
                )
            case .single where count(rule.property) > 1:
                note(
                    .repeatedProperty,
                    at: component.properties.lastIndex { $0.name == rule.property },
                    "VALARM with ACTION:\(rule.action) has more than one \(rule.property)",
                    "3.6.6"
                )
            case .absent where count(rule.property) > 0:
                note(
                    .misplacedProperty,
                    as: .warning,
                    at: component.properties.firstIndex { $0.name == rule.property },
                    "\(rule.property) is not allowed in a VALARM with ACTION:\(rule.action)",
                    "3.6.6"
                )
            case .needed, .single, .absent: break
            }
        }
        if action == "PROCEDURE" {
            note(
                .deprecated,
                as: .warning,
                at: check.standing("ACTION")?.place,
                "ACTION:PROCEDURE is obsolete (RFC 2445); few programs support it",
                "3.8.6.1"
            )
        }
        checkTrigger()
    }

    private func checkRepetition() {
        for (name, other) in [("REPEAT", "DURATION"), ("DURATION", "REPEAT")] {
            guard let (place, _) = check.standing(name), check.standing(other) == nil else { continue }
            note(
                .requiredTogether,
                at: place,
                "\(name) requires \(other) in VALARM",
                "3.6.6",
                repair: "remove it; it has no effect on its own",
                mend: .remove(place)
            )
        }
        guard let (place, count) = check.standing("REPEAT"), case .integer(1...) = count.value,
            case .duration(let pause)? = check.standing("DURATION")?.property.value,
            pause.days <= 0, pause.seconds <= 0
        else { return }
        note(
            .badValue,
            as: .warning,
            at: place,
            "REPEAT requires a positive DURATION in VALARM",
            "3.8.6.2",
            repair: "remove it; the alarm goes off once",
            mend: .remove(place)
        )
    }

    private func checkTrigger() {
        guard let (place, trigger) = check.standing("TRIGGER") else { return }
        if case .dateTime = trigger.value {
            if trigger.parameters["RELATED"] != nil {
                note(
                    .misplacedParameter,
                    at: place,
                    "TRIGGER: RELATED is allowed only if the value is a DURATION",
                    "3.8.6.3"
                )
            }
            return PropertyCheck(check: check, place: place).checkUTC("3.8.6.3")
        }
        guard case .duration = trigger.value, let parent = check.parent,
            parent.name == "VEVENT" || parent.name == "VTODO"
        else { return }
        let isEnd = trigger.parameters["RELATED"]?.uppercased() == "END"
        let has = parent.anchors.contains
        let end = parent.name == "VEVENT" ? "DTEND" : "DUE"
        let isAnchored = isEnd ? has(end) || has("DTSTART") && has("DURATION") : has("DTSTART")
        guard !isAnchored else { return }
        // The event's own check reports this case.
        if isEnd, parent.isAllDay, parent.name == "VEVENT", !has("DURATION") { return }
        // A to-do with a single time and an event without a duration end when they start.
        let isDue = !isEnd && parent.name == "VTODO" && has("DUE")
        let isAtStart = isEnd && has("DTSTART") && !has("DURATION") && !parent.hasPeriods
        note(
            .requiredTogether,
            at: place,
            isEnd
                ? "TRIGGER is relative to the end, but \(parent.name) has neither \(end) nor DTSTART with DURATION"
                : "TRIGGER is relative to the start, but \(parent.name) has no DTSTART",
            "3.8.6.3",
            repair: isDue
                ? "add RELATED=END; the trigger is then relative to DUE"
                : isAtStart ? "remove RELATED=END; the trigger is then relative to DTSTART" : nil,
            mend: isDue || isAtStart
                ? .edit(place) { $0[parameter: "RELATED"] = isDue ? "END" : nil } : nil
        )
    }

    /// Whether a property is required, optional or forbidden.
    private enum Occurrence {
        case needed, single, absent
    }

    /// The properties that each ACTION requires, allows or forbids (RFC 5545 section 3.6.6).
    private static let rules: [(action: String, property: String, occurrence: Occurrence)] = [
        ("AUDIO", "ATTACH", .single),
        ("AUDIO", "ATTENDEE", .absent),
        ("DISPLAY", "DESCRIPTION", .needed),
        ("DISPLAY", "ATTENDEE", .absent),
        ("EMAIL", "DESCRIPTION", .needed),
        ("EMAIL", "SUMMARY", .needed),
        ("EMAIL", "ATTENDEE", .needed),
    ]
}
