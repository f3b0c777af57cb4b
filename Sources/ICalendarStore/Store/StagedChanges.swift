import ICalendar

/// The uncommitted contents of files, and the groups of files that belong together.
struct StagedChanges: Sendable {
    struct File: Sendable {
        var base: FileBase?
        var content: [UInt8]?
        var uids: Set<ExactText>
        var subject: ItemSubject
        var number = 0
        var group = 0
        var moved: [ExactText: FilePlace] = [:]
        /// The parsed content, for the next edit of the file.
        ///
        /// Only the most recently edited files are held in parsed form. If nil, the content must be parsed again.
        var read: ParsedFile?
    }

    static let noGroup = 0

    typealias Changes = [(place: FilePlace, file: File)]

    /// An edit that can be repeated if its files change before the commit.
    struct Replay: Sendable {
        /// Computes the new contents of files from the current contents and a batch, or the store's own batch if nil.
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
    /// The files of the last edit, the only ones with cached parsed content.
    private var latest: [FilePlace] = []

    var isEmpty: Bool { files.isEmpty }

    subscript(place: FilePlace) -> File? { files[place] }

    func place(ofUID uid: String, in folder: [UInt8]) -> FilePlace? { owners[ItemOwner(folder, uid)] }

    func place(movedFrom owner: ItemOwner) -> FilePlace? { moves[owner] }

    /// Adds the new places of a committed batch's items to `known`.
    func note(in known: inout [ItemOwner: FilePlace]) {
        known.merge(moves) { _, new in new }
        for owner in owners.keys { known[owner] = nil }
    }

    var replays: [Replay] { replaysOfGroups.values.joined().sorted { $0.number < $1.number } }

    var read: [FilePlace: ParsedFile] { files.compactMapValues(\.read) }

    var places: [FilePlace] { Array(files.keys) }

    /// Adds the changes from an edit, replacing earlier changes to the same files.
    ///
    /// The files of an edit are committed or discarded together.
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

    /// Returns a description of the changes for the history, such as `edit Stand-up in Studio` or `add 12 items`.
    func summary(withCalendars titles: [String]) -> String {
        var parts: [String] = []
        let all = files.values.filter { $0.base != nil || $0.content != nil }
        if !all.isEmpty {
            let verb =
                if all.contains(where: { !$0.moved.isEmpty }) {
                    "move"
                } else if all.allSatisfy({ $0.base == nil }) {
                    "add"
                } else if all.allSatisfy({ $0.content == nil }) {
                    "remove"
                } else {
                    "edit"
                }
            let subjects = Set(all.map(\.subject.text))
            if subjects.count == 1, let subject = all.first?.subject {
                parts.append("\(subject.verb ?? verb) \(subject.text)")
            } else {
                parts.append("\(verb) \(subjects.count) items")
            }
        }
        parts += titles.map { "change the calendar \($0)" }
        return parts.joined(separator: ", ")
    }

    var changes: [FileChange] {
        files.sorted { $0.value.number < $1.value.number }.compactMap { place, file in
            var change: FileChange
            if let content = file.content {
                change = .put(content, at: place, over: file.base)
            } else if let base = file.base {
                change = .remove(place, base)
            } else {
                // A file that was created and removed within the batch has no effect.
                return nil
            }
            change.group = file.group
            change.destination = destination(of: file)
            return change
        }
    }

    /// Returns the new place of an item from a file.
    ///
    /// Returns nil if the file contains no items or, if the file is removed, several items.
    private func destination(of file: File) -> FilePlace? {
        guard file.content != nil || file.moved.count == 1 else { return nil }
        return file.moved.lazy.compactMap { uid, place in last(uid, from: place) }.first
    }

    /// Follows the moves of an item from `first` onward and returns its current place, or nil if it no longer exists.
    private func last(_ uid: ExactText, from first: FilePlace) -> FilePlace? {
        var place = first
        // An item may have been moved back, so there may be a cycle.
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
    /// The text to show to users, such as `Stand-up in Studio`.
    var text: String
    /// The action to record in the history, such as `remove an occurrence of`, or nil if the files reveal the action.
    var verb: String?
    /// The identifiers of the items changed in the file, such as `studio:stand-up%40studio.example`.
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
