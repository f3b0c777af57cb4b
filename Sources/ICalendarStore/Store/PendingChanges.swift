import ICalendar

/// What was saved without being committed: what shall become of files, and which of them belong together.
struct PendingChanges: Sendable {
    /// What shall become of a file.
    struct File: Sendable {
        /// What it was when it was read; nil for a new one.
        var base: FileBase?
        /// What it shall be; nil when it shall go.
        var content: [UInt8]?
        /// The UIDs of the items that it shall have.
        var uids: Set<ExactText>
        /// The items that something was done with, for people and for programs.
        var subject: ItemSubject
        /// Its place in the order in which files were touched first.
        var number = 0
        /// The files that were changed together with it, by the number of their group.
        var group = 0
        /// Where items that it had were moved to, by their UIDs.
        var moved: [ExactText: FilePlace] = [:]
        /// What was read back of the content when it was made, for the next edit of the file; nil where that is to be done
        /// again, as files that were edited before are not kept twice.
        var read: Read?
    }

    /// A file of a batch as it was read back.
    struct Read: Sendable {
        let stored: StoredFile
        let file: CalendarFile
    }

    /// A number that no group of a batch has.
    static let noGroup = 0

    /// Files as an edit makes them.
    typealias Changes = [(place: FilePlace, file: File)]

    /// An edit that can be worked out again, where files changed before it was committed.
    struct Edit: Sendable {
        /// Works out what files shall be, from what they are now and what a batch makes of them; nil for the store's own.
        let changes: @Sendable (PendingChanges?) throws(StoreError) -> Changes
        /// Its place in the order of all edits.
        fileprivate var number = 0
        /// The items that it did something with, for the error when it can no longer be carried out.
        fileprivate(set) var identifiers: Set<String> = []

        init(_ changes: @escaping @Sendable (PendingChanges?) throws(StoreError) -> Changes) {
            self.changes = changes
        }
    }

    private var files: [FilePlace: File] = [:]
    private var groups: [Int: [FilePlace]] = [:]
    /// What made the files of a group what they are, by the number of the group.
    private var editsOfGroups: [Int: [Edit]] = [:]
    private var editCount = 0
    /// Where an item stands in the batch, by calendar and UID.
    private var owners: [ItemOwner: FilePlace] = [:]
    /// Where items were moved to, by the calendar that they were in, and UID.
    private var moves: [ItemOwner: FilePlace] = [:]
    private var count = 0
    /// The files of the last edit, which alone are kept as they were read back.
    private var latest: [FilePlace] = []

    /// Whether there is nothing to commit.
    var isEmpty: Bool { files.isEmpty }

    /// What shall become of a file; nil when nothing was done with it.
    subscript(place: FilePlace) -> File? { files[place] }

    /// The file that the batch makes or changes and that has an item of a UID.
    func place(ofUID uid: String, in folder: [UInt8]) -> FilePlace? { owners[ItemOwner(folder, uid)] }

    /// The file of another calendar that the batch moves an item to.
    func place(movedFrom owner: ItemOwner) -> FilePlace? { moves[owner] }

    /// Takes over where the items of a batch were moved to that has been committed.
    func note(in known: inout [ItemOwner: FilePlace]) {
        known.merge(moves) { _, new in new }
        for owner in owners.keys { known[owner] = nil }
    }

    /// All edits, in order.
    var edits: [Edit] { editsOfGroups.values.joined().sorted { $0.number < $1.number } }

    /// All files that something was done with.
    var places: [FilePlace] { Array(files.keys) }

    /// Notes what an edit makes of some files, over what was noted before; they are committed or discarded together.
    mutating func add(_ changes: Changes, by edit: Edit) {
        for place in latest { files[place]?.read = nil }
        latest = changes.map(\.place)
        var group: Int?
        defer {
            if let group {
                var edit = edit
                edit.number = editCount
                edit.identifiers = Set(changes.flatMap(\.file.subject.identifiers))
                editCount += 1
                editsOfGroups[group, default: []].append(edit)
            }
        }
        for (place, file) in changes {
            var file = file
            if let before = files[place] {
                file.base = before.base
                file.number = before.number
                file.group = before.group
                file.moved.merge(before.moved) { new, _ in new }
                for uid in before.uids where owners[ItemOwner(place.folder, uid)] == place {
                    owners[ItemOwner(place.folder, uid)] = nil
                }
            } else {
                count += 1
                file.number = count
                file.group = count
                groups[count] = [place]
            }
            files[place] = file
            for (uid, target) in file.moved { moves[ItemOwner(place.folder, uid)] = target }
            for uid in file.uids {
                owners[ItemOwner(place.folder, uid)] = place
                moves[ItemOwner(place.folder, uid)] = nil
            }
            if let group { join(group, file.group) }
            group = files[place]?.group
        }
    }

