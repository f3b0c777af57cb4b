import ICSConsole
package import ICalendar
package import ICalendarStore

package struct ImportedItem {
    /// The components of the item: a series and its overrides, or a reminder.
    package var components: [Component]
    /// The file's calendar with only the zone definitions that the item uses.
    package var calendar: CalendarObject
    package let type: EntityType
    package var method: SchedulingMethod?
    /// The sender's address, if the item arrived by email.
    package var sender: String?
    package var reason: String?
    /// The METHOD if RFC 5546 does not define it.
    package var unknownMethod: String?
    /// The required properties that the file lacks and the import adds.
    var missing: [String] = []

    package var message: ItemMessage { ItemMessage(method, components, sender: sender) }
    package var uid: String { components.first?.text("UID") ?? "" }

    /// The item's name, truncated to fit on a line: `"Stand-up" (stand-up@studio.example)`.
    package var title: String {
        let uid = Words.short(components.first?.text("UID") ?? "no UID")
        guard let summary = components.lazy.compactMap({ $0.text("SUMMARY") }).first else { return uid }
        return "\"\(Words.short(summary))\" (\(uid))"
    }

    package func shortened(_ reason: String) -> String {
        guard let uid = components.first?.text("UID"), !uid.isEmpty else { return reason }
        return reason.replacing(uid, with: Words.short(uid))
    }

    /// Returns the number of unreadable parts in a file.
    ///
    /// Each part may have been an item.
    package static func losses(in file: CalendarFile) -> Int {
        file.diagnostics.count { $0.severity == .error || $0.code == .framing }
    }

    /// Returns the items in a file, ordered by first component.
    ///
    /// Mistakes with only one possible correction are repaired.
    package static func all(in file: CalendarFile) -> [ImportedItem] {
        var room = ImportedZones.room
        return joined(
            file.calendars.flatMap { calendar in
                var mended = calendar.repairedKeepingUnusable()
                if mended.method == nil { mended.method = file.statedMethod(of: calendar) }
                let lacking = ["UID", "DTSTAMP"].map { name in
                    let lines = calendar.component.components.filter { $0.first(name) == nil }.compactMap(
                        \.line
                    )
                    return (name, lines: Set(lines))
                }
                var items: [ImportedItem] = []
                var places: [String: Int] = [:]
                for component in mended.component.components where component.name != "VTIMEZONE" {
                    let type: EntityType = component.name == "VTODO" ? .reminder : .event
                    var item = ImportedItem(
                        components: [component],
                        calendar: CalendarObject(),
                        type: type,
                        method: mended.schedulingMethod,
                        sender: file.sender(of: calendar),
                        unknownMethod: mended.unknownMethod
                    )
                    if let line = component.line {
                        item.missing = lacking.filter { $0.lines.contains(line) }.map(\.0)
                    }
                    if component.name != "VEVENT", component.name != "VTODO" {
                        item.reason = "a \(component.name) is neither an event nor a reminder"
                    } else if let uid = component.text("UID"), !uid.isEmpty {
                        let key = "\(component.name) \(uid)"
                        if let place = places[key] {
                            items[place].components.append(component)
                            for name in item.missing where !items[place].missing.contains(name) {
                                items[place].missing.append(name)
                            }
                            continue
                        }
                        places[key] = items.count
                    } else {
                        // If an item has no UID, assign one that is the same for each import.
                        let uid = StableIdentifier.uid(for: component)
                        item.components[0].set("UID", to: Property("UID", .text(uid)))
                    }
                    items.append(item)
                }
                let zones = ImportedZones(mended)
                for place in items.indices where items[place].reason == nil {
                    if let own = zones.calendar(for: items[place].components, room: &room) {
                        items[place].calendar = own
                    } else {
                        items[place].reason =
                            "its time zone definitions are too long to repeat in every item"
                    }
                }
                return items
            }
        )
    }

    /// Returns warnings about required properties that were missing and have been added.
    package static func guesses(about items: [ImportedItem]) -> [String] {
        let added = [
            ("UID", "using one made from the contents"), ("DTSTAMP", "cannot tell which revision is newer"),
        ]
        return added.compactMap { name, guess in
            let lacking = items.filter { $0.reason == nil && $0.missing.contains(name) }
            guard let first = lacking.first else { return nil }
            let more = lacking.count > 1 ? " (and \(lacking.count - 1) more like this)" : ""
            return "\(first.title): \(name) is missing; \(guess)\(more)"
        }
    }

    /// Merges messages about the same item.
    ///
    /// A file may contain thousands of messages. Without merging, the item would be read and written for each message.
    private static func joined(_ items: [ImportedItem]) -> [ImportedItem] {
        var joined: [ImportedItem] = []
        var places: [String: Int] = [:]
        for item in items {
            guard item.reason == nil, let uid = item.components.first?.text("UID") else {
                joined.append(item)
                continue
            }
            let key = "\(item.components.first?.name ?? "") \(uid)"
            if let place = places[key], joined[place].method == item.method,
                joined[place].sender == item.sender, joined[place].unknownMethod == item.unknownMethod,
                joined[place].calendar == item.calendar,
                item.components.allSatisfy({ $0.isOverride }) || item.method == .reply
            {
                joined[place].components += item.components
            } else {
                places[key] = joined.count
                joined.append(item)
            }
        }
        return joined
    }

    /// Returns diagnostics about the times of the items in a file, as interpreted by the store.
    ///
    /// Missing properties are not reported here. The import either adds them, or skips the item and reports the reason.
    ///
    /// - Parameter isStored: Returns whether the calendar contains the series with a UID. If it does, overrides are not
    ///   reported as orphans.
    package static func remarks(
        on file: CalendarFile,
        in zone: Zone,
        isStored: (String) -> Bool = { _ in false }
    ) -> [Diagnostic] {
        func isOfStored(_ component: Component) -> Bool {
            component.isOverride && component.text("UID").map(isStored) == true
        }
        var remarks = UnknownZones.diagnostics(in: file) { component in
            component.name == "VTODO" || component.name == "VEVENT" && isOfStored(component)
        }
        guard
            let window = try? OccurrenceWindow(
                from: .present,
                to: Instant.present.adding(seconds: 1),
                in: zone
            )
        else { return remarks }
        let (read, zones) = (Set(file.diagnostics), Set(remarks.map(\.message)))
        var file = file
        // A reply repeats a series' start but not its rule.
        file.calendars.removeAll { $0.schedulingMethod == .reply }
        for place in file.calendars.indices {
            file.calendars[place].component.components.removeAll(where: isOfStored)
        }
        remarks += (file.occurrences(in: window).diagnostics + reminders(of: file, in: window)).filter {
            $0.code != .missingProperty && !read.contains($0) && !zones.contains($0.message)
        }
        return remarks
    }

    /// Returns diagnostics about reminders' rules, which are expanded as the rules of events with the same times.
    private static func reminders(of file: CalendarFile, in window: OccurrenceWindow) -> [Diagnostic] {
        var file = file
        for place in file.calendars.indices {
            var components = file.calendars[place].component.components
            components.removeAll { component in
                component.name != "VTIMEZONE"
                    && (component.name != "VTODO" || component.first("RRULE") == nil)
            }
            for index in components.indices where components[index].name == "VTODO" {
                var event = Event(components[index])
                if event.start == nil { event.start = Todo(event.component).due }
                for name in ["DUE", "DURATION"] { event.component.set(name, to: nil) }
                event.component.name = Event.componentName
                components[index] = event.component
            }
            file.calendars[place].component.components = components
        }
        return file.occurrences(in: window).diagnostics
    }
}
