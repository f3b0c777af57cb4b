import ICalendar

/// Which calendar, and which file in it.
extension StoreEdit {
    /// What shall become of a file that is not committed; nil when nothing was done with it.
    func pending(at place: FilePlace) -> PendingChanges.File? {
        guard let batch else { return store.pending(at: place) }
        return batch[place]
    }

    /// The file in the batch that has an item.
    func pendingPlace(ofUID uid: String, in folder: [UInt8]) -> FilePlace? {
        guard let batch else { return store.pendingPlace(ofUID: uid, in: folder) }
        return batch.place(ofUID: uid, in: folder)
    }

    /// The calendar to save an item in, as it is now; a new one may name none.
    func target(
        _ wanted: EventCalendar?,
        _ type: EntityType,
        isNew: Bool,
        _ title: String
    ) throws(StoreError) -> EventCalendar {
        guard !isNew, let wanted else {
            guard let calendar = try store.calendarForNewItem(wanted, type) else {
                throw StoreError(.noCalendar, title, "there is no calendar to save it in")
            }
            return calendar
        }
        let calendar = try store.present(wanted)
        try store.check(calendar, type)
        return calendar
    }

    /// Refuses a UID that an item of a calendar has already, here or in the batch.
    func checkFree(_ uid: String, in calendar: EventCalendar) throws(StoreError) {
        var isTaken = pendingPlace(ofUID: uid, in: calendar.folder) != nil
        var places = store.snapshot.items[calendar.calendarIdentifier]?.files(ofUID: uid).map(\.place) ?? []
        // Another program may have made it this very moment.
        if let usual = FilePlace(folder: calendar.folder, name: ItemName.forUID(uid)) { places.append(usual) }
        // What the batch changes has what the batch says, and what is gone from the disk has nothing.
        for place in places where !isTaken && pending(at: place) == nil {
            isTaken = (try? has(uid, at: place)) ?? false
        }
        guard isTaken else { return }
        throw StoreError(
            .identifierIsTaken,
            calendar.title,
            "the calendar has an item with the UID \(uid) already"
        )
    }

    /// A place for a new file that neither the disk nor the batch has anything at.
    func freePlace(
        for uid: String,
        in calendar: EventCalendar,
        preferring name: [UInt8]? = nil
    ) throws(StoreError) -> FilePlace {
        for attempt in -1..<1000 {
            guard let name = attempt < 0 ? name : ItemName.forUID(uid, attempt: attempt),
                let place = FilePlace(folder: calendar.folder, name: name),
                pending(at: place).map({ $0.content == nil && $0.base == nil }) ?? true,
                !changes.contains(where: { $0.place == place })
            else { continue }
            do throws(FileFailure) {
                let path = store.root.path(of: place)
                if try store.files.stamp(of: path, followingLinks: false) == nil { return place }
            } catch {
                throw StoreError(caught: error)
            }
        }
        throw StoreError(.internalFailure, calendar.title, "no file name is free for the UID \(uid)")
    }
}
