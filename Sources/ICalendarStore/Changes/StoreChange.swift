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

    /// How many items and calendars are named.
    var count: Int {
        inserted.count + updated.count + deleted.count + insertedCalendars.count + updatedCalendars.count
            + deletedCalendars.count
    }
}
