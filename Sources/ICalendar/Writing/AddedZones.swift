/// The definitions of zones that are written beside the calendars of one file, which use them and lack them.
struct AddedZones {
    private let names = ZoneNames(database: .system)
    /// What was made for one calendar may be written beside the next, under another name.
    private var made: [Definition: Component] = [:]
    /// How many octets the definitions take, about.
    private var octets = 0

    /// What a definition of a zone says, but for its name.
    private struct Definition: Hashable {
        let zone: Zone
        let firstYear: Int
        let lastYear: Int?
    }

    /// So many octets may be added whatever is written, as one word stands for thousands of them.
    private static let mostOctets = 2 << 20
    /// What a STANDARD or a DAYLIGHT takes, about.
    private static let octetsOfOnset = 200
    /// What a date of theirs takes.
    private static let octetsOfDate = 18
    /// What laying a definition out counts for, beside what is written: it goes through all changes of the zone.
    private static let octetsOfLayout = 1000
    private static let mostMade = 64

    /// How many octets a definition takes, about.
    private static func octets(of definition: Component) -> Int {
        definition.components.reduce(0) { octets, onset in
            let dates = onset.all("RDATE").reduce(0) { $0 + $1.value.elements.count }
            return octets + octetsOfOnset + dates * octetsOfDate
        }
    }

    /// The zone that reading takes a name for; nil for an unknown one, or without a database.
    private func zone(of name: String) -> Zone? {
        try? names.databaseZone(name) ?? names.mappedZone(name) ?? names.guessedZone(name)?.zone
    }

    /// A definition for each zone in use that the system knows, in the order in which they come first.
    ///
    /// - Parameter written: how many octets of the file were written so far. Definitions may be as long as what was
    ///   there, beside ``mostOctets``; zones that come later have none.
    mutating func definitions(for uses: ZoneUses, after written: Int) -> [Component] {
        uses.order.compactMap { identifier in
            // Without a database, and of an unknown zone, there is nothing to be said; nor can a line hold a name with
            // control characters, so that its definition would not be found again.
            guard octets <= Self.mostOctets + max(0, written - octets),
                let use = uses.uses[identifier],
                !identifier.utf8.contains(where: TextEscapes.isControl),
                let zone = zone(of: ZoneNames.plain(identifier))
            else { return nil }
            // Vendors have any number of names for a zone, and laying one out takes thousands of times as long.
            let key = Definition(zone: zone, firstYear: use.first.year, lastYear: use.last?.year)
            var component: Component
            if let known = made[key] {
                component = known
            } else {
                component = zone.definition(named: identifier, from: use.first, through: use.last).component
                octets += Self.octetsOfLayout
                if made.count >= Self.mostMade { made.removeAll(keepingCapacity: true) }
                made[key] = component
            }
            octets += Self.octets(of: component)
            component.set("TZID", to: Property("TZID", .text(identifier)))
            return component
        }
    }
}
