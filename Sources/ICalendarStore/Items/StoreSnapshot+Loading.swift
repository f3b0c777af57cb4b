import ICalendar

extension StoreSnapshot {
    /// Reads a store, and takes away what commits have left lying about that were interrupted.
    init(_ reader: StoreReader, zone: Zone, limits: ReadingLimits) throws(StoreError) {
        do {
            var leftovers: [[UInt8]] = []
            self = try reader.read { view in
                let listing = try CalendarListing(reader.root, files: reader.files)
                leftovers = listing.entries.filter { $0.value.contains { TemporaryName.isOne($0.name) } }.map(
                    \.key
                )
                var loading = SnapshotLoading(
                    listing,
                    FileLoading(view: view, zone: zone, limits: limits)
                )
                return loading.snapshot()
            }
            // They are hidden, so that nothing depends on whether this works.
            if !leftovers.isEmpty {
                let recovery = Recovery(root: reader.root, files: reader.files, merging: reader.merging)
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
    func refreshed(
        folders: Set<[UInt8]>?,
        _ reader: StoreReader
    ) throws(StoreError) -> (snapshot: StoreSnapshot, difference: SnapshotDifference) {
        do {
            return try reader.read { view in
                let known = CalendarListing.Known(
                    calendars: Dictionary(calendars.map { ($0.folder, $0) }) { first, _ in first },
                    stamps: stamps,
                    changed: folders
                )
                let listing = try CalendarListing(reader.root, files: reader.files, known: known)
                var loading = SnapshotLoading(
                    listing,
                    FileLoading(view: view, zone: zone, limits: limits),
                    since: self,
                    folders
                )
                let snapshot = loading.snapshot()
                return (snapshot, loading.difference)
            }
        } catch {
            throw StoreError(caught: error)
        }
    }
}
