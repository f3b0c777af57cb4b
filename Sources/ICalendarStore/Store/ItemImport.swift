package import ICalendar

extension EventStore {
    /// Adds an item written by another program: all components with the same UID, using the time zones in `object`.
    package func add(
        _ components: [Component],
        of object: CalendarObject,
        to calendar: EventCalendar?,
        _ type: EntityType,
        commit: Bool = true
    ) throws(StoreError) -> ItemIdentifier {
        try require(.write, type)
        return try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.add(components, of: object, to: calendar, type)
        }
    }

    /// Applies a message to its item, using the time zones in `object`.
    ///
    /// A new item is added to `calendar`, or to the default calendar.
    package func receive(
        _ message: ItemMessage,
        of object: CalendarObject,
        to calendar: EventCalendar?,
        _ type: EntityType,
        in context: MessageContext? = nil,
        commit: Bool = true
    ) throws(StoreError) -> (identifier: ItemIdentifier, outcome: MessageOutcome) {
        try require(.write, type)
        let context = context ?? messageContext
        return try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.receive(message, of: object, to: calendar, type, context)
        }
    }
}

extension StoreTransaction {
    fileprivate mutating func receive(
        _ message: ItemMessage,
        of object: CalendarObject,
        to wanted: EventCalendar?,
        _ type: EntityType,
        _ context: MessageContext
    ) throws(StoreError) -> (identifier: ItemIdentifier, outcome: MessageOutcome) {
        let summary = message.components.lazy.compactMap { $0.text("SUMMARY") }.first
        guard let first = message.components.first, let uid = first.text("UID") else {
            throw StoreError(.invalidItem, summary, "the item has no UID")
        }
        guard let calendar = try store.calendarForNewItem(wanted, type) else {
            throw StoreError(.noCalendar, summary ?? uid, "no calendar to save the item in")
        }
        let identifier = calendar.identifier(ofItem: uid)
        guard let located = try located(uid, first.name, in: calendar) else {
            guard let purpose = message.purpose else {
                if let reason = message.pretense(context) { return (identifier, .init(.ignored, reason)) }
                let unknown = context.unknownMethod.map {
                    "unknown METHOD '\(Words.short($0))'; read as PUBLISH"
                }
                let warnings = [unknown, message.wrongSender(context)].compactMap(\.self)
                let words = warnings.isEmpty ? "" : "warning: \(warnings.joined(separator: "; "))"
                return (try add(message.components, of: object, to: wanted, type), .init(.added, words))
            }
            let others = store.snapshot.calendars.filter { other in
                other != calendar && store.holds(uid, in: other)
            }
            let place = others.isEmpty ? "" : "; found in \(others.map(\.title).joined(separator: ", "))"
            return (identifier, .init(.ignored, "\(purpose), but the calendar has no such item\(place)"))
        }
        try store.require(.change, type)
        let zones = MessageZones(of: object, in: located.calendar, replacing: message.isWhole)
        let (message, context) = (zones.renamed(message), zones.noted(context))
        let item = StoredItem(
            calendar: zones.calendar,
            uid: uid,
            kind: first.name,
            displayZone: zone,
            now: now
        )
        let (changed, outcome) = try message.applied(to: item, in: context)
        guard changed != item.calendar else { return (identifier, outcome) }
        let title = summary ?? item.own.lazy.compactMap { $0.text("SUMMARY") }.first ?? uid
        let about = ItemSubject(title, uid, in: calendar)
        put(located.file(with: changed), at: located.place, over: located.base, about: about)
        try checkReadable(uid, type, at: located.place, title)
        return (identifier, outcome)
    }

    func located(
        _ uid: String,
        _ kind: String,
        in calendar: EventCalendar
    ) throws(StoreError) -> LocatedItem? {
        var files = store.snapshot.items[calendar.calendarIdentifier]?.files(ofUID: uid) ?? []
        if let place = locator.stagedPlace(ofUID: uid, in: calendar.folder),
            let content = locator.staged(at: place)?.content
        {
            files.append(StoredFile(place, content, nil, limits: limits))
        }
        var found: LocatedItem?
        for file in files {
            let reference = ItemReference(
                store: store.identity,
                calendar: calendar,
                file: file,
                uid: uid,
                kind: kind,
                component: nil
            )
            guard let located = try locator.editable(reference), located.place.folder == calendar.folder
            else { continue }
            if let found, found.place != located.place {
                throw StoreError(
                    .ambiguousIdentifier,
                    calendar.title,
                    "several files in the calendar contain an item with UID \(uid)"
                )
            }
            found = located
        }
        return found
    }

