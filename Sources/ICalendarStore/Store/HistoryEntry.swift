public import ICalendar

/// A recorded commit that ``EventStore/undo(_:overwriting:)`` can undo.
///
/// ```swift
/// for entry in try store.history() where !entry.isUndone { print(entry.number, entry.summary) }
/// ```
public struct HistoryEntry: Sendable, Hashable {
    /// The entry's number.
    ///
    /// Numbers start at 1 and are never reused: `entry.number // 1`.
    public let number: Int
    /// The time of the commit: `entry.time.description`.
    public let time: Instant
    /// The name of the program that made the commit, such as `ics-store`: `entry.applicationName`.
    public let applicationName: String
    /// A description of the commit, with the item's title or the number of items:
    /// `entry.summary // "edit Stand-up in studio"`.
    public let summary: String
    /// The sorted paths of the changed files, relative to the store: `entry.files.last  // "home/studio/team.ics"`.
    ///
    /// The array is empty if the commit was too large to record its files.
    public let files: [String]
    /// The number of the entry that this one undoes, if any: `entry.undoes  // nil`.
    public let undoes: Int?
    /// Whether a later entry undoes this one: `entry.isUndone  // false`.
    public let isUndone: Bool
    /// The reason why the commit cannot be undone, or nil if it can: `entry.obstacle // nil`.
    public let obstacle: String?
    /// The number of changed files, even if the files were not recorded.
    package let fileCount: Int
    /// Whether synchronization made the commit.
    ///
    /// No other summary begins with the word `refresh`.
    package var isRefresh: Bool { summary.hasPrefix("refresh ") }
    /// The recorded time.
    ///
    /// Together with the number, this time identifies the entry.
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

/// A file affected by undoing a commit.
package struct UndoStep: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        case restore, change, remove
        /// The file already matches the state before the commit.
        case nothing
    }

    /// The path relative to the store's folder.
    package let path: String
    /// The title of the item in the file, if any.
    package let title: String?
    package let action: Action
    /// Whether another program or a later commit has changed the file.
    package let isChangedSince: Bool
}
