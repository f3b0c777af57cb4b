public import ICalendar

/// A commit that the store has recorded, and that ``EventStore/undo(_:overwriting:)`` takes back as a whole.
///
/// ```swift
/// for entry in try store.history() where !entry.isUndone { print(entry.number, entry.summary) }
/// ```
public struct HistoryEntry: Sendable, Hashable {
    /// The number of the entry, counting from 1 and never used again: `entry.number  // 1`.
    public let number: Int
    /// The time of the commit: `entry.time.description`.
    public let time: Instant
    /// The name of the program that made the commit, such as `ics-store`: `entry.applicationName`.
    public let applicationName: String
    /// The action of the commit, with the title of the item or the number of items:
    /// `entry.summary  // "edit Stand-up in studio"`.
    public let summary: String
    /// The paths of the changed files below the store's folder, sorted: `entry.files.last  // "home/studio/team.ics"`.
    ///
    /// The list is empty if the commit was too large to be kept.
    public let files: [String]
    /// The number of the entry that this one takes back, if any: `entry.undoes  // nil`.
    public let undoes: Int?
    /// Whether a later entry takes this one back: `entry.isUndone  // false`.
    public let isUndone: Bool
    /// The reason why the commit cannot be undone, or nil if it can: `entry.obstacle  // nil`.
    public let obstacle: String?
    /// The number of changed files, even if they were not kept.
    package let fileCount: Int
    /// Whether synchronization wrote the commit: `refresh` is the first word of no other summary.
    package var isRefresh: Bool { summary.hasPrefix("refresh ") }
    /// The recorded time, which identifies the entry along with its number.
    let stamp: Int

    init(_ number: Int, _ record: HistoryRecord, isUndone: Bool) {
        self.number = number
        stamp = record.time
        time = Instant(secondsSince1970: record.time / 1_000_000_000)
        applicationName = record.program
        summary = record.summary
        let paths = record.files.map {
            String(decoding: $0.folder + Array("/".utf8) + $0.name, as: UTF8.self)
        }
        files = paths.sorted()
        fileCount = record.fileCount
        undoes = record.undoes
        self.isUndone = isUndone
        obstacle =
            switch record.obstacle {
            case .none: nil
            case .tooLarge: "the commit was too large to be kept in the history"
            case .notAFile: "the commit removed a symbolic link, which the history does not keep"
            }
    }
}

/// A file of a commit that is about to be undone.
package struct UndoStep: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        case restore, change, remove
        /// The file already matches the state before the commit.
        case nothing
    }

    /// The path below the store's folder.
    package let path: String
    /// The title of the item in the file, if there is one.
    package let title: String?
    package let action: Action
    /// Whether another commit or program has changed the file since.
    package let isChangedSince: Bool
}
