import ICalendar
import SystemIO

/// Notes that permit the removal of hidden folders after a crash.
///
/// A hidden name alone does not justify removing a folder: anyone who can write to the store's folder could rename a
/// calendar that they are not allowed to remove. The notes are stored in a folder that only this user can write to.
struct FolderRemovals {
    private let journals: Journals

    private static let title = "ics-store removal 1"
    private static let largest = 4096

    init(_ journals: Journals) {
        self.journals = journals
    }

    /// Writes a note that permits removing the hidden folder with this inode.
    ///
    /// Returns nil on failure.
    static func note(
        _ name: [UInt8],
        in outer: [UInt8],
        _ inode: UInt64,
        _ root: StoreRoot,
        _ control: CalendarPath,
        _ files: any StoreFiles
    ) -> WrittenJournal? {
        guard let folder = try? root.makeUserFolder(in: control, files) else { return nil }
        let pins = Journals(root, control, files).pins
        guard case .success(let pin)? = pins[folder] else { return nil }
        let note = WrittenJournal(
            folder: folder,
            path: folder.appending(ControlName.removal()),
            files: files.pinned(pins)
        )
        var text = Array("\(title)\n\(inode)\n".utf8)
        if !outer.isEmpty { text += outer + [UInt8(ascii: "/")] }
        text += name
        let model = pin.stamp.owned(mode: 0o600)
        guard (try? note.files.create(note.path, text, like: model)) != nil else { return nil }
        return note
    }

    func finish() {
        let files = journals.files.pinned(journals.pins)
        for folder in journals.folders {
            for name in (try? files.names(in: folder))?.map(\.name) ?? [] where ControlName.isRemoval(name) {
                let path = folder.appending(name)
                do throws(FileFailure) {
                    erase(try files.plainContents(of: path, most: Self.largest).bytes)
                } catch {
                    // Ignore files that are not notes. Other read errors may be temporary.
                    guard error.error == .tooLarge || error.error.isOddKind else { continue }
                }
                try? files.remove(path)
            }
        }
    }

    private func erase(_ note: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        let parts = note.split(separator: newline, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(Self.title.utf8),
            let inode = UInt64(String(decoding: parts[1], as: UTF8.self))
        else { return }
        let slash = UInt8(ascii: "/")
        let cut = parts[2].lastIndex(of: slash)
        let outer = cut.map { Array(parts[2][..<$0]) } ?? []
        let name = cut.map { Array(parts[2][($0 + 1)...]) } ?? Array(parts[2])
        guard outer.isEmpty || FilePlace.isFolder(outer), TemporaryName.isOne(name),
            let place = try? FolderPin.open(outer, below: journals.root.folder),
            let pin = try? place.folder(name), !pin.isLinked, pin.stamp.inode == inode
        else { return }
        var pins = FolderPins()
        let path = journals.root.path(ofFolder: outer)
        pins.add(.success(place), at: path)
        pins.add(.success(pin), at: path.appending(name))
        try? CalendarFolderChange.erase(path.appending(name), journals.files.pinned(pins))
    }
}
