import ICalendarCore

/// The repairs for a component's missing and unreadable properties.
///
/// If the component is useless without the property, it is removed.
struct Remedies: ComponentAspect {
    let check: ComponentCheck

    typealias Remedy = (repair: String, mend: Mend)

    var removalOfZone: Remedy? {
        guard component.name == "VTIMEZONE", check.place != nil else { return nil }
        return ("remove the VTIMEZONE; no time can refer to it", .removeOwner(isLoss: false))
    }

    /// Returns the repair that adds a missing property, or nil if the value cannot be determined.
    func ofMissing(_ name: String) -> Remedy? {
        switch name {
        case "UID":
            let original = component
            return (
                "derive a UID from the content",
                .insert(isFirst: false) { Property("UID", .text(StableIdentifier.uid(for: original))) }
            )
        case "DTSTAMP":
            let stamp = stamp
            return (
                "add DTSTAMP with the time of the last known change",
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
        case "DTSTART": return removalOfObservance ?? timesOfCancellation
        case "TZOFFSETTO": return removalOfObservance
        case "TZOFFSETFROM":
            guard let offset = offsetBefore else { return removalOfObservance }
            return (
                "add the assumed offset",
                .insert(isFirst: false) { Property("TZOFFSETFROM", .utcOffset(offset)) }
            )
        case "TRIGGER":
            guard component.first("PROXIMITY") != nil else { return removalOfAlarm }
            return (
                "add the time in 1976 that RFC 9074 recommends",
                .insert(isFirst: false) { Alarm.Trigger.ofPlaces.property }
            )
        case "VERSION":
            return ("add VERSION:2.0", .insert(isFirst: true) { Property("VERSION", .text("2.0")) })
        default: return nil
        }
    }

    /// The replacement for a missing DTSTAMP: the time of the component's last known change.
    ///
    /// DTSTAMP determines which of several components with the same UID is current, so an invented time would be wrong.
    private var stamp: CivilDateTime {
        if let place = check.place, context.series.isAlone(place) {
            for name in ["LAST-MODIFIED", "CREATED"] {
                if case .dateTime(let time, true)? = component.first(name)?.value { return time }
            }
        }
        return CivilDateTime(secondNumber: 0)
    }

    /// Returns the repair for a value that the reader ignores.
    func ofIgnored(_ property: Property, at place: Int) -> Remedy {
        // If REPEAT is removed, DURATION must not remain.
        if property.name == "REPEAT", component.name == Alarm.componentName {
            return ("set it to 0, the assumed value", .edit(place) { $0.value = .integer(0) })
        }
        return ("remove it; the reader ignores it", .remove(place))
    }

    /// Returns the repair for a violation of a METHOD's requirements, or nil.
    func ofBreach(_ breach: MethodBreach, _ method: String) -> Remedy? {
        switch (breach.property, breach.place) {
        case ("SEQUENCE"?, nil) where breach.isLack && method != "ADD":
            (
                "add SEQUENCE:0, the default",
                .insert(isFirst: false) { Property("SEQUENCE", .integer(0)) }
            )
        case ("STATUS"?, let place?) where method == "CANCEL":
            (
                "replace it with CANCELLED, which METHOD:CANCEL implies",
                .edit(place) { $0.value = .text("CANCELLED") }
            )
        default: nil
        }
    }

    /// The repair that gives an override without DTSTART the times of the instance that it cancels, or nil if it
    /// cancels nothing or the times cannot be written.
    private var timesOfCancellation: Remedy? {
        guard component.name == "VEVENT", let place = check.place,
            !context.shared.mayLackSeries || context.series.hasMaster(place),
            let times = context.series.timesOfCancellation(
                by: component,
                at: place,
                context.resolver,
                context.shared.budget
            )
        else { return nil }
        // Without a DTSTART, the reader ignores an end or a duration.
        let own = component.properties.indices.filter {
            ["DTEND", "DURATION"].contains(component.properties[$0].name)
        }
        return (
            "add the times of the instance that it cancels",
            .insertAll(isFirst: false, replacing: own) { times }
        )
    }

    /// Returns the repair for an unreadable required property, or nil.
    func ofBad(_ property: Property, at place: Int) -> Remedy? {
        switch property.name {
        case "DTSTART": removalOfObservance ?? remedyOfStart(at: place)
        case "TZOFFSETTO": removalOfObservance
        case "TZOFFSETFROM":
            removalOfObservance
                ?? offsetBefore.map { offset in
                    (
                        "replace it with the assumed offset",
                        .edit(place) { $0.value = .utcOffset(offset) }
                    )
                }
        case "TRIGGER": removalOfAlarm
        default: nil
        }
    }

    /// Returns the repair for an unreadable DTSTART.
    ///
    /// An event without DTSTART never occurs. Other components do not require DTSTART.
    private func remedyOfStart(at start: Int) -> Remedy? {
        switch component.name {
        case "VEVENT":
            guard check.place != nil else { return nil }
            if mayLackStart { return ("remove it; the reader ignores it", .remove(start)) }
            return ("remove the VEVENT; it never occurs", .removeOwner(isLoss: true))
        case "VTODO", "VJOURNAL", "VFREEBUSY": return ("remove it; the reader ignores it", .remove(start))
        default: return nil
        }
    }

    /// Whether the event is meaningful without a start, because it cancels an instance or answers an invitation.
    private var mayLackStart: Bool {
        let isCancelled =
            component.text("STATUS")?.uppercased() == "CANCELLED" || context.method == "CANCEL"
        if isCancelled, component.first("RECURRENCE-ID")?.eventTime != nil { return true }
        guard let method = context.method, let table = MethodGrammar.table(method, component.name) else {
            return false
        }
        return !table.one.contains("DTSTART")
    }

    /// The repair that removes an alarm without a trigger, since it never fires.
    ///
    /// The value is nil for an alarm that fires at a location and for an acknowledged alarm, which may replace another
    /// alarm.
    private var removalOfAlarm: Remedy? {
        guard component.name == "VALARM", component.first("PROXIMITY") == nil,
            component.first("ACKNOWLEDGED") == nil
        else { return nil }
        return ("remove the VALARM; it never fires", .removeOwner(isLoss: true))
    }

    /// The repair that removes an observance that the reader ignores because DTSTART or TZOFFSETTO is unusable.
    ///
    /// The value is nil if both properties are usable or if another observance depends on this one.
    private var removalOfObservance: Remedy? {
        guard Observance.names.contains(component.name), let zone = check.parent?.zone,
            !Observance.isUsable(component),
            zone.isComplete || Observance.offset(component, "TZOFFSETTO") == nil
        else { return nil }
        return ("remove the \(component.name); the reader ignores it", .removeOwner(isLoss: false))
    }

    /// The replacement for an unusable TZOFFSETFROM, or nil if none is needed.
    private var offsetBefore: Int? {
        guard let zone = check.parent?.zone, Observance.names.contains(component.name),
            Observance.isUsable(component),
            Observance.offset(component, "TZOFFSETFROM") == nil,
            let offset = zone.offsetBefore(component), offset.magnitude < 86_400
        else { return nil }
        return offset
    }
}
