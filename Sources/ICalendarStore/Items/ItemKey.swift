import ICalendar

/// What an item is and which: a reminder may have an event's UID.
struct ItemKey: Hashable, Sendable {
    let kind: String
    let uid: ExactText

    init(kind: String, uid: String) {
        self.kind = kind
        self.uid = ExactText(uid)
    }

    /// Nil for a zone, and for what has no UID.
    init?(_ component: Component) {
        guard component.name != "VTIMEZONE", let uid = component.text("UID") else { return nil }
        self.init(kind: component.name, uid: uid)
    }
}

extension CalendarObject {
    /// Whether it has anything but definitions of zones.
    var hasItems: Bool { component.components.contains { $0.name != "VTIMEZONE" } }
}

extension CalendarFile {
    /// The file with some of its components and the definitions of zones; calendars without an item go.
    func filtered(where isKept: (Component) -> Bool) -> CalendarFile {
        var file = self
        for place in file.calendars.indices {
            file.calendars[place].component.components.removeAll { $0.name != "VTIMEZONE" && !isKept($0) }
        }
        file.calendars.removeAll { !$0.hasItems }
        return file
    }

    /// The file with the items of some UIDs alone.
    func with(itemsOf uids: [String]) -> CalendarFile {
        filtered { component in uids.contains { component.isOwn(of: $0) } }
    }
}
