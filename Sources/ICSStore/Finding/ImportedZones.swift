import ICalendar

/// What the items of a calendar take along of it: its version, and the definitions of the zones that each of them names.
///
/// A file may define thousands of zones for thousands of items, so that all of them in each item would fill a disk.
struct ImportedZones {
    /// How many bytes all long definitions that are written may take, whatever the number of items.
    static let room = 16 << 20
    /// The definitions of an item that take no more than this are written in any case.
    static let roomOfItem = 2 << 10

    private let properties: [Property]
    /// The first definition of each TZID, by what its spellings have in common.
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

    /// A calendar without items that has what some components need; nil when its definitions take more than the room
    /// that is left.
    ///
    /// Where there is no room, zones that the system's database has go without a definition of the file's, which would
    /// not be heeded in any case; saving adds a short one.
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
            let known = definitions[name.zoneKey] ?? []
            // One that is spelt as it is written, or else the first.
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

    /// Whether a zone has its name from the system's database, and not from Windows or a vendor.
    private static func isOfDatabase(_ id: String) -> Bool {
        guard let zone = try? Zone(identifier: id) else { return false }
        return zone.identifier.lowercased() == String(id.lowercased().map { $0 == " " ? "_" : $0 })
    }
}
