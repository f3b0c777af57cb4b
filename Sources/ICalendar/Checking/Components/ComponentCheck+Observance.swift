/// STANDARD and DAYLIGHT: what of them reading cannot use, and what it reads otherwise than it is written.
extension ComponentCheck {
    /// The times and the offsets of an observance.
    mutating func checkObservance() {
        checkOffsets()
        for (place, property) in component.properties.enumerated()
        where property.name == "DTSTART" || property.name == "RDATE" {
            guard !dropped.contains(place),
                !property.value.elements.allSatisfy(\.isLocalTime) || property.timeZoneID != nil
            else { continue }
            let values = localTimes(of: property)
            note(
                .notLocal,
                at: place,
                "\(property.name) of a \(component.name) is not a local time",
                "3.6.5",
                repair: values == nil ? nil : "write the local time as which it is read",
                mend: .edit(place) { property in
                    guard let values else { return }
                    property.value = values
                    property[parameter: "VALUE"] = nil
                    property[parameter: "TZID"] = nil
                }
            )
        }
    }

    /// The local times as which a property of an observance is read; nil when one cannot be.
    private func localTimes(of property: Property) -> Value? {
        guard let offset = parent?.zone?.offsetBefore(component) else { return nil }
        let seconds = property.value.elements.map { Observance.onset($0, offsetBefore: offset) }
        let times = seconds.compactMap(\.self)
        guard times.count == seconds.count else { return nil }
        return Value(elements: times.map { .dateTime(CivilDateTime(secondNumber: $0), isUTC: false) })
    }

    /// Offsets that no clock has.
    private mutating func checkOffsets() {
        for name in ["TZOFFSETFROM", "TZOFFSETTO"] {
            guard let (place, property) = standing(name), case .utcOffset(let offset) = property.value,
                offset.magnitude >= 86_400
            else { continue }
            let mending = mending(ofBad: property, at: place)
            note(
                .outOfRange,
                at: place,
                "\(name) is \(ValueText.string(property.value)), and no clock is a day from another",
                "3.3.14",
                repair: mending?.repair,
                mend: mending?.mend
            )
        }
    }

    /// What becomes of an observance of which DTSTART or TZOFFSETTO cannot be used: reading does without it.
    ///
    /// Nil where both can be used, or where another one is read by it.
    var removalOfObservance: (repair: String, mend: Mend)? {
        guard Observance.names.contains(component.name), let zone = parent?.zone,
            !Observance.isUsable(component),
            zone.isComplete || Observance.offset(component, "TZOFFSETTO") == nil
        else { return nil }
        return ("remove the \(component.name), which reading ignores", .removeOwner(isLoss: false))
    }

    /// What is read as TZOFFSETFROM of an observance that has none that can be used; nil when none has to be.
    var offsetBefore: Int? {
        guard let zone = parent?.zone, Observance.names.contains(component.name),
            Observance.isUsable(component),
            Observance.offset(component, "TZOFFSETFROM") == nil,
            let offset = zone.offsetBefore(component), offset.magnitude < 86_400
        else { return nil }
        return offset
    }

    /// What UNTIL of an observance's rule is read as, in UTC; nil unless the system knows the zone.
    ///
    /// Of zones that a file alone defines Home Assistant's parser wants it local, whatever RFC 5545 says.
    func meantInUTC(_ until: EventTime) -> EventTime? {
        guard let zone = parent?.zone, let id = zone.timeZoneID, let offset = zone.offsetBefore(component),
            context.isOfSystem(id)
        else { return nil }
        let second = until.lastSecond(inOffset: offset) - offset
        guard (RulePlan.firstSecond...RulePlan.lastSecond).contains(second) else { return nil }
        return .utc(CivilDateTime(secondNumber: second))
    }
}

extension Value {
    /// Whether it is a time without a zone, or nothing that could be read.
    fileprivate var isLocalTime: Bool {
        switch self {
        case .dateTime(_, let isUTC): !isUTC
        case .date, .period: false
        default: true
        }
    }
}
