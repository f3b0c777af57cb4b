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
