package import ICalendar
import SystemIO

/// Says in which folders of a store files changed since it was asked last, whoever changed them.
///
/// The system keeps the notices (inotify on Linux), so that no thread is needed, and asking costs one call of it. Where it
/// does not, or not reliably, as on a network's file system, or where no more folders can be watched, everything may have
/// changed at any time, and one has to look again and again.
///
/// Once `init` has returned, the folders are watched: who lists them after that misses nothing.
package final class FolderWatch: Sendable {
    package enum Method: Sendable, Hashable {
        case automatic
        case polling
    }

    /// Something to wait for that can be read when something changed; nil where the system never could tell.
    ///
    /// It is of use until ``isPolling``, and stays open as long as the watch is there.
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

    /// Begins to watch the folder of a store and the folders in it, two levels deep.
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

    /// Whether the system cannot tell, or can no longer, so that the folders must be looked at again and again.
    package var isPolling: Bool { state.withLock { $0.isLost } }

    /// What changed since the last time; everything, whenever it cannot be told.
    ///
    /// It does not wait.
    package func take() -> FolderChange {
        #if os(Linux)
            return state.withLock { state in
                guard !state.isLost, let watcher = state.watcher else {
                    return FolderChange(isEverything: true)
                }
                var change = FolderChange()
                if !watcher.take(&change) {
                    // The descriptor stays open, as somebody may be waiting for it.
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
    /// What Radicale keeps a calendar's title and colour in.
    static let properties = Array(".Radicale.props".utf8)

    /// Whether a file of this name is nobody's business: hidden, or on its way to another name.
    static func isIgnored(_ name: [UInt8]) -> Bool {
        if name == properties { return false }
        return name.first == UInt8(ascii: ".") || name.suffix(4).elementsEqual(".tmp".utf8)
    }

    /// The path of a folder in one that is watched, or nil when it is too deep or hidden.
    static func path(of name: [UInt8], in folder: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        let path = folder.isEmpty ? name : folder + [slash] + name
        let depth = path.split(separator: slash).count
        return isIgnored(name) || depth > deepest ? nil : path
    }
}

/// What another program, or this one, did to the folders of a store.
package struct FolderChange: Sendable, Hashable {
    /// The names of the files that came, went or changed, by their folders' paths below the store's, which itself is
    /// empty; nil where anything in a folder may have, or the folder itself.
    private var names: [[UInt8]: Set<[UInt8]>?] = [:]
    /// Whether anything may have changed, as notices were lost, or the store's folder itself went or came.
    package var isEverything: Bool

    /// No change, or that of some folders.
    package init(folders: Set<[UInt8]> = [], isEverything: Bool = false) {
        for folder in folders { names[folder] = .some(nil) }
        self.isEverything = isEverything
    }

    package var folders: Set<[UInt8]> { Set(names.keys) }

    /// The names of the files that changed in the folders of which nothing else did.
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

    /// Takes a file out of it that is known to be as it is thought to be.
    mutating func remove(_ name: [UInt8], in folder: [UInt8]) {
        guard case .some(.some(var rest)) = names[folder] else { return }
        rest.remove(name)
        names[folder] = rest.isEmpty ? nil : .some(rest)
    }
}
