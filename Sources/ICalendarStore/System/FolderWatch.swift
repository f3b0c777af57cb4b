package import ICalendar
import SystemIO

/// Watches the folders of a store for changes by any program.
///
/// Each call reports the folders and files changed since the last call. The system collects the events (inotify on
/// Linux), so no thread is needed and each call takes only one system call. If events are unreliable, as is the case on
/// network file systems, or if no more folders can be watched, the store must poll.
///
/// The folders are watched as soon as `init` returns, so listing them afterward misses no changes.
package final class FolderWatch: Sendable {
    package enum Method: Sendable, Hashable {
        case automatic
        case polling
    }

    /// A descriptor that becomes readable after a change, or nil if the system can never report changes.
    ///
    /// The descriptor is useful until ``isPolling`` becomes true, and it remains open as long as this object exists.
    package let descriptor: Int32?

    #if os(Linux)
        private struct State: Sendable {
            var watcher: InotifyWatcher?
            var isLost: Bool
        }
    #else
        private struct State: Sendable {
            var isLost = true
        }
    #endif

    private let state: Lock<State>

    /// Starts watching a store's folder and its subfolders, two levels deep.
    package init(_ folder: CalendarPath, method: Method = .automatic) {
        #if os(Linux)
            let watcher = method == .automatic ? InotifyWatcher(folder) : nil
            descriptor = watcher?.descriptor
            state = Lock(State(watcher: watcher, isLost: watcher == nil))
        #else
            descriptor = nil
            state = Lock(State())
        #endif
    }

    /// Whether the folders must be polled because the system cannot report changes, or no longer can.
    package var isPolling: Bool { state.withLock { $0.isLost } }

    /// Returns the changes since the last call, or "everything" if they are unknown.
    ///
    /// This method never waits.
    package func take() -> FolderChange {
        #if os(Linux)
            return state.withLock { state in
                guard !state.isLost, let watcher = state.watcher else {
                    return FolderChange(isEverything: true)
                }
                var change = FolderChange()
                if !watcher.take(&change) {
                    // Keep the descriptor open, since a thread may be waiting for it.
                    state.isLost = true
                    change.isEverything = true
                }
                return change
            }
        #else
            return FolderChange(isEverything: true)
        #endif
    }
}

enum WatchedName {
    private static let deepest = 2
    /// The name of the file in which Radicale stores a calendar's title and color.
    static let properties = Array(".Radicale.props".utf8)

    /// Returns whether to ignore files with this name: hidden files, and temporary files that will be renamed.
    static func isIgnored(_ name: [UInt8]) -> Bool {
        if name == properties { return false }
        return name.first == UInt8(ascii: ".") || name.suffix(4).elementsEqual(".tmp".utf8)
    }

    /// Returns the path of a folder inside a watched folder, or nil if it is too deep or hidden.
    static func path(of name: [UInt8], in folder: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        let path = folder.isEmpty ? name : folder + [slash] + name
        let depth = path.split(separator: slash).count
        return isIgnored(name) || depth > deepest ? nil : path
    }
}

/// A change to a store's folders by any program.
package struct FolderChange: Sendable, Hashable {
    /// The names of files that were added, removed, or changed, by the path of their folder relative to the store's
    /// folder.
    ///
    /// The path of the store's own folder is empty. The names are nil if the folder itself or any file in it may have
    /// changed.
    private var names: [[UInt8]: Set<[UInt8]>?] = [:]
    /// Whether anything may have changed because events were lost or the store's own folder appeared or disappeared.
    package var isEverything: Bool

    /// Creates an empty change, or a change to the given folders.
    package init(folders: Set<[UInt8]> = [], isEverything: Bool = false) {
        for folder in folders { names[folder] = .some(nil) }
        self.isEverything = isEverything
    }

    package var folders: Set<[UInt8]> { Set(names.keys) }

    /// The names of the changed files in folders where nothing else changed.
    package var named: [[UInt8]: Set<[UInt8]>] { names.compactMapValues { $0 } }

    package var isEmpty: Bool { names.isEmpty && !isEverything }

    mutating func insert(_ folder: [UInt8]) { names[folder] = .some(nil) }

    mutating func insert(_ name: [UInt8], in folder: [UInt8]) {
        switch names[folder] {
        case nil: names[folder] = [name]
        case .some(nil): break
        case .some(.some): names[folder]??.insert(name)
        }
    }

    package mutating func formUnion(_ other: FolderChange) {
        names.merge(other.names) { mine, theirs in
            guard let mine, let theirs else { return nil }
            return mine.union(theirs)
        }
        isEverything = isEverything || other.isEverything
    }

    /// Removes a file that is known to be up to date.
    mutating func remove(_ name: [UInt8], in folder: [UInt8]) {
        guard case .some(.some(var rest)) = names[folder] else { return }
        rest.remove(name)
        names[folder] = rest.isEmpty ? nil : .some(rest)
    }
}
