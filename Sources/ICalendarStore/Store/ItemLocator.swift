import ICalendar

/// Finds items on disk and in a batch, and free places for new items.
struct ItemLocator {
    let store: EventStore
    /// The batch to use.
    ///
    /// A value of nil means the store's own batch, which need not be copied while it is unchanged.
    let batch: StagedChanges?

    private var limits: ReadingLimits { store.options.limits }

    /// Returns an item's file from the batch or disk, following moves to other calendars.
    ///
    /// Returns nil if there is no such item.
    func located(_ reference: ItemReference) throws(StoreError) -> LocatedItem? {
        if let found = try followed(reference) { return found }
        // Another program may have just moved the item.
        store.lookNow()
        return try followed(reference)
    }

    private func followed(_ reference: ItemReference) throws(StoreError) -> LocatedItem? {
        var (place, folder) = (reference.file.place, reference.calendar.folder)
        let mostMoves = 16
        for _ in 0..<mostMoves {
            if let found = try located(reference, in: folder, first: place) { return found }
            guard let next = store.place(movedFrom: folder, uid: reference.uid, in: batch) else { return nil }
            (place, folder) = (next, next.folder)
        }
        return nil
    }

    private func located(
        _ reference: ItemReference,
        in folder: [UInt8],
        first: FilePlace
    ) throws(StoreError) -> LocatedItem? {
        let uid = reference.uid
        if let found = try located(reference, at: first) { return found }
        // Another program may have renamed the file, or a batch may have recreated the item.
        if let place = stagedPlace(ofUID: uid, in: folder), let found = try located(reference, at: place) {
            return found
        }
        let snapshot = store.snapshot
        let calendar = snapshot.calendars.first { $0.folder == folder }
        let items = calendar.flatMap { snapshot.items[$0.calendarIdentifier] }
        for file in items?.files(ofUID: uid) ?? [] where file.place != first {
            if let found = try located(reference, at: file.place) { return found }
        }
        return nil
    }

    private func located(_ reference: ItemReference, at place: FilePlace) throws(StoreError) -> LocatedItem? {
        guard let current = try current(place, knownAs: reference) else { return nil }
        var file = current.file.file
        guard let index = reference.place(in: file.calendars) else { return nil }
        // If the item has no UID, write its generated UID, since any change to the item would generate a
        // different one.
        for number in file.calendars[index].component.components.indices {
            let component = file.calendars[index].component.components[number]
            guard component.name == reference.kind, component.text("UID") == nil,
                component.isOwn(of: reference.uid)
            else { continue }
            file.calendars[index].component.components[number]
                .set("UID", to: Property("UID", .text(reference.uid)))
        }
        return LocatedItem(
            place: place,
            base: current.base,
            file: file,
            index: index,
            given: current.isStaged ? nil : current.file
        )
    }

    func home(of located: LocatedItem, givenIn calendar: EventCalendar) -> EventCalendar {
        let folder = located.place.folder
        if folder == calendar.folder { return calendar }
        return store.snapshot.calendars.first { !$0.isFile && $0.folder == folder } ?? calendar
    }

    /// Returns an item's file for rewriting, or nil if the item no longer exists.
    ///
    /// - Throws: ``StoreError/Code/eventNotMutable`` if the file has unreadable parts that would be lost.
    func editable(_ reference: ItemReference) throws(StoreError) -> LocatedItem? {
        guard let located = try located(reference) else { return nil }
        if let given = located.given, let line = LostLines.first(of: given.stored.bytes, in: given.file) {
            throw StoreError(
                .eventNotMutable,
                given.stored.name,
                "line \(line): part of the file cannot be read and would be lost; repair the file first"
            )
        }
        return located
    }

    func recreated(_ reference: ItemReference) throws(StoreError) -> LocatedItem {
        // If the file is being written right now, it may soon contain the item again.
        if let now = try current(reference.file.place)?.file,
            LostLines.first(of: now.stored.bytes, in: now.file) != nil
        {
            throw StoreError(
                .eventNotMutable,
                reference.file.name,
                "another program changed the file, and part of it cannot be read; nothing was saved"
            )
        }
        var file = if let parsed = reference.parsed { parsed } else { try reference.file.parsed() }
        guard let index = reference.place(in: file.calendars) else {
            throw StoreError(.noSuchItem, reference.uid, "the item can no longer be found")
        }
        file.calendars = [file.calendars[index]]
        file.calendars[0].component.components.removeAll {
            $0.name != "VTIMEZONE" && !($0.name == reference.kind && $0.isOwn(of: reference.uid))
        }
        let name = reference.file.place.name
        let place = try freePlace(for: reference.uid, in: reference.calendar, preferring: name, besides: [])
        return LocatedItem(place: place, base: nil, file: file, index: 0, isGone: true)
    }

