import ICalendar

/// A save or removal in progress.
///
/// A transaction locates an item's file, changes the item, and collects the new contents of files.
///
/// A transaction does not write. While a transaction is in progress, the store performs no other save. If another
/// program interferes, the transaction is repeated.
struct StoreTransaction {
    let store: EventStore
    let now = Instant.now
    let newUID: String
    let locator: ItemLocator
    private(set) var changes: StagedChanges.Changes = []

    init(_ store: EventStore, on batch: StagedChanges?, newUID: String = UniqueIdentifier.random()) {
        self.store = store
        locator = ItemLocator(store: store, batch: batch)
        self.newUID = newUID
    }

    var zone: Zone { store.identity.zone }
    var limits: ReadingLimits { store.options.limits }

    // MARK: - Saving

    struct Saved<Item: StoreItem>: Sendable {
        let item: Item.Saved
        var dropped: [Component] = []
    }

    mutating func save<Item: StoreItem>(
        _ given: Item,
        span: EventSpan?
    ) throws(StoreError) -> Saved<Item>? {
        guard let reference = given.reference else { return Saved(item: try add(given)) }
        try checkOrigin(of: given, reference)
        guard given.hasChanges else { return nil }
        var target = try locator.target(of: given)
        let isSent = given.isMoved(to: target)
        if isSent { try store.checkWriting(store.present(reference.calendar)) }
        let item = try given.checked()
        let located =
            if let found = try locator.editable(reference) { found } else { try locator.recreated(reference) }
        let home = locator.home(of: located, givenIn: reference.calendar)
        if home != reference.calendar {
            try store.check(home, Item.type)
            if !isSent { target = home }
        }
        let before = try reference.item(in: located.calendar, now: now)
        if target.source != home.source { try checkInvitation(before, given.title) }
        let (outcome, slot) = try changed(item, given, before, span, in: target)
        var about = ItemSubject(given.title, reference.uid, in: target, from: reference.calendar)
        let done = outcome.done?.component.components.last?.text("UID")
        if outcome.continuation != nil { about.add(newUID, in: target) }
        if let done { about.add(done, in: target) }
        var written = (uid: reference.uid, slot: slot, place: located.place, isOwn: true)
        if target.calendarIdentifier != home.calendarIdentifier {
            written.place = try move(reference, outcome.calendar, before, located, to: target, about)
        } else {
            put(located.file(with: outcome.calendar), at: located.place, over: located.base, about: about)
        }
        if let continuation = outcome.continuation {
            let place = try putNew(continuation, newUID, in: target, about)
            written = (newUID, slot, place, false)
        }
        if let calendar = outcome.done, let done {
            written = (done, nil, try putNew(calendar, done, in: target, about), false)
        }
        let saved = try readBack(
            item,
            uid: written.uid,
            slot: written.slot,
            at: written.place,
            in: target,
            change: written.isOwn ? outcome.calendar.map { (before, $0) } : nil,
            replacing: reference.uid,
            in: located.file
        )
        return Saved(item: saved, dropped: outcome.dropped)
    }

    private func changed<Item: StoreItem>(
        _ item: Item,
        _ given: Item,
        _ before: StoredItem,
        _ span: EventSpan?,
        in target: EventCalendar
    ) throws(StoreError) -> (outcome: StoredItem.Outcome, slot: OccurrenceTime?) {
        guard given.hasNewContent else { return (.init(calendar: before.calendar), given.slot) }
        let context = SavingContext(
            newUID: newUID,
            completedInstances: store.options.completedInstances
        ) { locator.isTaken($0, in: target) }
        var (outcome, slot) = try item.applied(to: before, span, context)
        let revision = OrganizerRevision(of: before, by: store.identity.users)
        outcome.calendar = outcome.calendar.map(revision.revised)
        outcome.continuation = outcome.continuation.map(revision.asked)
        return (outcome, slot)
    }

    private mutating func add<Item: StoreItem>(_ given: Item) throws(StoreError) -> Item.Saved {
        let calendar = try locator.target(of: given)
        let item = try given.checked()
        let uid = Event(item.content).uid ?? newUID
        try locator.checkFree(uid, in: calendar)
        let about = ItemSubject(given.title, uid, in: calendar)
        let place = try putNew(item.newCalendar(uid: uid, at: now), uid, in: calendar, about)
        return try readBack(item, uid: uid, slot: nil, at: place, in: calendar)
    }

