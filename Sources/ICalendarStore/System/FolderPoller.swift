import ICalendar

/// Finds out what changed in the folders of a store by looking at them again and again.
struct FolderPoller: Sendable {
    private let folder: CalendarPath
    private let files: any StoreFiles
    private let interval: Duration

    /// A way to look at a folder, at most once in an interval.
    init(_ folder: CalendarPath, files: any StoreFiles, interval: Duration) {
        self.folder = folder
        self.files = files
        self.interval = interval
    }

    /// Looks until it is cancelled.
    func run(_ shared: SharedChanges) {
        if shared.isCancelled { return }
        var known = look()
        // Who asked to be told may have listed the folders before this first look.
        shared.add(FolderChange(isEverything: true))
        while true {
            let start = ContinuousClock.now
            let found = look()
            // Looking shall not take more than a fifth of the time.
            let took = ContinuousClock.now - start
            shared.add(Self.difference(known, found))
            known = found
            if shared.wait(for: nil, atMost: max(interval, took * 4)) { return }
        }
    }

    private static func difference(_ old: [[UInt8]: Int], _ new: [[UInt8]: Int]) -> FolderChange {
        var change = FolderChange()
        for (folder, digest) in new where old[folder] != digest { change.folders.insert(folder) }
        for folder in old.keys where new[folder] == nil { change.folders.insert(folder) }
        return change
    }

    /// A number for each folder that changes when anything in it does.
    private func look() -> [[UInt8]: Int] {
        var found: [[UInt8]: Int] = [:]
        for (path, entries) in WatchedFolders(folder, files: files) {
            var sum = 0
            for entry in entries ?? [] where !WatchedFolders.isIgnored(entry.name) {
                // The order of the names says nothing. A folder's own times change with hidden files in it.
                var hasher = Hasher()
                hasher.combine(entry.name)
                if entry.stamp.kind == .folder {
                    hasher.combine(entry.stamp.inode)
                    hasher.combine(entry.stamp.mode)
                } else {
                    hasher.combine(entry.stamp)
                }
                sum &+= hasher.finalize()
            }
            found[path] = entries == nil ? 1 : sum
        }
        return found
    }
}

/// The folders of a store, the first one its own, with what is in them; nil for one that cannot be listed.
struct WatchedFolders: Sequence, IteratorProtocol {
    private let root: CalendarPath
    private let files: any StoreFiles
    private var pending: [[UInt8]] = [[]]
    private static let deepest = 2

    init(_ root: CalendarPath, files: any StoreFiles) {
        self.root = root
        self.files = files
    }

    /// Whether a file of this name is nobody's business: hidden, or on its way to another name.
    static func isIgnored(_ name: [UInt8]) -> Bool {
        name.first == UInt8(ascii: ".") || name.suffix(4).elementsEqual(".tmp".utf8)
    }

    /// The path of a folder in one that is watched, or nil when it is too deep or hidden.
    static func path(of name: [UInt8], in folder: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        let path = folder.isEmpty ? name : folder + [slash] + name
        let depth = path.split(separator: slash).count
        return isIgnored(name) || depth > deepest ? nil : path
    }

    mutating func next() -> (path: [UInt8], entries: [FolderEntry]?)? {
        guard let path = pending.popLast() else { return nil }
        let entries = try? files.entries(of: path.isEmpty ? root : root.appending(path))
        for entry in entries ?? [] where entry.stamp.kind == .folder {
            if let inner = Self.path(of: entry.name, in: path) { pending.append(inner) }
        }
        return (path, entries)
    }
}
