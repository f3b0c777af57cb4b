import ICalendar

extension StoreChange {
    /// What two states of a store differ in.
    init(_ difference: SnapshotDifference, from old: StoreSnapshot, to new: StoreSnapshot, origin: Origin) {
        self.init(origin: origin)
        for calendar in difference.calendars { add(calendar) }
        for (calendar, files) in Dictionary(grouping: difference.files, by: \.calendarIdentifier) {
            add(files, of: calendar, old, new)
        }
    }

    private mutating func add(_ calendar: SnapshotDifference.Calendar) {
        switch calendar {
        case .inserted(let calendar): insertedCalendars.insert(calendar.calendarIdentifier)
        case .updated(_, let calendar): updatedCalendars.insert(calendar.calendarIdentifier)
        case .deleted(let calendar): deletedCalendars.insert(calendar.calendarIdentifier)
        case .renamed(let old, let new):
            deletedCalendars.insert(old.calendarIdentifier)
            insertedCalendars.insert(new.calendarIdentifier)
        }
    }

    /// Adds what became of the items of a calendar: files are where they stand, but what a reader knows them by is the
    /// UID, which may go from one file to another, or be in several.
    private mutating func add(
        _ files: [SnapshotDifference.File],
        of calendar: String,
        _ old: StoreSnapshot,
        _ new: StoreSnapshot
    ) {
        let before = ItemContents(files.compactMap(\.before))
        let after = ItemContents(files.compactMap(\.after))
        for uid in Set(before.uids).union(after.uids) {
            let item = ItemIdentifier(calendarIdentifier: calendar, uid: uid.text)
            switch (before.has(uid), after.has(uid)) {
            case (true, true):
                if !before.isSame(uid, as: after) { updated.insert(item) }
            case (true, false):
                if new.has(item) { updated.insert(item) } else { deleted.insert(item) }
            default:
                if old.has(item) { updated.insert(item) } else { inserted.insert(item) }
            }
        }
    }
}

extension StoreSnapshot {
    /// Whether an item is in any file of its calendar.
    fileprivate func has(_ item: ItemIdentifier) -> Bool {
        items[item.calendarIdentifier]?.files(ofUID: item.uid).isEmpty == false
    }
}

/// What some files of one calendar hold, by UID.
private struct ItemContents {
    /// The files of each UID.
    private var files: [ExactText: [StoredFile]] = [:]
    /// What was read of files with several items, by the files' names.
    private var parts: [String: [ExactText: [Component]]] = [:]

    init(_ files: [StoredFile]) {
        for file in files {
            let uids = Set(file.uids.map { ExactText($0) })
            for uid in uids { self.files[uid, default: []].append(file) }
            guard uids.count > 1 else { continue }
            let components = file.calendars.flatMap(\.component.components)
            parts[file.name] = Dictionary(grouping: components) { ExactText($0.text("UID") ?? "") }
        }
    }

    var uids: some Collection<ExactText> { files.keys }

    func has(_ uid: ExactText) -> Bool { files[uid] != nil }

    /// Whether an item is the same in both; what has no UID, such as a zone, belongs to all items of its file.
    func isSame(_ uid: ExactText, as other: ItemContents) -> Bool {
        let (mine, theirs) = (files[uid] ?? [], other.files[uid] ?? [])
        guard mine.count == 1, theirs.count == 1 else { return false }
        if mine[0].bytes == theirs[0].bytes { return true }
        guard let one = parts[mine[0].name], let two = other.parts[theirs[0].name] else { return false }
        return one[uid] == two[uid] && one[ExactText("")] == two[ExactText("")]
    }
}
