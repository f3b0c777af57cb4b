import CalDAV
import ICalendar
import ICalendarStore
import SystemIO

/// An account's folder in the store, which contains a subfolder for each calendar.
struct AccountFolder: Sendable {
    /// A calendar's folder, title and color.
    struct Calendar: Sendable {
        let name: [UInt8]
        let inode: UInt64
        var title: String
        var color: String?
    }

    let root: StoreRoot
    let files: any StoreFiles
    let name: [UInt8]

    func path(_ calendar: [UInt8]) -> [UInt8] { name + [UInt8(ascii: "/")] + calendar }

    /// Creates the folder if it does not exist.
    func make() throws(FileFailure) {
        let path = root.path(ofFolder: name)
        guard try files.stamp(of: path, followingLinks: true) == nil else { return }
        do throws(FileFailure) {
            try files.makeFolder(path, mode: 0o755)
            try files.synchronize(root.folder, through: nil)
        } catch {
            if !error.error.isExisting { throw error }
        }
    }

    func calendars() throws(FileFailure) -> [Calendar] {
        var found: [Calendar] = []
        for entry in try files.entries(of: root.path(ofFolder: name)) {
            guard entry.stamp.kind == .folder, !entry.isLink, FilePlace.isFolder(path(entry.name)) else {
                continue
            }
            found.append(
                Calendar(
                    name: entry.name,
                    inode: entry.stamp.inode,
                    title: text(ItemName.displayName, entry.name)
                        ?? String(decoding: entry.name, as: UTF8.self),
                    color: text(ItemName.color, entry.name).flatMap { CalendarColor($0) }.map(\.description)
                )
            )
        }
        return found.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private func text(_ file: [UInt8], _ calendar: [UInt8]) -> String? {
        let path = root.path(ofFolder: path(calendar)).appending(file)
        guard let bytes = try? files.plainContents(of: path, most: 4096).bytes else { return nil }
        let line = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first ?? []
        let text = String(decoding: line, as: UTF8.self).onOneLine
        return text.isEmpty ? nil : text
    }

    /// Creates a calendar folder that is named after the calendar's title.
    func add(_ title: String, _ color: String?) throws(FileFailure) -> [UInt8] {
        var contents = [ItemName.displayName: Array("\(title)\n".utf8)]
        if let color { contents[ItemName.color] = Array("\(color)\n".utf8) }
        let folder = try CalendarFolderChange(in: root, files: files, note: .refresh(name)).make(
            in: name,
            named: { CalendarFolderName.forTitle(title, attempt: $0) },
            with: contents
        )
        return Array(folder.dropFirst(name.count + 1))
    }

    func remove(_ calendar: [UInt8]) throws(FileFailure) {
        let path = path(calendar)
        try CalendarFolderChange(in: root, files: files, note: .refresh(path)).remove(path)
    }

    /// Writes a calendar's title or color.
    func set(_ file: [UInt8], to text: String?, of calendar: [UInt8]) throws(SyncFailure) {
        guard let place = FilePlace(folder: path(calendar), name: file) else { return }
        let base: FileBase?
        do throws(FileFailure) {
            let found = try files.plainContents(of: root.path(of: place), most: 4096)
            base = FileBase(FileVersion(found)) { found.bytes }
        } catch {
            if !error.error.isMissing { throw SyncFailure(error) }
            base = nil
        }
        let change =
            text.map { FileChange.put(Array("\($0)\n".utf8), at: place, over: base) }
            ?? base.map { FileChange.remove(place, $0) }
        guard let change else { return }
        do throws(CommitFailure) {
            var commit = Commit(to: root, files: files, merging: ItemMerging())
            commit.note = .refresh(path(calendar))
            _ = try commit.run([change])
        } catch {
            throw .local(error.description)
        }
    }

    /// Returns the number of items in a calendar and the number of entries that the store did not create.
    func count(_ calendar: [UInt8]) throws(FileFailure) -> (items: Int, others: Int) {
        var counts = (items: 0, others: 0)
        for entry in try files.names(in: root.path(ofFolder: path(calendar))) {
            if ItemName.isItem(entry.name), entry.kind == .regular {
                counts.items += 1
            } else if entry.name != ItemName.displayName, entry.name != ItemName.color,
                // The store's own temporary files are hidden.
                entry.kind != .regular || entry.name.first != UInt8(ascii: ".")
            {
                counts.others += 1
            }
        }
        return counts
    }

    /// Returns whether a calendar folder's name is already in use, even by a link.
    func isTaken(_ calendar: [UInt8]) -> Bool {
        let path = root.path(ofFolder: path(calendar))
        do throws(FileFailure) {
            return try files.stamp(of: path, followingLinks: false) != nil
        } catch {
            return !error.error.isMissing
        }
    }
}
