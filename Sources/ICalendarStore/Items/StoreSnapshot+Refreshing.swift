import ICalendar

extension StoreSnapshot {
    /// The store as it is on the disk now, and what that changes.
    ///
    /// - Parameter folders: the paths below the store's folder of those that may have changed; the store's own is the
    ///   empty one, and means that calendars may have come or gone. Nil looks at everything.
    func refreshed(
        folders: Set<[UInt8]>?,
        _ reader: StoreReader
    ) throws(StoreError) -> (snapshot: StoreSnapshot, difference: SnapshotDifference) {
        let new = try StoreSnapshot(reader, zone: zone, limits: limits)
        return (new, SnapshotDifference())
    }
}
