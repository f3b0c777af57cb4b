import ICalendar

extension SnapshotDifference {
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