    private mutating func readBack<Item: StoreItem>(
        _ item: Item,
        uid: String,
        slot: OccurrenceTime?,
        at place: FilePlace,
        in calendar: EventCalendar,
        change: (before: StoredItem, after: CalendarObject)? = nil,
        replacing old: String? = nil,
        in before: CalendarFile? = nil
    ) throws(StoreError) -> Item.Saved {
        let title = changes.last?.file.subject.text
        var found: ParsedFile?
        // A value may differ from the result of parsing its text. To keep invalid or unfindable content off the disk,
        // parse each file again here. The index reuses the result.
        for number in changes.indices {
            guard let content = changes[number].file.content else { continue }
            let isWanted = changes[number].place == place
            let read = try ParsedFile(
                changes[number].place,
                content,
                limits: limits,
                indexedIn: isWanted && Item.type == .event ? zone : nil
            )
            changes[number].file.read = read
            try checkRules(read.file, of: [uid, old ?? uid], against: before, title)
            if isWanted { found = read }
        }
        guard let found else { throw StoreError(.internalFailure, title, "the item was not written") }
        let transaction = self
        return try item.found(
            in: WrittenItem(
                store: store.identity,
                calendar: calendar,
                file: found,
                uid: uid,
                slot: slot,
                change: change,
                subject: title ?? item.title
            ) { transaction.completed($0, in: calendar) }
        )
    }

    private func completed(_ name: CompletedInstance, in calendar: EventCalendar) -> Reminder? {
        func found() -> Reminder? {
            store.snapshot.items[calendar.calendarIdentifier].flatMap { store.reminder(name, in: $0) }
        }
        if let found = found() { return found }
        // Another program may have just created the item.
        store.lookNow()
        return found()
    }

    // MARK: - Removing

    /// Removes an item.
    ///
    /// Removing all instances of a reminder also removes completed instances that are separate to-dos.
    mutating func remove(_ item: some StoreItem, span: EventSpan) throws(StoreError) {
        guard let reference = item.reference else { return }
        try checkOrigin(of: item, reference)
        try remove(reference, item.title, slot: item.slot, span: span)
    }

    mutating func remove(
        _ reference: ItemReference,
        _ title: String,
        slot: OccurrenceTime? = nil,
        span: EventSpan = .allEvents
    ) throws(StoreError) {
        try store.checkWriting(store.present(reference.calendar))
        guard let located = try locator.editable(reference) else { return }
        let home = locator.home(of: located, givenIn: reference.calendar)
        if home != reference.calendar { try store.checkWriting(home) }
        let before = try reference.item(in: located.calendar, now: now)
        let outcome = try before.remove(slot: slot, span: span)
        var about = ItemSubject(title, reference.uid, in: home, from: reference.calendar)
        if slot != nil, span != .allEvents {
            about.verb = span == .thisEvent ? "remove an occurrence of" : "end"
        }
        if outcome.calendar != before.calendar {
            let revision = OrganizerRevision(of: before, by: store.identity.users)
            takeOut(located, outcome.calendar.map(revision.revised), about)
        }
        if span == .allEvents, reference.kind == Todo.componentName {
            try removeCompleted(of: reference.uid, in: home, beside: located.place, about)
        }
    }

    private mutating func removeCompleted(
        of uid: String,
        in calendar: EventCalendar,
        beside place: FilePlace,
        _ about: ItemSubject
    ) throws(StoreError) {
        let files = store.snapshot.items[calendar.calendarIdentifier]?.files(holding: .todo) ?? []
        for file in files where file.place != place && file.uids.contains(where: { $0.hasSuffix("-\(uid)") })
        {
            let components = file.calendars.flatMap(\.component.components)
            guard let one = components.first(where: { CompletedInstance($0)?.isOf(uid) ?? false }),
                let own = one.text("UID")
            else { continue }
            let reference = ItemReference(
                store: store.identity,
                calendar: calendar,
                file: file,
                uid: own,
                kind: Todo.componentName,
                component: one
            )
            guard let located = try locator.editable(reference) else { continue }
            var left = located.calendar
            left.component.components.removeAll { CompletedInstance($0)?.isOf(uid) ?? false }
            var about = about
            about.add(own, in: calendar)
            takeOut(located, left.hasItems ? left : nil, about)
        }
    }

    private mutating func move(
        _ reference: ItemReference,
        _ edited: CalendarObject?,
        _ item: StoredItem,
        _ located: LocatedItem,
        to target: EventCalendar,
        _ about: ItemSubject
    ) throws(StoreError) -> FilePlace {
        try locator.checkFree(reference.uid, in: target)
        // The edited components, except those to leave behind: other types, and other complete events with the same
        // UID.
        let own = edited.map(item.own(in:)) ?? []
        let place = try freePlace(for: reference.uid, in: target, preferring: located.place.name)
        let (left, along) = try item.takingOwn()
        let moved = CalendarFile(calendars: [item.calendar(of: along + own)])
        put(moved, at: place, over: nil, about: about)
        if !located.isGone { takeOut(located, left, about, [ExactText(reference.uid): place]) }
        return place
    }

