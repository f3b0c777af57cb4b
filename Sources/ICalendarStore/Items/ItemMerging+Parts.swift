import ICalendar

/// Which items of a file are those of another one.
extension ItemMerging {
    /// What an item is and which.
    private struct Key: Hashable {
        let kind: String
        let uid: ExactText
    }

    /// Those that were in the file when items were moved, and are in the other one, go along; others never belonged to
    /// them, as when somebody has put another item in the place of the file.
    func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        guard let before = calendars(base), let there = calendars(ours), let file = calendars(theirs) else {
            return nil
        }
        let moved = Self.keys(before).intersection(Self.keys(there))
        func isMoved(_ component: Component) -> Bool { Self.key(component).map(moved.contains) ?? false }
        let along = Self.filtered(file, where: isMoved)
        guard let left = Self.filtered(file, where: { !isMoved($0) }) else {
            return FileParts(along: theirs, left: nil)
        }
        guard let along else { return FileParts(along: nil, left: theirs) }
        // What cannot be read would be in neither part.
        if LostLines.first(of: theirs, in: file) != nil { return nil }
        return FileParts(along: along.icsBytes(.asRead), left: left.icsBytes(.asRead))
    }

    func isMixed(_ conflict: FileConflict) -> Bool {
        guard let ours = conflict.ours.flatMap(calendars), let theirs = conflict.theirs.flatMap(calendars)
        else { return false }
        let base = conflict.base.flatMap(calendars) ?? CalendarFile(calendars: [])
        return CalendarMerging(base: base, ours: ours, theirs: theirs).mixedUID != nil
    }

    func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool {
        guard let file = calendars(bytes), let other = calendars(other) else { return false }
        return Self.keys(other).isSubset(of: Self.keys(file))
    }

    private func calendars(_ bytes: [UInt8]) -> CalendarFile? {
        try? CalendarFile(bytes: bytes, limits: limits, threads: 1)
    }

    private static func key(_ component: Component) -> Key? {
        guard component.name != "VTIMEZONE" else { return nil }
        return component.text("UID").map { Key(kind: component.name, uid: ExactText($0)) }
    }

    private static func keys(_ file: CalendarFile) -> Set<Key> {
        Set(file.calendars.flatMap { $0.component.components.compactMap(key) })
    }

    /// A file with some of its items and the definitions of zones; nil where it has none.
    private static func filtered(
        _ file: CalendarFile,
        where isKept: (Component) -> Bool
    ) -> CalendarFile? {
        var file = file
        for place in file.calendars.indices {
            file.calendars[place].component.components.removeAll { $0.name != "VTIMEZONE" && !isKept($0) }
        }
        file.calendars.removeAll { $0.component.components.allSatisfy { $0.name == "VTIMEZONE" } }
        return file.calendars.isEmpty ? nil : file
    }
}
