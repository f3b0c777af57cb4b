/// A VTIMEZONE as a zone: its observances laid out in time once (RFC 5545 section 3.6.5).
struct ZoneDefinition: Sendable {
    /// The zone, named by its TZID, or nil when no observance can be used.
    let zone: Zone?
    /// What was left out.
    let remarks: [ValueRemark]
    /// Whether changes were left out because there are more than the limit.
    let isCut: Bool
    /// How many onsets were laid out, those that change nothing too.
    let onsetCount: Int

    /// Lays out a VTIMEZONE component whose values are typed.
    ///
    /// - Parameters:
    ///   - limit: see ``ObservanceLayout``, as for `lowLimit`.
    ///   - mostRules: with more rules than this, the others are left out: plans of rules take room too.
    init(
        _ component: Component,
        limit: Int = ObservanceLayout.limit,
        lowLimit: Int? = nil,
        mostRules: Int = ReadingLimits().zoneRules
    ) {
        let identifier = component.text("TZID") ?? ""
        // A file can repeat a name of megabytes for each of a thousand observances.
        let shownName = Words.short(identifier)
        var remarks: [ValueRemark] = []
        func remark(_ message: String) {
            remarks.append(ValueRemark(severity: .warning, code: .timeZone, message: message))
        }
        if component.properties.count(where: { $0.name == "TZID" }) > 1 {
            remark("a second TZID in the definition of time zone \"\(shownName)\"; the first stands")
        }

        let parts = component.components.filter { Observance.names.contains($0.name) }
        let fallbacks = Observance.fallbacks(among: parts)
        var observances: [Observance] = []
        // Hundreds of observances may have the same to be said of them.
        var said: Set<String> = []
        var rules = 0
        for part in parts {
            guard rules <= mostRules else {
                remark(
                    "time zone \"\(shownName)\" has more than \(mostRules) rules;"
                        + " what follows them is ignored"
                )
                break
            }
            rules += part.all("RRULE").count
            let fallback = part.name == "STANDARD" ? fallbacks.standard : fallbacks.daylight
            var found: [ValueRemark] = []
            let observance = Observance(part, fallback: fallback, remarks: &found)
            for remark in found where said.insert(remark.message).inserted {
                let message = "time zone \"\(shownName)\": \(remark.message)"
                remarks.append(ValueRemark(severity: remark.severity, code: remark.code, message: message))
            }
            if let observance {
                observances.append(observance)
            } else {
                remark(
                    "a \(part.name) of time zone \"\(shownName)\" lacks a usable DTSTART or TZOFFSETTO "
                        + "and is ignored"
                )
            }
        }
        guard !observances.isEmpty else {
            remark("the definition of time zone \"\(shownName)\" has no usable observance and is ignored")
            zone = nil
            self.remarks = remarks
            isCut = false
            onsetCount = 0
            return
        }
        let layout = ObservanceLayout(observances, limit: limit, lowLimit: lowLimit)
        if layout.isCut {
            remark(
                "the offset of time zone \"\(shownName)\" changes too often; its later changes are ignored"
            )
        }
        let table = layout.table
        if table.isRestless, !layout.isCut {
            remark(
                "the offset of time zone \"\(shownName)\" changes more often than in any zone there is;"
                    + " COUNT may count times twice that the clocks skip"
            )
        }
        isCut = layout.isCut
        onsetCount = layout.onsetCount
        zone = Zone(identifier: identifier, table: table)
        self.remarks = remarks
    }
}
