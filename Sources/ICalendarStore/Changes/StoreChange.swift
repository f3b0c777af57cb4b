import ICalendar

/// What changed in a store, and who changed it.
///
/// Items are named as a whole: which occurrences of a series differ is for the reader to find out.
///
/// ```swift
/// for item in storeChange.deleted { print("gone:", item) }
/// ```
public struct StoreChange: Sendable, Hashable {
    /// Who changed something.
    ///
    /// ```swift
    /// StoreChange(origin: .own).origin == .foreign  // false
    /// ```
    public enum Origin: Sendable, Hashable {
        /// This very store, by saving or removing: `try store.save(&event, span: .thisEvent)`.
        case own
        /// Another program, or another store of this one, such as `vdirsyncer sync`.
        case foreign
    }

    /// Who changed it: `storeChange.origin // .foreign`.
    ///
    /// Changes that a slow reader gets as one are foreign when any of them is.
    public var origin: Origin
    /// The items that came: `storeChange.inserted.first?.uid // "stand-up@studio.example"`.
    public var inserted: Set<ItemIdentifier> = []
    /// The items that became different: `storeChange.updated.isEmpty // true`.
    public var updated: Set<ItemIdentifier> = []
    /// The items that went: `storeChange.deleted.isEmpty // true`.
    public var deleted: Set<ItemIdentifier> = []
    /// The identifiers of calendars that came: `storeChange.insertedCalendars.isEmpty // true`.
    public var insertedCalendars: Set<String> = []
    /// The identifiers of calendars whose title, colour or permissions became different:
    /// `storeChange.updatedCalendars.isEmpty // true`.
    public var updatedCalendars: Set<String> = []
    /// The identifiers of calendars that went; one that was renamed is a new one:
    /// `storeChange.deletedCalendars.isEmpty // true`.
    public var deletedCalendars: Set<String> = []
    /// Whether what this program may do with the store was changed, also by another process, which is told within a second
    /// or so by a store that is watched: `storeChange.isAccessChanged // false`.
    public var isAccessChanged = false
    /// Whether everything is to be read anew, as there was more than could be remembered for a reader that did not come, or
    /// the store's folder is gone, which ``EventStore/refreshSourcesIfNecessary()`` says: `storeChange.isEverything // false`.
    public var isEverything = false

    /// A change in which nothing is named yet.
    ///
    /// ```swift
    /// var change = StoreChange(origin: .own)
    /// change.inserted = [ItemIdentifier(calendarIdentifier: "studio", uid: "1@studio.example")]
    /// ```
    public init(origin: Origin) {
        self.origin = origin
    }

    /// Whether nothing is named: `StoreChange(origin: .own).isEmpty // true`.
    public var isEmpty: Bool {
        count == 0 && !isAccessChanged && !isEverything
    }

    var count: Int {
        inserted.count + updated.count + deleted.count + insertedCalendars.count + updatedCalendars.count
            + deletedCalendars.count
    }

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
    fileprivate func has(_ item: ItemIdentifier) -> Bool {
        items[item.calendarIdentifier]?.files(ofUID: item.uid).isEmpty == false
    }
}

private struct ItemContents {
    private var files: [ExactText: [StoredFile]] = [:]
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

extension StoreChange {
    /// Adds what was changed later, so that this is the difference between before and after both.
    ///
    /// What came and went again is not named, and what went and came again was changed. More than `most` names become
    /// "everything".
    mutating func join(_ later: StoreChange, atMost most: Int) {
        if later.origin == .foreign { origin = .foreign }
        isAccessChanged = isAccessChanged || later.isAccessChanged
        isEverything = isEverything || later.isEverything
        Self.join(
            (later.inserted, later.updated, later.deleted),
            to: &inserted,
            &updated,
            &deleted
        )
        Self.join(
            (later.insertedCalendars, later.updatedCalendars, later.deletedCalendars),
            to: &insertedCalendars,
            &updatedCalendars,
            &deletedCalendars
        )
        isEverything = isEverything || count > most
        guard isEverything else { return }
        var everything = StoreChange(origin: origin)
        everything.isAccessChanged = isAccessChanged
        everything.isEverything = true
        self = everything
    }

    private static func join<Name: Hashable>(
        _ later: (inserted: Set<Name>, updated: Set<Name>, deleted: Set<Name>),
        to inserted: inout Set<Name>,
        _ updated: inout Set<Name>,
        _ deleted: inout Set<Name>
    ) {
        for name in later.deleted where inserted.remove(name) == nil {
            updated.remove(name)
            deleted.insert(name)
        }
        for name in later.inserted {
            if deleted.remove(name) != nil { updated.insert(name) } else { inserted.insert(name) }
        }
        updated.formUnion(later.updated.subtracting(inserted))
    }
}

/// The changes of a store, one after the other: what ``EventStore/changes`` gives.
///
/// Any number of tasks may iterate over it, each at its own pace. Who is slow gets several changes as one, and misses
/// none. It ends when the task is cancelled.
///
/// ```swift
/// for await change in store.changes {
///     print(change.inserted.count, change.updated.count, change.deleted.count)
/// }
/// ```
public struct StoreChanges: AsyncSequence, Sendable {
    let feed: ChangeFeed
    /// Kept as long as somebody iterates.
    let store: any LookedAfter
    let isWatched: Bool

    /// Begins to gather changes: all that is changed from now on will be given.
    ///
    /// ```swift
    /// var changes = store.changes.makeAsyncIterator()
    /// let change = await changes.next()
    /// ```
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: Subscription(self))
    }

    final class Subscription: Sendable {
        let buffer = ChangeBuffer()
        private let changes: StoreChanges

        init(_ changes: StoreChanges) {
            self.changes = changes
            changes.feed.begin(buffer, changes.store, isWatched: changes.isWatched)
        }

        deinit { end() }

        func end() { changes.feed.end(buffer) }
    }

    /// What gives one change after the other.
    ///
    /// ```swift
    /// var changes = store.changes.makeAsyncIterator()
    /// while let change = await changes.next() { print(change.origin) }
    /// ```
    public struct AsyncIterator: AsyncIteratorProtocol {
        let subscription: Subscription

        /// The next change, as soon as there is one; nil when the task was cancelled.
        ///
        /// ```swift
        /// var changes = store.changes.makeAsyncIterator()
        /// let change = await changes.next()
        /// ```
        public mutating func next() async -> StoreChange? {
            await next(isolation: nil)
        }

        /// The same for who iterates on an actor.
        ///
        /// ```swift
        /// var changes = store.changes.makeAsyncIterator()
        /// let change = await changes.next(isolation: MainActor.shared)
        /// ```
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Never) -> StoreChange? {
            let subscription = subscription
            return await withTaskCancellationHandler {
                await subscription.buffer.next()
            } onCancel: {
                subscription.end()
            }
        }
    }
}
