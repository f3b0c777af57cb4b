import ICalendar
import SystemIO

/// Notes of hidden folders that are being made or removed, so that they can be taken away after a crash.
///
/// A folder with a hidden name is not taken away because of its name alone: whoever may write in the store's folder can
/// give such a name to a calendar whose files are not theirs to remove. Notes lie where nobody else can write.
struct FolderRemovals {
    private let journals: Journals

    private static let title = "ics-store removal 1"
    private static let largest = 4096

    /// The notes beside the journals of this user.
    init(_ journals: Journals) {
        self.journals = journals
    }

    /// Notes that a hidden folder may go, which has a number in its file system; nil where nothing can be noted.
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

    /// Takes the folders away that are noted.
    func finish() {
        let files = journals.files.pinned(journals.pins)
        for folder in journals.folders {
            for name in (try? files.names(in: folder))?.map(\.name) ?? [] where ControlName.isRemoval(name) {
                let path = folder.appending(name)
                do throws(FileFailure) {
                    erase(try files.plainContents(of: path, most: Self.largest).bytes)
                } catch {
                    // What is no note says nothing, now or later; what cannot be read for the moment may.
                    guard error.error == .tooLarge || error.error.isOddKind else { continue }
                }
                try? files.remove(path)
            }
        }
    }

    /// Takes the folder away that a note names, if it is the same one.
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
