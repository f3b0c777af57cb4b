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

    /// The folders in which something changed: their paths below the store's, which itself is empty.
    package var folders: Set<[UInt8]> { Set(names.keys) }

    /// The names of the files that changed in the folders of which nothing else did.
    package var named: [[UInt8]: Set<[UInt8]>] { names.compactMapValues { $0 } }

    package var isEmpty: Bool { names.isEmpty && !isEverything }

    /// Adds a folder in which anything may have changed.
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
