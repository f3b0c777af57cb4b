/// What the observances of a VTIMEZONE have in common for those who read them.
struct ObservanceReading {
    /// The TZID of the VTIMEZONE.
    let timeZoneID: String?
    /// Whether each has a TZOFFSETFROM of its own, so that none is read by what another one leads to.
    let isComplete: Bool
    private let fallbacks: (standard: Int?, daylight: Int?)

    /// Looks at the observances of a VTIMEZONE.
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