    /// Writes what remains of a file, if anything.
    ///
    /// `moved` contains the new places of the items moved out of it.
    private mutating func takeOut(
        _ located: LocatedItem,
        _ left: CalendarObject?,
        _ about: ItemSubject,
        _ moved: [ExactText: FilePlace] = [:]
    ) {
        let file = located.file(with: left)
        let rest = file.calendars.isEmpty ? nil : file
        put(rest, at: located.place, over: located.base, about: about, moved: moved)
        guard let rest, let content = changes.last?.file.content else { return }
        // If items were only removed, the next change can reuse the parsed file.
        let stored = StoredFile(located.place, content, nil, limits: limits)
        changes[changes.count - 1].file.read = ParsedFile(stored: stored, file: rest)
    }

    // MARK: - New contents of files

    mutating func put(
        _ file: CalendarFile?,
        at place: FilePlace,
        over base: FileBase?,
        about subject: ItemSubject,
        moved: [ExactText: FilePlace] = [:]
    ) {
        var uids: Set<ExactText> = []
        for calendar in file?.calendars ?? [] {
            for component in calendar.component.components where component.name != "VTIMEZONE" {
                if let uid = component.text("UID") { uids.insert(ExactText(uid)) }
            }
        }
        // Unchanged parts keep their bytes. If a change introduces time zones, their definitions are added.
        var options = WritingOptions.asRead
        options.addsTimeZones = true
        let content = file?.icsBytes(options)
        var change = StagedChanges.File(base: base, content: content, uids: uids, subject: subject)
        change.moved = moved
        changes.append((place, change))
    }

    private func freePlace(
        for uid: String,
        in calendar: EventCalendar,
        preferring name: [UInt8]? = nil
    ) throws(StoreError) -> FilePlace {
        try locator.freePlace(for: uid, in: calendar, preferring: name, besides: changes.map(\.place))
    }

    mutating func putNew(
        _ calendar: CalendarObject,
        _ uid: String,
        in target: EventCalendar,
        _ about: ItemSubject
    ) throws(StoreError) -> FilePlace {
        let place = try freePlace(for: uid, in: target)
        put(CalendarFile(calendars: [calendar]), at: place, over: nil, about: about)
        return place
    }

    mutating func note(_ read: ParsedFile) { changes[changes.count - 1].file.read = read }

    func files(withItemsOf uids: [String]) throws(StoreError) -> [CalendarFile] {
        var files: [CalendarFile] = []
        for change in changes {
            guard let content = change.file.content else { continue }
            let read =
                if let read = change.file.read {
                    read
                } else {
                    try ParsedFile(change.place, content, limits: limits)
                }
            files.append(read.file.with(itemsOf: uids))
        }
        return files
    }

    // MARK: - Checks

    /// Throws an error, like EventKit, if an invitation would move to another account.
    private func checkInvitation(_ item: StoredItem, _ title: String) throws(StoreError) {
        let people = ItemPeople(item.own, users: store.identity.users)
        guard people.isInvitation else { return }
        throw StoreError(
            .invitesCannotBeMoved,
            title,
            "an invitation cannot be moved to another account; its organizer is "
                + Words.short(people.organizer?.key ?? "")
        )
    }

    private func checkOrigin(of item: some StoreItem, _ reference: ItemReference) throws(StoreError) {
        guard reference.store != store.identity else { return }
        let what = reference.kind == Todo.componentName ? "reminder" : "event"
        throw StoreError(
            .objectBelongsToDifferentStore,
            item.title,
            "the \(what) belongs to another store"
        )
    }

    /// Throws an error if a change to items introduces a new violation of RFC 5545.
    ///
    /// Existing violations are allowed, as are copies of them. An event's end is not checked here, since an end before
    /// the start is rejected earlier. An end equal to the start violates RFC 5545 sections 3.8.2.2 and 3.8.2.3, but
    /// many programs, such as Apple's Reminders, write it.
    private func checkRules(
        _ file: CalendarFile,
        of uids: [String],
        against before: CalendarFile?,
        _ title: String?
    ) throws(StoreError) {
        func rule(_ violation: Violation) -> [String?] {
            [violation.code.description, violation.component, violation.property]
        }
        let errors = file.with(itemsOf: uids).validate()
            .filter { $0.severity == .error && $0.code != .endNotAfterStart }
        guard !errors.isEmpty else { return }
        let known = Set((before?.with(itemsOf: uids).validate() ?? []).map(rule))
        guard let violation = errors.first(where: { !known.contains(rule($0)) }) else { return }
        throw StoreError(.invalidItem, title, "\(violation.message) (\(violation.section))")
    }
}