    mutating func checkReadable(
        _ uid: String,
        _ type: EntityType,
        at place: FilePlace,
        _ title: String
    ) throws(StoreError) {
        // Imported items may violate RFC 5545. Keep everything that can be read back, including errors, just as in
        // files that other programs put into the folder.
        let content = changes.last?.file.content ?? []
        guard content.count <= SystemFiles.largestFile else {
            let most = SystemFiles.largestFile >> 20
            throw StoreError(.invalidItem, title, "file would exceed the limit of \(most) MiB")
        }
        let written = try ParsedFile(place, content, limits: limits)
        note(written)
        let read = written.file
        if type == .event {
            guard OccurrenceLookup(uid, in: read.with(itemsOf: [uid]), zone: zone).first != nil else {
                let hasStart = read.calendars.flatMap(\.events).contains {
                    $0.uid == uid && $0.component.first("DTSTART") != nil
                }
                let reason = hasStart ? "the event has no occurrences" : "the event has no DTSTART"
                throw StoreError(.invalidItem, title, reason)
            }
        } else if !read.calendars.contains(where: { object in
            object.component.components.contains { $0.name == Todo.componentName && $0.isOwn(of: uid) }
        }) {
            throw StoreError(.invalidItem, title, "the reminder could not be read back")
        }
    }

    fileprivate mutating func add(
        _ components: [Component],
        of object: CalendarObject,
        to wanted: EventCalendar?,
        _ type: EntityType
    ) throws(StoreError) -> ItemIdentifier {
        let summary = components.lazy.compactMap { $0.text("SUMMARY") }.first
        guard let uid = components.first?.text("UID") else {
            throw StoreError(.invalidItem, summary, "the item has no UID")
        }
        let title = summary ?? uid
        guard let calendar = try store.calendarForNewItem(wanted, type) else {
            throw StoreError(.noCalendar, title, "no calendar to save the item in")
        }
        try locator.checkFree(uid, in: calendar)
        var new = object.with(components.map(\.startingAtItsSlot))
        // A stored item has no METHOD (RFC 4791 section 4.1), and the properties of its original calendar no longer
        // apply.
        new.component.properties.removeAll { !["VERSION", "PRODID", "CALSCALE"].contains($0.name) }
        let place = try putNew(new, uid, in: calendar, ItemSubject(title, uid, in: calendar))
        try checkReadable(uid, type, at: place, title)
        return calendar.identifier(ofItem: uid)
    }
}

/// The time zones in a message, reconciled with those of the calendar object that it changes.
///
/// A message about a whole item contains all the definitions that its times need. These definitions replace the stored
/// ones. If a message about occurrences contradicts a stored definition, its own definition is renamed to preserve the
/// times of other occurrences.
private struct MessageZones {
    private(set) var calendar: CalendarObject
    /// The new names of conflicting definitions, by the keys of their old names.
    private var names: [String: String] = [:]
    /// The keys of all definitions in the message.
    private let keys: Set<String>
    private var hasReplaced = false

    init(of object: CalendarObject, in calendar: CalendarObject, replacing: Bool) {
        self.calendar = calendar
        let stored = calendar.component.components
        var places: [String: Int] = [:]
        for place in stored.indices where stored[place].name == "VTIMEZONE" {
            guard let key = stored[place].text("TZID")?.zoneKey, places[key] == nil else { continue }
            places[key] = place
        }
        let zones = object.timeZoneDefinitions
        keys = Set(zones.compactMap { $0.text("TZID")?.zoneKey })
        var (seen, added) = (Set<String>(), [Component]())
        for zone in zones {
            guard let id = zone.text("TZID")?.trimmedOfBlanks, seen.insert(id.zoneKey).inserted else {
                continue
            }
            guard let place = places[id.zoneKey] else {
                added.append(zone)
                continue
            }
            // The system's zones take precedence over definitions.
            guard zone != stored[place], (try? Zone(identifier: id)) == nil,
                !ZoneDefinitionCache.shared.agree(zone, stored[place])
            else { continue }
            if replacing {
                self.calendar.component.components[place] = zone
                hasReplaced = true
                continue
            }
            let name = (2...).lazy.map { "\(id) (\($0))" }.first { name in
                places[name.zoneKey].map { ZoneDefinitionCache.shared.agree(zone, stored[$0]) }
                    ?? !keys.contains(name.zoneKey)
            }
            guard let name else { continue }
            names[id.zoneKey] = name
            guard places[name.zoneKey] == nil else { continue }
            var other = zone
            other.replace("TZID", with: [Property("TZID", .text(name))])
            added.append(other)
        }
        let end = stored.firstIndex { $0.name != "VTIMEZONE" } ?? stored.endIndex
        self.calendar.component.components.insert(contentsOf: added, at: end)
    }

    /// Returns a message with its time zones renamed.
    func renamed(_ message: ItemMessage) -> ItemMessage {
        if names.isEmpty { return message }
        return ItemMessage(message.method, message.components.map(renamed), sender: message.sender)
    }

    private func renamed(_ component: Component) -> Component {
        var new = component
        new.components = component.components.map(renamed)
        for place in component.properties.indices {
            let key = component.properties[place].timeZoneID?.zoneKey(where: keys.contains)
            guard let key, let name = names[key] else { continue }
            new.properties[place][parameter: "TZID"] = name
        }
        return new
    }

    func noted(_ context: MessageContext) -> MessageContext {
        var context = context
        context.changesZones = hasReplaced
        return context
    }
}
