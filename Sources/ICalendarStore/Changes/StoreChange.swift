import ICalendar

/// A description of what changed in a store, and where the change came from.
///
/// A change identifies whole items, not individual occurrences of a series.
///
/// ```swift
/// for item in storeChange.deleted { print("gone:", item) }
/// ```
public struct StoreChange: Sendable, Hashable {
    /// The origin of a change.
    ///
    /// ```swift
    /// StoreChange(origin: .own).origin == .foreign  // false
    /// ```
    public enum Origin: Sendable, Hashable {
        /// A change made by this store: `try store.save(&event, span: .thisEvent)`.
        case own
        /// A change by another program, such as `vdirsyncer sync`, or by another store in this program.
        case foreign
    }

    /// The origin of the change: `storeChange.origin // .foreign`.
    ///
    /// If changes are merged for a slow reader, the result is foreign if any of the changes were foreign.
    public var origin: Origin
    /// The added items: `storeChange.inserted.first?.uid // "stand-up@studio.example"`.
    public var inserted: Set<ItemIdentifier> = []
    /// The changed items: `storeChange.updated.isEmpty // true`.
    public var updated: Set<ItemIdentifier> = []
    /// The removed items: `storeChange.deleted.isEmpty // true`.
    public var deleted: Set<ItemIdentifier> = []
    /// The identifiers of added calendars: `storeChange.insertedCalendars.isEmpty // true`.
    public var insertedCalendars: Set<String> = []
    /// The identifiers of calendars with a new title, color, or permissions:
    /// `storeChange.updatedCalendars.isEmpty // true`.
    public var updatedCalendars: Set<String> = []
    /// The identifiers of removed calendars: `storeChange.deletedCalendars.isEmpty // true`.
    ///
    /// Renaming a calendar's folder counts as removing one calendar and adding another.
    public var deletedCalendars: Set<String> = []
    /// Whether the program's access to the store has changed: `storeChange.isAccessChanged // false`.
    ///
    /// If the store is watched, changes made by other processes are also reported, within about a second.
    public var isAccessChanged = false
    /// Whether everything must be reloaded: `storeChange.isEverything // false`.
    ///
    /// The value is `true` if a slow reader misses more changes than the buffer can hold, or if the store's folder no
    /// longer exists. In the latter case, ``EventStore/refreshSourcesIfNecessary()`` throws an error.
    public var isEverything = false

    /// Creates an empty change.
    ///
    /// ```swift
    /// var change = StoreChange(origin: .own)
    /// change.inserted = [ItemIdentifier(calendarIdentifier: "studio", uid: "1@studio.example")]
    /// ```
    public init(origin: Origin) {
        self.origin = origin
    }

    /// Whether the change is empty: `StoreChange(origin: .own).isEmpty // true`.
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

    /// Adds the changes to the items in a calendar.
    ///
    /// Changes are detected by file, but items are identified by UID. A UID may move to another file or appear in
    /// several files.
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

    /// Returns whether an item is the same in both versions.
    ///
    /// Components without a UID, such as time zones, belong to all items.
    func isSame(_ uid: ExactText, as other: ItemContents) -> Bool {
        let (mine, theirs) = (files[uid] ?? [], other.files[uid] ?? [])
        guard mine.count == 1, theirs.count == 1 else { return false }
        if mine[0].bytes == theirs[0].bytes { return true }
        guard let one = parts[mine[0].name], let two = other.parts[theirs[0].name] else { return false }
        return one[uid] == two[uid] && one[ExactText("")] == two[ExactText("")]
    }
}

extension StoreChange {
    /// Merges a later change.
    ///
    /// The result covers both changes.
    ///
    /// An item that was added and then removed is omitted, and an item that was removed and then added counts as
    /// changed. If the merged change would contain more than `most` names, it becomes "everything" instead.
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

/// The sequence of changes to a store, returned by ``EventStore/changes``.
///
/// Any number of tasks may iterate over the sequence independently. A slow task receives merged changes but misses
/// none. The sequence ends when the task is canceled.
///
/// ```swift
/// for await change in store.changes {
///     print(change.inserted.count, change.updated.count, change.deleted.count)
/// }
/// ```
public struct StoreChanges: AsyncSequence, Sendable {
    let feed: ChangeFeed
    /// The store, which is retained during the iteration.
    let store: any LookedAfter
    let isWatched: Bool

    /// Starts collecting changes and returns an iterator over all changes made after this call.
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

    /// An iterator over the changes to a store.
    ///
    /// ```swift
    /// var changes = store.changes.makeAsyncIterator()
    /// while let change = await changes.next() { print(change.origin) }
    /// ```
    public struct AsyncIterator: AsyncIteratorProtocol {
        let subscription: Subscription

        /// Waits for the next change and returns it, or nil if the task was canceled.
        ///
        /// ```swift
        /// var changes = store.changes.makeAsyncIterator()
        /// let change = await changes.next()
        /// ```
        public mutating func next() async -> StoreChange? {
            await next(isolation: nil)
        }

        /// Waits for the next change without leaving the caller's actor, and returns it.
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