    /// Makes one group of two, the smaller one part of the larger one.
    private mutating func join(_ one: Int, _ other: Int) {
        guard one != other, var larger = groups[one], var smaller = groups[other] else { return }
        var (kept, gone) = (one, other)
        if larger.count < smaller.count {
            swap(&larger, &smaller)
            swap(&kept, &gone)
        }
        for place in smaller { files[place]?.group = kept }
        groups[kept] = larger + smaller
        groups[gone] = nil
        if let edits = editsOfGroups.removeValue(forKey: gone) { editsOfGroups[kept, default: []] += edits }
    }

    /// Takes out the files that belong together with some; what is left is as it was.
    mutating func take(_ places: [FilePlace]) -> PendingChanges {
        var taken = PendingChanges()
        for place in places {
            guard let group = files[place]?.group, let members = groups.removeValue(forKey: group) else {
                continue
            }
            taken.groups[group] = members
            taken.editsOfGroups[group] = editsOfGroups.removeValue(forKey: group)
            for member in members {
                guard let file = files.removeValue(forKey: member) else { continue }
                taken.files[member] = file
                for uid in file.uids {
                    let owner = ItemOwner(member.folder, uid)
                    guard owners[owner] == member else { continue }
                    owners[owner] = nil
                    taken.owners[owner] = member
                }
                for uid in file.moved.keys {
                    let owner = ItemOwner(member.folder, uid)
                    taken.moves[owner] = moves.removeValue(forKey: owner)
                }
            }
        }
        return taken
    }

    /// The files that something was done with of an item.
    func places(of identifier: String) -> [FilePlace] {
        files.filter { $0.value.subject.identifiers.contains(identifier) }.map(\.key)
    }

    /// The changes of a commit, in the order in which files were touched first.
    var changes: [FileChange] {
        files.sorted { $0.value.number < $1.value.number }.compactMap { place, file in
            var change: FileChange
            if let content = file.content {
                change = .put(content, at: place, over: file.base)
            } else if let base = file.base {
                change = .remove(place, base)
            } else {
                // What was made and taken away again within the batch never was.
                return nil
            }
            change.group = file.group
            change.destination = destination(of: file)
            return change
        }
    }

    /// Where an item of a file went; nil for none and, where the file goes, for several.
    private func destination(of file: File) -> FilePlace? {
        guard file.content != nil || file.moved.count == 1 else { return nil }
        return file.moved.lazy.compactMap { uid, place in last(uid, from: place) }.first
    }

    /// Where an item is that was moved to a file, and perhaps on from there; nil when it is gone.
    private func last(_ uid: ExactText, from first: FilePlace) -> FilePlace? {
        var place = first
        // An item may have come back, so this may lead round.
        for _ in 0..<files.count {
            guard let found = files[place] else { return nil }
            if found.uids.contains(uid) { return place }
            guard let next = found.moved[uid] else { return nil }
            place = next
        }
        return nil
    }
}

/// What names an item in a calendar.
struct ItemOwner: Hashable, Sendable {
    private let folder: [UInt8]
    private let uid: ExactText

    init(_ folder: [UInt8], _ uid: ExactText) {
        self.folder = folder
        self.uid = uid
    }

    init(_ folder: [UInt8], _ uid: String) {
        self.init(folder, ExactText(uid))
    }
}

/// What an edit is about, for errors.
struct ItemSubject: Sendable {
    /// For people: `Stand-up in Studio`.
    var text: String
    /// For programs, all items that were touched in the file: `studio:stand-up%40studio.example`.
    var identifiers: Set<String> = []

    /// Adds an item of a calendar.
    mutating func add(_ uid: String, in calendar: EventCalendar) {
        let identifier = ItemIdentifier(calendarIdentifier: calendar.calendarIdentifier, uid: uid)
        identifiers.insert(identifier.description)
    }
}
