import CalDAV
import ICalendar

/// An item with conflicting local and server changes.
///
/// ```swift
/// let conflicts: [SyncConflict] = []
/// for conflict in conflicts { print(conflict.words) }
/// ```
public struct SyncConflict: Sendable, Hashable, CustomStringConvertible {
    /// The identifier, which remains the same until the conflict is resolved: `syncConflict.identifier`.
    public let identifier: String
    /// The account's name: `syncConflict.account`.
    public let account: String
    /// The calendar's title: `syncConflict.calendar`.
    public let calendar: String
    /// The item's title and date, in a form that is safe to print: `syncConflict.item`.
    public let item: String
    /// The changes on both sides as text: `syncConflict.words`.
    public let words: String
    /// The local item's bytes, or nil if it was removed: `syncConflict.ours?.count`.
    public let ours: [UInt8]?
    /// The server item's bytes, or nil if it was removed: `syncConflict.theirs?.count`.
    public let theirs: [UInt8]?
    /// The decision that the next refresh will apply, or nil if there is none: `syncConflict.choice`.
    public let choice: ConflictChoice?
    let state: String
    let href: Href

    init(_ conflict: OpenConflict, in calendar: AccountCalendar, of account: String, _ bases: inout BaseStore)
    {
        let key = Array(account.utf8) + [0] + Array(calendar.state.utf8) + [0] + conflict.href.bytes
        identifier = String(ItemDigest(key).text.prefix(8))
        self.account = account
        self.calendar = calendar.title.onOneLine
        item = conflict.title
        words = conflict.words.description
        ours = conflict.ours.flatMap { bases.contents($0) }
        theirs = conflict.theirs.flatMap { bases.contents($0) }
        choice = conflict.choice
        (state, href) = (calendar.state, conflict.href)
    }

    /// The calendar, the item and both sides' changes as one line: `print(conflict)`.
    public var description: String { "\(calendar): \(item): \(words)" }
}
