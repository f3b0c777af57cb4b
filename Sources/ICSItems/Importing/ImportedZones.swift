import ICalendar

/// The parts of a calendar to copy to each item: the version and the zone definitions that the item uses.
///
/// A file may define thousands of zones for thousands of items. Copying all definitions to each item could fill the
/// disk.
struct ImportedZones {
    /// The maximum total size of long definitions in bytes, regardless of the number of items.
    static let room = 16 << 20
    /// The maximum size, in bytes, of short definitions, which are always copied to an item.
    static let roomOfItem = 2 << 10

    private let properties: [Property]
    /// The definitions for each TZID, by a key shared by all its spellings.
    private var definitions: [String: [Definition]] = [:]

    private struct Definition {
        let id: String
        let component: Component
        let size: Int
    }

    init(_ calendar: CalendarObject) {
        properties = calendar.component.properties.filter {
            ["VERSION", "PRODID", "CALSCALE"].contains($0.name)
        }
        var seen: Set<String> = []
        for component in calendar.component.components where component.name == "VTIMEZONE" {
            guard let id = component.text("TZID")?.trimmedOfBlanks, seen.insert(id).inserted else {
                continue
            }
            let definition = Definition(id: id, component: component, size: component.contentLines.count)
            definitions[id.zoneKey, default: []].append(definition)
        }
    }

    /// Returns a calendar with the definitions that the components need, or nil if these exceed the remaining room.
    ///
    /// If there is not enough room, omits definitions of zones in the system's database. These definitions would be
    /// ignored anyway, and saving adds short ones.
    func calendar(for components: [Component], room: inout Int) -> CalendarObject? {
        var names: Set<String> = []
        var left = components
        while let component = left.popLast() {
            for property in component.properties {
                if let id = property.timeZoneID { names.insert(id.trimmedOfBlanks) }
            }
            left += component.components
        }
        var used: [Definition] = []
        for name in names.sorted() {
            let known = name.zoneKey { definitions[$0] != nil }.flatMap { definitions[$0] } ?? []
            // Prefer the same spelling; otherwise, use the first definition.
            if let definition = known.first(where: { $0.id == name }) ?? known.first,
                !used.contains(where: { $0.id == definition.id })
            {
                used.append(definition)
            }
        }
        var size = used.reduce(0) { $0 + $1.size }
        if size > Self.roomOfItem, size > room {
            used.removeAll { Self.isOfDatabase($0.id) }
            size = used.reduce(0) { $0 + $1.size }
        }
        if size > Self.roomOfItem {
            guard size <= room else { return nil }
            room -= size
        }
        return CalendarObject(
            Component("VCALENDAR", properties: properties, components: used.map(\.component))
        )
    }

    /// Returns whether a zone's name is from the system's database rather than from Windows or a vendor.
    private static func isOfDatabase(_ id: String) -> Bool {
        guard let zone = try? Zone(identifier: id) else { return false }
        return zone.identifier.lowercased() == String(id.lowercased().map { $0 == " " ? "_" : $0 })
    }
}
