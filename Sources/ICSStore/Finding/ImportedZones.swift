import ICalendar

/// What the items of a calendar take along of it: its version, and the definitions of the zones that each of them names.
///
/// A file may define thousands of zones for thousands of items, so that all of them in each item would fill a disk.
struct ImportedZones {
    /// How many bytes all definitions that are written may take, whatever the number of items.
    static let room = 64 << 20
    /// As many are added for each item; no honest definition is much longer.
    static let roomOfItem = 8 << 10

    private let properties: [Property]
    /// The first definition of each TZID, by the TZID in lower case without blanks around it.
    private var definitions: [String: [Definition]] = [:]

    private struct Definition {
        let id: String
        let component: Component
        let size: Int
    }

    /// What a calendar says of zones.
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
            definitions[id.lowercased(), default: []].append(definition)
        }
    }

    /// A calendar without items that has what some components need; nil when its definitions take more than the room
    /// that is left.
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
            let known = definitions[name.lowercased()] ?? []
            // One that is spelt as it is written, or else the first.
            if let definition = known.first(where: { $0.id == name }) ?? known.first,
                !used.contains(where: { $0.id == definition.id })
            {
                used.append(definition)
            }
        }
        room += Self.roomOfItem
        let size = used.reduce(0) { $0 + $1.size }
        guard size <= room else { return nil }
        room -= size
        return CalendarObject(
            Component("VCALENDAR", properties: properties, components: used.map(\.component))
        )
    }
}
