import ICalendarCore

/// What repairs a component that lacks a property, or has one that cannot be read.
///
/// A component that nobody can use without it is removed.
struct Remedies: ComponentAspect {
    let check: ComponentCheck

    typealias Remedy = (repair: String, mend: Mend)

    var removalOfZone: Remedy? {
        guard component.name == "VTIMEZONE", check.place != nil else { return nil }
        return ("remove the VTIMEZONE, as no time can name it", .removeOwner(isLoss: false))
    }

    /// What to add in the place of a property that is missing, or nil when nobody can know.
    func ofMissing(_ name: String) -> Remedy? {
        switch name {
        case "UID":
            let original = component
            return (
                "make a UID from the content",
                .insert(isFirst: false) { Property("UID", .text(StableIdentifier.uid(for: original))) }
            )
        case "DTSTAMP":
            let stamp = stamp
            return (
                "add one that says when the component was last changed, as far as that is known",
                .insert(isFirst: false) { Property("DTSTAMP", .dateTime(stamp, isUTC: true)) }
            )
        case "PRODID":
            return (
                "add the PRODID of this package",
                .insert(isFirst: true) { Property("PRODID", .text(WritingOptions().productID)) }
            )
        case "ACTION" where component.first("TRIGGER") != nil:
            return (
                "add ACTION:DISPLAY, the usual action",
                .insert(isFirst: false) { Property("ACTION", .text("DISPLAY")) }
            )
        case "TZID": return removalOfZone
        case "DTSTART", "TZOFFSETTO": return removalOfObservance
        case "TZOFFSETFROM":
            guard let offset = offsetBefore else { return removalOfObservance }
            return (
                "add the offset that is read",
                .insert(isFirst: false) { Property("TZOFFSETFROM", .utcOffset(offset)) }
            )
        case "TRIGGER":
            guard component.first("PROXIMITY") != nil else { return removalOfAlarm }
            return (
                "add the time in 1976 that RFC 9074 shows",
                .insert(isFirst: false) { Alarm.Trigger.ofPlaces.property }
            )
        case "VERSION":
            return ("add VERSION:2.0", .insert(isFirst: true) { Property("VERSION", .text("2.0")) })
        default: return nil
        }
    }

    /// When a component without DTSTAMP was last changed.
    ///
    /// Where several components have one UID, the time decides which of them stands, so that it must not be made up.
    private var stamp: CivilDateTime {
        if let place = check.place, context.series.isAlone(place) {
            for name in ["LAST-MODIFIED", "CREATED"] {
                if case .dateTime(let time, true)? = component.first(name)?.value { return time }
            }
        }
        return CivilDateTime(secondNumber: 0)
    }

    /// What repairs a property whose value cannot be read and that means something all the same; nil when nothing does.
    func ofBad(_ property: Property, at place: Int) -> Remedy? {
        switch property.name {
        case "DTSTART": removalOfObservance ?? remedyOfStart(at: place)
        case "TZOFFSETTO": removalOfObservance
        case "TZOFFSETFROM":
            removalOfObservance
                ?? offsetBefore.map { offset in
                    ("write the offset as which it is read", .edit(place) { $0.value = .utcOffset(offset) })
                }
        case "TRIGGER": removalOfAlarm
        default: nil
        }
    }

    /// An event without a start happens at no time; elsewhere DTSTART may be missing.
    private func remedyOfStart(at start: Int) -> Remedy? {
        switch component.name {
        case "VEVENT":
            guard check.place != nil else { return nil }
            if mayLackStart { return ("remove it; reading ignores it", .remove(start)) }
            return ("remove the VEVENT, which never happens", .removeOwner(isLoss: true))
        case "VTODO", "VJOURNAL", "VFREEBUSY": return ("remove it; reading ignores it", .remove(start))
        default: return nil
        }
    }

    /// Whether an event says something without a start: it cancels an instance, or answers an invitation.
    private var mayLackStart: Bool {
        let isCancelled =
            component.text("STATUS")?.uppercased() == "CANCELLED" || context.method == "CANCEL"
        if isCancelled, component.first("RECURRENCE-ID")?.eventTime != nil { return true }
        guard let method = context.method, let table = MethodGrammar.table(method, component.name) else {
            return false
        }
        return !table.one.contains("DTSTART")
    }

    /// An alarm without a trigger never goes off, unless it does so at a place; one that was acknowledged may stand for
    /// another one.
    private var removalOfAlarm: Remedy? {
        guard component.name == "VALARM", component.first("PROXIMITY") == nil,
            component.first("ACKNOWLEDGED") == nil
        else { return nil }
        return ("remove the VALARM, which never goes off", .removeOwner(isLoss: true))
    }

    /// What becomes of an observance of which DTSTART or TZOFFSETTO cannot be used: reading does without it.
    ///
    /// Nil where both can be used, or where another one is read by it.
    private var removalOfObservance: Remedy? {
        guard Observance.names.contains(component.name), let zone = check.parent?.zone,
            !Observance.isUsable(component),
            zone.isComplete || Observance.offset(component, "TZOFFSETTO") == nil
        else { return nil }
        return ("remove the \(component.name), which reading ignores", .removeOwner(isLoss: false))
    }

    /// What is read as TZOFFSETFROM of an observance that has none that can be used; nil when none has to be.
    private var offsetBefore: Int? {
        guard let zone = check.parent?.zone, Observance.names.contains(component.name),
            Observance.isUsable(component),
            Observance.offset(component, "TZOFFSETFROM") == nil,
            let offset = zone.offsetBefore(component), offset.magnitude < 86_400
        else { return nil }
        return offset
    }
}
