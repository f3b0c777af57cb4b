import ICalendar

extension CalendarMerging {
    /// A UID that several whole items of one kind have, and of which both versions changed something; nil when there is none.
    ///
    /// Their order alone would tell such items apart, and that is another one as soon as one of them goes.
    var mixedUID: String? {
        let (before, mine, theirs) = (Self.items(of: base), Self.items(of: ours), Self.items(of: merged))
        for (key, own) in mine {
            // What one of the two removed as a whole is seen to as a whole.
            guard let other = theirs[key], own != other else { continue }
            let was = before[key] ?? []
            guard own != was, other != was else { continue }
            if [was, own, other].contains(where: Self.areSeveral) { return key.uid.text }
        }
        return nil
    }

    /// What an item is and which.
    private struct Key: Hashable {
        let kind: String
        let uid: ExactText
    }

    /// The components of each item.
    private static func items(of file: CalendarFile) -> [Key: [Component]] {
        var items: [Key: [Component]] = [:]
        for component in file.calendars.lazy.flatMap(\.component.components)
        where component.name != "VTIMEZONE" {
            guard let uid = component.text("UID") else { continue }
            items[Key(kind: component.name, uid: ExactText(uid)), default: []].append(component)
        }
        return items
    }

    private static func areSeveral(_ components: [Component]) -> Bool {
        components.count { $0.first("RECURRENCE-ID") == nil } > 1
    }
}
