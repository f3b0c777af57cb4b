import ICalendar

/// What one state of a store has that another one has not: files that came, changed or went, and calendars likewise.
///
/// Only what a reader can notice counts: a file that was touched without another content is no difference.
struct SnapshotDifference: Sendable {
    struct File: Sendable {
        let calendarIdentifier: String
        let place: FilePlace
        let before: StoredFile?
        let after: StoredFile?

        var uidsBefore: [String] { before?.uids ?? [] }
        var uidsAfter: [String] { after?.uids ?? [] }
    }

    enum Calendar: Sendable, Hashable {
        case inserted(EventCalendar)
        case updated(from: EventCalendar, to: EventCalendar)
        /// One whose folder got another name, so that all identifiers changed; its files are deleted and inserted.
        case renamed(from: EventCalendar, to: EventCalendar)
        case deleted(EventCalendar)
    }

    var calendars: [Calendar] = []
    var files: [File] = []

    var isEmpty: Bool { calendars.isEmpty && files.isEmpty }

    /// Where items went that left one calendar as they came into another one, by the calendar that they were in, and UID.
    var moves: [ItemOwner: FilePlace] {
        var came: [ExactText: [FilePlace]] = [:]
        for file in files {
            let before = Set(file.uidsBefore.map { ExactText($0) })
            for uid in file.uidsAfter.map({ ExactText($0) }) where !before.contains(uid) {
                came[uid, default: []].append(file.place)
            }
        }
        if came.isEmpty { return [:] }
        var moves: [ItemOwner: FilePlace] = [:]
        for file in files {
            let after = Set(file.uidsAfter.map { ExactText($0) })
            for uid in file.uidsBefore.map({ ExactText($0) }) where !after.contains(uid) {
                // In several places it is a copy, of which nobody can say which one is meant.
                guard let places = came[uid], places.count == 1, places[0].folder != file.place.folder else {
                    continue
                }
                moves[ItemOwner(file.place.folder, uid)] = places[0]
            }
        }
        return moves
    }
}

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
