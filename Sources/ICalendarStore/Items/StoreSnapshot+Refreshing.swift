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
        var difference = SnapshotDifference()
        let before = Dictionary(uniqueKeysWithValues: calendars.map { ($0.calendarIdentifier, $0) })
        let after = Dictionary(uniqueKeysWithValues: new.calendars.map { ($0.calendarIdentifier, $0) })
        for identifier in Set(before.keys).union(after.keys).sorted() {
            switch (before[identifier], after[identifier]) {
            case (nil, let calendar?): difference.calendars.append(.inserted(calendar))
            case (let calendar?, nil): difference.calendars.append(.deleted(calendar))
            case (let one?, let two?):
                if one != two { difference.calendars.append(.updated(from: one, to: two)) }
            default: break
            }
            let old = items[identifier]?.files ?? [:]
            let now = new.items[identifier]?.files ?? [:]
            for name in Set(old.keys).union(now.keys) where old[name]?.bytes != now[name]?.bytes {
                guard let place = (old[name] ?? now[name])?.place else { continue }
                difference.files.append(
                    .init(
                        calendarIdentifier: identifier,
                        place: place,
                        before: old[name],
                        after: now[name]
                    )
                )
            }
        }
        return (new, difference)
    }
}
