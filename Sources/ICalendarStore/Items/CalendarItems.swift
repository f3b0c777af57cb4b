import ICalendar

/// The items of one calendar in memory: a value that is replaced when files change.
///
/// They lie in levels, each with at least ``ratio`` times as many components as the next. A file that changed makes a level of one, and
/// hides what it was in an older level; levels that came too near in size become one. So taking in a change costs
/// little on average, however many files there are, and a copy costs nothing.
struct CalendarItems: Sendable {
    /// The calendar.
    var calendar: EventCalendar
    /// The levels, the oldest and largest first.
    private(set) var levels: [ItemLevel] = []
    private let zone: Zone

    /// How many times as large as all that are younger a level is at least.
    private static let ratio = 3

    /// The items of a calendar whose files were read.
    init(_ calendar: EventCalendar, _ files: [ReadFile], zone: Zone) {
        self.calendar = calendar
        self.zone = zone
        if !files.isEmpty { levels = [ItemLevel(files, in: zone)] }
    }

    /// Takes in files that changed or came, no two of one name, and forgets those that went.
    mutating func replace(_ read: [ReadFile], removing names: [[UInt8]] = []) {
        for file in read { hide(file.file.place.name) }
        for name in names { hide(name) }
        if !read.isEmpty { levels.append(ItemLevel(read, in: zone)) }
        settle()
    }

    private mutating func hide(_ name: [UInt8]) {
        for place in levels.indices.reversed() where levels[place].hide(name) { return }
    }

    /// Makes one of the youngest levels as long as the next is not much larger, and of one of which most is hidden.
    private mutating func settle() {
        levels.removeAll { $0.shownCount == 0 }
        var first = levels.count
        var size = 0
        for place in levels.indices.reversed() {
            let level = levels[place]
            let isMostlyHidden = level.shownWeight < level.weight - level.shownWeight
            if isMostlyHidden || size > 0 && level.shownWeight < Self.ratio * size { first = place }
            size += level.shownWeight
        }
        guard first < levels.count else { return }
        let isAlone = first == levels.count - 1
        if isAlone, levels[first].shownCount == levels[first].count { return }
        let merged = ItemLevel(merging: Array(levels[first...]), in: zone)
        levels.removeSubrange(first...)
        levels.append(merged)
    }

    // MARK: - Files

    /// How many files there are.
    var count: Int { levels.reduce(0) { $0 + $1.shownCount } }

    /// The files, by the bytes of their names.
    var files: [StoredFile] { Self.sorted(levels.map(\.files)) }

    /// The file of a name.
    func file(named name: [UInt8]) -> StoredFile? {
        for level in levels.reversed() {
            if let file = level.file(named: name) { return file }
        }
        return nil
    }

    /// The files that hold components of a UID, by the bytes of their names.
    func files(ofUID uid: String) -> [StoredFile] { Self.sorted(levels.map { $0.files(ofUID: uid) }) }

    /// The files that hold components of some kinds other than events, by the bytes of their names.
    func files(holding kinds: ItemKinds) -> [StoredFile] {
        Self.sorted(levels.map(\.filesWithOthers)).filter { !$0.kinds.isDisjoint(with: kinds) }
    }

    /// What is wrong with the files, in the order of their names.
    var diagnostics: [Diagnostic] { Self.sorted(levels.map(\.remarkedFiles)).flatMap(\.diagnostics) }

    private static func sorted(_ files: [[StoredFile]]) -> [StoredFile] {
        let some = files.filter { !$0.isEmpty }
        guard some.count > 1 else { return some.first ?? [] }
        return some.flatMap { $0 }.sorted { $0.place.name.lexicographicallyPrecedes($1.place.name) }
    }

    // MARK: - Events

    /// The occurrence of a UID with an original start, wherever an override moved it, or with nil the first one, with
    /// the file that it is from; of several files the first by name that has it.
    func occurrence(
        ofUID uid: String,
        slot: OccurrenceTime?
    ) -> (occurrence: Occurrence, file: StoredFile)? {
        levels.flatMap { $0.occurrences(ofUID: uid, slot: slot) }.enumerated().min { one, other in
            let (name, otherName) = (one.element.file.place.name, other.element.file.place.name)
            return name == otherName ? one.offset < other.offset : name.lexicographicallyPrecedes(otherName)
        }?.element
    }
}
