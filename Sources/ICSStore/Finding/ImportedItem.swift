import ICalendar
import ICalendarStore

/// An item of a file that is to be saved in a calendar: the components of one UID.
struct ImportedItem {
    /// The components: a series and what differs from it, or a reminder.
    var components: [Component]
    /// The calendar of the file, for its zones.
    let calendar: CalendarObject
    /// What kind of item it is.
    let type: EntityType
    /// Why it cannot be saved; nil when it perhaps can.
    var reason: String?

    /// What it is called: `"Stand-up" (stand-up@studio.example)`.
    var title: String {
        let uid = components.first?.text("UID") ?? "no UID"
        guard let summary = components.lazy.compactMap({ $0.text("SUMMARY") }).first else { return uid }
        return "\"\(summary)\" (\(uid))"
    }

    /// The items of a file, mended where that has one answer, in the order of their first components.
    static func all(in file: CalendarFile) -> [ImportedItem] {
        file.calendars.flatMap { calendar in
            let mended = calendar.repaired().calendar
            var items: [ImportedItem] = []
            var places: [String: Int] = [:]
            for component in mended.component.components where component.name != "VTIMEZONE" {
                let type: EntityType = component.name == "VTODO" ? .reminder : .event
                var item = ImportedItem(components: [component], calendar: mended, type: type)
                if component.name != "VEVENT", component.name != "VTODO" {
                    item.reason = "a \(component.name) is neither an event nor a reminder"
                } else if let uid = component.text("UID"), !uid.isEmpty {
                    let key = "\(component.name) \(uid)"
                    if let place = places[key] {
                        items[place].components.append(component)
                        continue
                    }
                    places[key] = items.count
                } else {
                    // One that nobody can refer to gets a UID.
                    item.components[0].set("UID", to: Property("UID", .text(UniqueIdentifier.random())))
                }
                items.append(item)
            }
            return items
        }
    }
}
