import ICalendarCore

/// Checks STANDARD and DAYLIGHT: what of them reading cannot use, and what it reads otherwise than it is written.
struct ObservanceCheck: ComponentAspect {
    let check: ComponentCheck

    func run() {
        checkOffsets()
        for (place, property) in component.properties.enumerated()
        where property.name == "DTSTART" || property.name == "RDATE" {
            guard !check.dropped.contains(place),
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
        guard let offset = check.parent?.zone?.offsetBefore(component) else { return nil }
        let seconds = property.value.elements.map { Observance.onset($0, offsetBefore: offset) }
        let times = seconds.compactMap(\.self)
        guard times.count == seconds.count else { return nil }
        return Value(elements: times.map { .dateTime(CivilDateTime(secondNumber: $0), isUTC: false) })
    }

    /// Offsets that no clock has.
    private func checkOffsets() {
        for name in ["TZOFFSETFROM", "TZOFFSETTO"] {
            guard let (place, property) = check.standing(name), case .utcOffset(let offset) = property.value,
                offset.magnitude >= 86_400
            else { continue }
            let remedy = Remedies(check: check).ofBad(property, at: place)
            note(
                .outOfRange,
                at: place,
                "\(name) is \(ValueText.string(property.value)), and no clock is a day from another",
                "3.3.14",
                repair: remedy?.repair,
                mend: remedy?.mend
            )
        }
    }

    /// What UNTIL of an observance's rule is read as, in UTC; nil unless the system knows the zone.
    ///
    /// Of zones that a file alone defines Home Assistant's parser wants it local, whatever RFC 5545 says.
    func meantInUTC(_ until: EventTime) -> EventTime? {
        guard let zone = check.parent?.zone, let id = zone.timeZoneID,
            let offset = zone.offsetBefore(component),
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

/// What the observances of a VTIMEZONE have in common for those who read them.
struct ObservanceReading {
    let timeZoneID: String?
    /// Whether each has a TZOFFSETFROM of its own, so that none is read by what another one leads to.
    let isComplete: Bool
    private let fallbacks: (standard: Int?, daylight: Int?)

    init(_ zone: Component) {
        let parts = zone.components.filter { Observance.names.contains($0.name) }
        timeZoneID = zone.text("TZID")
        isComplete = parts.allSatisfy { Observance.offset($0, "TZOFFSETFROM") != nil }
        fallbacks = Observance.fallbacks(among: parts)
    }

    /// The offset that is read as TZOFFSETFROM of one of them; nil when it has no TZOFFSETTO either.
    func offsetBefore(_ observance: Component) -> Int? {
        Observance.offset(observance, "TZOFFSETFROM")
            ?? (observance.name == "STANDARD" ? fallbacks.standard : fallbacks.daylight)
            ?? Observance.offset(observance, "TZOFFSETTO")
    }
}
