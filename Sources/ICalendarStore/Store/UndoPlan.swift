import ICalendar
import SystemIO

/// The changes that undo a commit, computed from the current files.
struct UndoPlan {
    private(set) var steps: [UndoStep] = []
    private(set) var changes: [FileChange] = []
    /// The types of the items that the files contain now or contained before the commit.
    private(set) var types: Set<EntityType> = []
    /// The calendar folder to create or remove, if the commit did the opposite.
    private(set) var folder: [UInt8]?
    private let record: HistoryRecord

    var conflicts: [UndoStep] { steps.filter(\.isChangedSince) }

    init(_ record: HistoryRecord, _ view: StoreView, _ root: StoreRoot, _ files: any StoreFiles) throws {
        self.record = record
        if record.step != .none { folder = record.folder }
        for file in record.files {
            let current: FileContents?
            if record.step == .removed {
                current = nil
            } else if let place = file.place {
                current = try view.contents(of: place)
            } else {
                current = try files.plainContents(
                    ifAny: root.path(ofFolder: file.folder).appending(file.name)
                )
            }
            add(file, current)
        }
        switch record.step {
        case .none: break
        case .removed: try addTakenFolder(root, files)
        case .created: try addUnknownFiles(root, files)
        }
    }

    private mutating func add(_ file: HistoryRecord.File, _ current: FileContents?) {
        let isBefore = current?.bytes == file.before
        let isAfter = isBefore || current.map { FileDigest(of: $0.bytes) } == file.after
        for bytes in [file.before, current?.bytes].compactMap({ $0 }) {
            types.formUnion(EntityType.allCases.filter { FileWords.mayContain($0, bytes) })
        }
        let action: UndoStep.Action =
            if isBefore {
                .nothing
            } else if file.before == nil {
                .remove
            } else {
                current == nil ? .restore : .change
            }
        let path = String(decoding: file.folder + Array("/".utf8) + file.name, as: UTF8.self)
        let title = [current?.bytes, file.before].lazy.compactMap { $0.flatMap(FileWords.title) }.first
        steps.append(UndoStep(path: path, title: title, action: action, isChangedSince: !isAfter))
        guard !isBefore, record.step == .none, let place = file.place else { return }
        let base = current.map { found in FileBase(FileVersion(found)) { found.bytes } }
        if let before = file.before {
            var change = FileChange.put(before, at: place, over: base)
            change.mode = file.mode
            changes.append(change)
        } else if let base {
            changes.append(.remove(place, base))
        }
    }

    /// Records a conflict if a removed calendar's folder exists again.
    private mutating func addTakenFolder(_ root: StoreRoot, _ files: any StoreFiles) throws {
        let path = root.path(ofFolder: record.folder)
        guard try files.stamp(of: path, followingLinks: false) != nil else { return }
        let name = String(decoding: record.folder, as: UTF8.self)
        steps.append(UndoStep(path: name, title: nil, action: .restore, isChangedSince: true))
    }

    /// Records a conflict for each file added to a new calendar since the commit.
    private mutating func addUnknownFiles(_ root: StoreRoot, _ files: any StoreFiles) throws {
        let path = root.path(ofFolder: record.folder)
        guard try files.stamp(of: path, followingLinks: true) != nil else {
            // The folder has already been removed.
            folder = nil
            return
        }
        let known = Set(record.files.map(\.name))
        let names = try files.names(in: path).map(\.name)
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where !known.contains(name) && !TemporaryName.isOne(name) {
            let bytes = try? files.plainContents(ifAny: path.appending(name))?.bytes
            let text = String(decoding: record.folder + Array("/".utf8) + name, as: UTF8.self)
            let title = bytes.flatMap(FileWords.title)
            steps.append(UndoStep(path: text, title: title, action: .remove, isChangedSince: true))
        }
    }

    /// A removed calendar's contents.
    var contents: [[UInt8]: [UInt8]] {
        Dictionary(record.files.compactMap { file in file.before.map { (file.name, $0) } }) { first, _ in
            first
        }
    }

    var modes: [[UInt8]: UInt32] { Dictionary(record.files.map { ($0.name, $0.mode) }) { first, _ in first } }

    /// The contents of a calendar that the commit created.
    var digests: [[UInt8]: FileDigest] {
        Dictionary(record.files.compactMap { file in file.after.map { (file.name, $0) } }) { first, _ in first
        }
    }

    var isOfRemoval: Bool { record.step == .removed }
}

/// Extracts the item types and the title from a file's bytes.
private enum FileWords {
    static func mayContain(_ type: EntityType, _ bytes: [UInt8]) -> Bool {
        let begin = type == .event ? "BEGIN:VEVENT" : "BEGIN:VTODO"
        var isFound = false
        UnfoldedLines.forEach(in: bytes, beginningWith: Array("BEGIN".utf8)) { _, line in
            isFound = String(decoding: line, as: UTF8.self).uppercased().hasPrefix(begin)
            return !isFound
        }
        return isFound
    }

    /// Returns the first item's title.
    static func title(_ bytes: [UInt8]) -> String? {
        guard let file = try? CalendarFile(bytes: bytes, threads: 1) else { return nil }
        let components = file.calendars.lazy.flatMap(\.component.components)
        return components.compactMap { $0.name == "VTIMEZONE" ? nil : Event($0).summary }.first {
            !$0.isEmpty
        }
    }
}
