import ICalendarCore

/// A check of properties that exclude or require each other.
struct CombinationCheck: ComponentAspect {
    let check: ComponentCheck

    func run() {
        switch component.name {
        case "VEVENT", "VAVAILABILITY", "AVAILABLE": checkExclusive("DTEND")
        case "VTODO": checkExclusive("DUE")
        case "VALARM": AlarmCheck(check: check).run()
        default: break
        }
        if component.name == "VEVENT", !component.isOverride,
            component.first("DTSTART") == nil,
            let (place, _) = check.standing("DTEND")
        {
            note(
                .requiredTogether,
                at: place,
                "DTEND requires DTSTART in VEVENT",
                "3.8.2.2",
                repair: "remove it; it has no effect on its own",
                mend: .remove(place)
            )
        }
        if component.name == "VEVENT" { checkAlarmsOfEnd() }
        if component.name != "VEVENT", component.name != "VALARM" {
            need("DTSTART", for: "RRULE", "3.8.2.4")
            if component.name == "VTODO" {
                // An override without DTSTART inherits its instance's start.
                need("DTSTART", for: "DURATION", "3.6.2", isNeedless: !component.isOverride)
            }
            if component.name == "VAVAILABILITY" {
                need("DTSTART", for: "DURATION", "7953:3.1")
                need("DTSTART", for: "DTEND", "7953:3.1")
            }
        }
    }

    private func need(_ name: String, for other: String, _ section: RFCSection, isNeedless: Bool = false) {
        guard let (place, _) = check.standing(other), component.first(name) == nil else { return }
        note(
            .requiredTogether,
            at: place,
            "\(other) requires \(name) in \(component.name)",
            section,
            repair: isNeedless ? "remove it; it has no effect on its own" : nil,
            mend: isNeedless ? .remove(place) : nil
        )
    }

    /// Reports an alarm that is relative to the end of an all-day event without an end.
    private func checkAlarmsOfEnd() {
        guard case .date(let start)? = check.time("DTSTART"), check.standing("DTEND") == nil,
            check.standing("DURATION") == nil,
            component.components.contains(where: { alarm in
                guard alarm.name == Alarm.componentName, let trigger = alarm.first("TRIGGER"),
                    case .duration = trigger.value
                else { return false }
                return trigger.parameters["RELATED"]?.uppercased() == "END"
            })
        else { return }
        note(
            .requiredTogether,
            property: "DTEND",
            "TRIGGER is relative to the end, but VEVENT has neither DTEND nor DURATION",
            "3.8.6.3",
            repair: "add a DTEND one day after DTSTART",
            mend: .insert(isFirst: false) { Property("DTEND", at: .date(start.adding(days: 1))) }
        )
    }

    /// Reports an end that is combined with a duration.
    private func checkExclusive(_ end: String) {
        guard let (_, property) = check.standing(end), let (place, _) = check.standing("DURATION") else {
            return
        }
        let isMendable = property.eventTime != nil
        note(
            .exclusiveProperties,
            at: place,
            "\(component.name) has both \(end) and DURATION",
            ComponentGrammar.named[component.name]?.section ?? "3.6",
            repair: isMendable ? "remove DURATION; keep \(end)" : nil,
            mend: isMendable ? .remove(place) : nil
        )
    }
}
