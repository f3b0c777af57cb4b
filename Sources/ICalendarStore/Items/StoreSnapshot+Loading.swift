import ICalendar

extension StoreSnapshot {
    /// Reads a store, and takes away what commits have left lying about that were interrupted.
    init(_ reader: StoreReader, zone: Zone, limits: ReadingLimits) throws(StoreError) {
        do {
            var leftovers: [[UInt8]] = []
            var hasMore = false
            self = try reader.read { view in
                let listing = try CalendarListing(reader.root, files: reader.files)
                leftovers = listing.entries.filter { $0.value.contains { TemporaryName.isOne($0.name) } }.map(
                    \.key
                )
                leftovers += listing.hidden.filter { $0.value.contains(where: TemporaryName.isOne) }.map(
                    \.key
                )
                hasMore = view.hasLeftovers
                var loading = SnapshotLoading(
                    listing,
                    FileLoading(view: view, zone: zone, limits: limits)
                )
                var snapshot = loading.snapshot()
                snapshot.remarks = view.remarks
                snapshot.foldersAhead = view.foldersAhead
                return snapshot
            }
            // They are hidden, so that nothing depends on whether this works.
            if hasMore || !leftovers.isEmpty, !reader.isReadOnly {
                let recovery = Recovery(
                    root: reader.root,
                    files: reader.files,
                    merging: reader.merging,
                    notes: reader.notes
                )
                _ = try? recovery.run(tidying: leftovers)
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// The store as it is on the disk now, and what that changes.
    ///
    /// Files whose stamps tell that they are as they were are not read again. One that is there but cannot be read is
    /// kept as it was, and is among the failures. Whoever calls this must see to it that no commit of this store is
    /// taken in meanwhile, which the new snapshot would not know.
    ///
    /// - Parameter folders: the paths below the store's folder of those that may have changed; of the store's own folder
    ///   it is always looked which calendars are there. Nil looks at everything.
    /// - Parameter named: of those the ones in which nothing but files of some names may have changed, so that they need
    ///   not be listed.
    func refreshed(
        folders: Set<[UInt8]>?,
        named: [[UInt8]: Set<[UInt8]>] = [:],
        _ reader: StoreReader
    ) throws(StoreError) -> (snapshot: StoreSnapshot, difference: SnapshotDifference) {
        do {
            return try reader.read { view in
                // Nothing tells yet of what a commit is going to do, and nothing ever will when it is undone before.
                let ahead = view.foldersAhead
                let anew = ahead.union(foldersAhead)
                let settled = named.filter { !anew.contains($0.key) && isSettled($0.key, but: $0.value) }
                // Nothing else in a calendar's folder says anything, such as what others write before they rename it.
                let named = settled.mapValues { $0.filter { ItemName.isItem($0) } }
                let folders = folders?.union(anew).subtracting(named.keys)
                let known = CalendarListing.Known(
                    calendars: Dictionary(calendars.map { ($0.folder, $0) }) { first, _ in first },
                    stamps: stamps,
                    unread: unread,
                    changed: folders
                )
                let listing = try CalendarListing(reader.root, files: reader.files, known: known)
                var loading = SnapshotLoading(
                    listing,
                    FileLoading(view: view, zone: zone, limits: limits),
                    since: self,
                    folders,
                    named: named
                )
                var snapshot = loading.snapshot()
                snapshot.remarks = view.remarks
                snapshot.foldersAhead = ahead
                return (snapshot, loading.difference)
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// Whether a folder is a calendar and stays one, whatever became of some files in it.
    private func isSettled(_ folder: [UInt8], but names: Set<[UInt8]>) -> Bool {
        guard names.isDisjoint(with: [ItemName.displayName, ItemName.color]),
            let calendar = calendars.first(where: { $0.folder == folder }), !calendar.isFile,
            let items = items[calendar.calendarIdentifier]
        else { return false }
        // What was not read may be an item by now.
        if unread[folder]?.contains(where: { names.contains($0.name) }) == true { return false }
        // Without any items it might be the folder of an account.
        return items.count > names.count
    }
}
