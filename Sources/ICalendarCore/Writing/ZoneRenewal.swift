extension CalendarObject {
    /// Returns the calendar without definitions of system zones that do not cover its times, so that writing it adds
    /// definitions that do.
    ///
    /// Only definitions that were correct for the times in the old calendar are removed. Programs that use definitions
    /// rather than the system's zones would otherwise show the new times incorrectly.
    package func renewingZones(since old: CalendarObject) -> CalendarObject {
        var zones: [String: (definition: Component, zone: Zone)] = [:]
        var others = component
        others.components.removeAll { part in
            guard part.name == "VTIMEZONE", let id = part.text("TZID")?.trimmedOfBlanks, zones[id] == nil,
                let zone = try? Zone(identifier: id)
            else { return false }
            zones[id] = (part, zone)
            return true
        }
        guard !zones.isEmpty else { return self }
        let uses = ZoneUses(others).uses
        var short = zones.filter { id, zone in
            uses[id].map { !zone.zone.agrees(zone.definition, during: $0) } ?? false
        }
        guard !short.isEmpty else { return self }
        var former = old.component
        former.components.removeAll {
            $0.name == "VTIMEZONE" && zones[$0.text("TZID")?.trimmedOfBlanks ?? ""] != nil
        }
        let formerUses = ZoneUses(former).uses
        short = short.filter { id, zone in
            formerUses[id].map { zone.zone.agrees(zone.definition, during: $0) } ?? false
        }
        guard !short.isEmpty else { return self }
        var renewed = self
        renewed.component.components.removeAll { part in
            part.name == "VTIMEZONE" && short[part.text("TZID")?.trimmedOfBlanks ?? ""] != nil
        }
        return renewed
    }
}

extension Zone {
    /// The number of years of an endless use to compare.
    private static let comparedYears = 30

    /// Returns whether a VTIMEZONE has the zone's offsets during a period of use.
    fileprivate func agrees(_ definition: Component, during use: ZoneUses.Use) -> Bool {
        let last = use.last ?? use.first.adding(days: Self.comparedYears * 366)
        let range = (use.first.dayNumber - 1) * 86_400..<(max(use.first, last).dayNumber + 2) * 86_400
        guard let other = ZoneDefinitionCache.shared.definition(definition).zone else { return false }
        return table.differingRanges(from: other.table, between: range).isEmpty
    }
}
