import ICalendarCore

/// A check for content in STANDARD and DAYLIGHT components that the reader ignores or reinterprets.
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
                "\(property.name) in \(component.name) is not a local time",
                "3.6.5",
                repair: values == nil ? nil : "convert it to local time",
                mend: .edit(place) { property in
                    guard let values else { return }
                    property.value = values
                    property[parameter: "VALUE"] = nil
                    property[parameter: "TZID"] = nil
                }
            )
        }
    }

    /// Returns the local times in a property as the reader interprets them, or nil if any of them is unreadable.
    private func localTimes(of property: Property) -> Value? {
        let seconds = property.value.elements.map(Observance.onset)
        let times = seconds.compactMap(\.self)
        guard times.count == seconds.count else { return nil }
        return Value(elements: times.map { .dateTime(CivilDateTime(secondNumber: $0), isUTC: false) })
    }

    /// Reports UTC offsets of a day or more.
    private func checkOffsets() {
        for name in ["TZOFFSETFROM", "TZOFFSETTO"] {
            guard let (place, property) = check.standing(name), case .utcOffset(let offset) = property.value,
                offset.magnitude >= 86_400
            else { continue }
            let remedy = Remedies(check: check).ofBad(property, at: place)
            note(
                .outOfRange,
                at: place,
                "\(name): '\(ValueText.string(property.value))' is out of range; must be less than 24 hours",
                "3.3.14",
                repair: remedy?.repair,
                mend: remedy?.mend
            )
        }
    }

    /// Returns an UNTIL value in UTC, as the reader interprets it, or nil if the system does not know the zone.
    ///
    /// Zones that only the file defines keep a local UNTIL, since Home Assistant's parser requires one, contrary to RFC
    /// 5545.
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
    /// Whether the value is a time without a zone or is unreadable.
    fileprivate var isLocalTime: Bool {
        switch self {
        case .dateTime(_, let isUTC): !isUTC
        case .date, .period: false
        default: true
        }
    }
}

/// The data about a VTIMEZONE's observances that is needed to interpret any one of them.
struct ObservanceReading {
    let timeZoneID: String?
    /// Whether every observance has a TZOFFSETFROM and is therefore independent of the others.
    let isComplete: Bool
    private let fallbacks: (standard: Int?, daylight: Int?)

    init(_ zone: Component) {
        let parts = zone.components.filter { Observance.names.contains($0.name) }
        timeZoneID = zone.text("TZID")
        isComplete = parts.allSatisfy { Observance.offset($0, "TZOFFSETFROM") != nil }
        fallbacks = Observance.fallbacks(among: parts)
    }

    /// Returns an observance's TZOFFSETFROM as the reader interprets it, or nil if TZOFFSETTO is also missing.
    func offsetBefore(_ observance: Component) -> Int? {
        Observance.offset(observance, "TZOFFSETFROM")
            ?? (observance.name == "STANDARD" ? fallbacks.standard : fallbacks.daylight)
            ?? Observance.offset(observance, "TZOFFSETTO")
    }
}
