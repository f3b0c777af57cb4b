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
        if component.name != "VEVENT", component.name != "VALARM" {
            need("DTSTART", for: "RRULE", "3.8.2.4")
            if component.name == "VTODO" { need("DTSTART", for: "DURATION", "3.6.2") }
            if component.name == "VAVAILABILITY" {
                need("DTSTART", for: "DURATION", "7953:3.1")
                need("DTSTART", for: "DTEND", "7953:3.1")
            }
        }
    }

    private func need(_ name: String, for other: String, _ section: RFCSection) {
        guard let (place, _) = check.standing(other), component.first(name) == nil else { return }
        note(.requiredTogether, at: place, "\(other) requires \(name) in \(component.name)", section)
    }

    /// Reports an end combined with a duration.
    private func checkExclusive(_ end: String) {
        guard let (_, property) = check.standing(end), let (place, _) = check.standing("DURATION") else {
            return
        }
        // In a to-do, it is unclear which of the two is meant.
        let isMendable = component.name != "VTODO" && property.eventTime != nil
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