    /// Returns the current version of a file from the batch (where nothing can be lost) or disk, or nil if it does not
    /// exist.
    private func current(
        _ place: FilePlace,
        knownAs reference: ItemReference? = nil
    ) throws(StoreError) -> (file: ParsedFile, base: FileBase?, isStaged: Bool)? {
        if let staged = staged(at: place) {
            guard let content = staged.content else { return nil }
            if let read = staged.read { return (read, staged.base, true) }
            return (try ParsedFile(place, content, limits: limits), staged.base, true)
        }
        let now: StoredFile
        do {
            guard let contents = try store.reader.settled(place) else { return nil }
            now = StoredFile(place, contents.bytes, FileVersion(contents), limits: limits)
        } catch {
            throw StoreError(caught: error)
        }
        if let reference, let parsed = reference.parsed, reference.file.isSame(as: now) {
            return (ParsedFile(stored: now, file: parsed), now.base, false)
        }
        do throws(StoreError) {
            return (ParsedFile(stored: now, file: try now.parsed()), now.base, false)
        } catch {
            // The item was in the file when the store read it.
            var changed = error
            changed.detail =
                "another program changed the file, and it can no longer be read; nothing was saved: \(error.detail)"
            throw changed
        }
    }

    func staged(at place: FilePlace) -> StagedChanges.File? {
        batch.map { $0[place] } ?? store.withStaged { $0[place] }
    }

    func stagedPlace(ofUID uid: String, in folder: [UInt8]) -> FilePlace? {
        batch.map { $0.place(ofUID: uid, in: folder) }
            ?? store.withStaged { $0.place(ofUID: uid, in: folder) }
    }

    // MARK: - Places of new items

    func target<Item: StoreItem>(of item: Item) throws(StoreError) -> EventCalendar {
        guard !item.isNew, let wanted = item.calendar else {
            guard let calendar = try store.calendarForNewItem(item.calendar, Item.type) else {
                throw StoreError(.noCalendar, item.title, "no calendar to save it in")
            }
            return calendar
        }
        let calendar = try store.present(wanted)
        try store.check(calendar, Item.type)
        return calendar
    }

    func checkFree(_ uid: String, in calendar: EventCalendar) throws(StoreError) {
        guard isTaken(uid, in: calendar) else { return }
        throw StoreError(
            .identifierIsTaken,
            calendar.title,
            "the calendar already has an item with UID \(uid)"
        )
    }

    func isTaken(_ uid: String, in calendar: EventCalendar) -> Bool {
        if stagedPlace(ofUID: uid, in: calendar.folder) != nil { return true }
        var places = store.snapshot.items[calendar.calendarIdentifier]?.files(ofUID: uid).map(\.place) ?? []
        // Another program may have just created the item.
        if let usual = FilePlace(folder: calendar.folder, name: ItemName.forUID(uid)) { places.append(usual) }
        // The batch takes precedence over the disk for the files that it changes.
        return places.contains { place in
            guard staged(at: place) == nil, let current = try? current(place) else { return false }
            return current.file.file.calendars.contains { calendar in
                calendar.component.components.contains { $0.isOwn(of: uid) }
            }
        }
    }

    func freePlace(
        for uid: String,
        in calendar: EventCalendar,
        preferring name: [UInt8]? = nil,
        besides others: [FilePlace]
    ) throws(StoreError) -> FilePlace {
        for attempt in -1..<1000 {
            guard let name = attempt < 0 ? name : ItemName.forUID(uid, attempt: attempt),
                let place = FilePlace(folder: calendar.folder, name: name),
                staged(at: place).map({ $0.content == nil && $0.base == nil }) ?? true,
                !others.contains(place)
            else { continue }
            do throws(FileFailure) {
                let path = store.root.path(of: place)
                if try store.files.stamp(of: path, followingLinks: false) == nil { return place }
            } catch {
                throw StoreError(caught: error)
            }
        }
        throw StoreError(.internalFailure, calendar.title, "no free file name for UID \(uid)")
    }
}
