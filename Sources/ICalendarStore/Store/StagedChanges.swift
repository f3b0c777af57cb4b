import ICalendar

/// What was saved without being committed: what shall become of files, and which of them belong together.
struct StagedChanges: Sendable {
    struct File: Sendable {
        var base: FileBase?
        var content: [UInt8]?
        var uids: Set<ExactText>
        var subject: ItemSubject
        var number = 0
        var group = 0
        var moved: [ExactText: FilePlace] = [:]
        /// What was read back of the content when it was made, for the next edit of the file; nil where that is to be done
        /// again, as files that were edited before are not kept twice.
        var read: ParsedFile?
    }

    static let noGroup = 0

    typealias Changes = [(place: FilePlace, file: File)]

    /// What works changes out again, where files changed before they were committed.
    struct Replay: Sendable {
        /// Works out what files shall be, from what they are now and what a batch makes of them; nil for the store's own.
        let changes: @Sendable (StagedChanges?) throws(StoreError) -> Changes
        fileprivate var number = 0
        fileprivate(set) var identifiers: Set<String> = []

        init(_ changes: @escaping @Sendable (StagedChanges?) throws(StoreError) -> Changes) {
            self.changes = changes
        }
    }

    private var files: [FilePlace: File] = [:]
    private var groups: [Int: [FilePlace]] = [:]
    private var replaysOfGroups: [Int: [Replay]] = [:]
    private var replayCount = 0
    private var owners: [ItemOwner: FilePlace] = [:]
    private var moves: [ItemOwner: FilePlace] = [:]
    private var count = 0
    /// The files of the last edit, which alone are kept as they were read back.
    private var latest: [FilePlace] = []

    var isEmpty: Bool { files.isEmpty }

    subscript(place: FilePlace) -> File? { files[place] }

    func place(ofUID uid: String, in folder: [UInt8]) -> FilePlace? { owners[ItemOwner(folder, uid)] }

    func place(movedFrom owner: ItemOwner) -> FilePlace? { moves[owner] }

    /// Takes over where the items of a batch were moved to that has been committed.
    func note(in known: inout [ItemOwner: FilePlace]) {
        known.merge(moves) { _, new in new }
        for owner in owners.keys { known[owner] = nil }
    }

    var replays: [Replay] { replaysOfGroups.values.joined().sorted { $0.number < $1.number } }

    var read: [FilePlace: ParsedFile] { files.compactMapValues(\.read) }

    var places: [FilePlace] { Array(files.keys) }

    /// Notes what an edit makes of some files, over what was noted before; they are committed or discarded together.
    mutating func add(_ changes: Changes, by replay: Replay) {
        for place in latest { files[place]?.read = nil }
        latest = changes.map(\.place)
        var group: Int?
        defer {
            if let group {
                var replay = replay
                replay.number = replayCount
                replay.identifiers = Set(changes.flatMap(\.file.subject.identifiers))
                replayCount += 1
                replaysOfGroups[group, default: []].append(replay)
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
        if let replays = replaysOfGroups.removeValue(forKey: gone) {
            replaysOfGroups[kept, default: []] += replays
        }
    }

    mutating func take(_ places: [FilePlace]) -> StagedChanges {
        var taken = StagedChanges()
        for place in places {
            guard let group = files[place]?.group, let members = groups.removeValue(forKey: group) else {
                continue
            }
            taken.groups[group] = members
            taken.replaysOfGroups[group] = replaysOfGroups.removeValue(forKey: group)
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

    func places(of identifier: String) -> [FilePlace] {
        files.filter { $0.value.subject.identifiers.contains(identifier) }.map(\.key)
    }

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

struct ItemSubject: Sendable {
    /// For people: `Stand-up in Studio`.
    var text: String
    /// For programs, all items that were touched in the file: `studio:stand-up%40studio.example`.
    var identifiers: Set<String> = []

    init(_ title: String, _ uid: String, in calendar: EventCalendar, from origin: EventCalendar? = nil) {
        text = "\(title.isEmpty ? uid : title) in \(calendar.title)"
        add(uid, in: calendar)
        if let origin { add(uid, in: origin) }
    }

    mutating func add(_ uid: String, in calendar: EventCalendar) {
        identifiers.insert(calendar.identifier(ofItem: uid).description)
    }
}
