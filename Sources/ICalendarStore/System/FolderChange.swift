/// What another program, or this one, did to the folders of a store.
package struct FolderChange: Sendable, Hashable {
    /// The folders in which files came, went or changed: their paths below the store's, which itself is empty.
    package var folders: Set<[UInt8]>
    /// Whether anything may have changed, as notices were lost, or the store's folder itself went or came.
    package var isEverything: Bool

    /// No change, or that of some folders.
    package init(folders: Set<[UInt8]> = [], isEverything: Bool = false) {
        self.folders = folders
        self.isEverything = isEverything
    }

    /// Whether nothing is known to have changed.
    package var isEmpty: Bool { folders.isEmpty && !isEverything }

    /// Adds another change.
    package mutating func formUnion(_ other: FolderChange) {
        folders.formUnion(other.folders)
        isEverything = isEverything || other.isEverything
    }
}
