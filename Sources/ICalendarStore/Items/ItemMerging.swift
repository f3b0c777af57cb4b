import ICalendar

/// Brings together what this store and another program made of one file, component by component and property by
/// property.
///
/// It begins with the other program's file, line for line, and carries over what this store changed. So what only one
/// of the two changed is taken from that one; where both changed the same property, this store's change stands, as the
/// person who made it saw what was there before. A component that one removed and the other left alone goes; one that
/// the other changed stays. A file without an end is one that somebody is writing. A file that cannot be read as a calendar,
/// or not as a whole, is never overwritten: the merge fails, and so does the commit.
struct ItemMerging: FileMerging {
    /// What reading puts up with.
    var limits = ReadingLimits()

    /// Why two files cannot be brought together.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether the last line ends the calendar; blank lines may follow.
    func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool {
        let end = "END:VCALENDAR".utf8
        guard let last = bytes.lastIndex(where: { $0 > 0x20 }), last + 1 >= end.count else { return false }
        let start = last + 1 - end.count
        // A bit makes letters capital; the colon has none of it set that matters.
        let isEnd = zip(bytes[start...last], end).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
        return isEnd && (start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D)
    }

    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        guard let theirs = conflict.theirs, !theirs.isEmpty else { return conflict.ours }
        if conflict.ours == theirs || conflict.ours == conflict.base { return theirs }
        if theirs == conflict.base { return conflict.ours }
        // A base that nobody can read says nothing of what was changed, like one that nobody knows.
        let base = conflict.base.flatMap { try? read($0, "") } ?? CalendarFile(calendars: [])
        let ours = try conflict.ours.map { try read($0, "what was to be written") }
        // Without a base a removal removes nothing.
        if ours == nil, base.calendars.isEmpty { return theirs }
        let whose = "what another program wrote"
        let other = try read(theirs, whose)
        if let line = LostLines.first(of: theirs, in: other) {
            throw Failure(
                description: "\(whose) has parts that cannot be read and would be lost, from line \(line) on"
            )
        }
        var merging = CalendarMerging(
            base: base,
            ours: ours ?? CalendarFile(calendars: []),
            theirs: other
        )
        if let uid = merging.mixedUID {
            throw Failure(
                description:
                    "both changed the events of one UID, \(Words.short(uid)), and nothing tells which is which"
            )
        }
        merging.run(isRemoval: ours == nil)
        guard merging.hasItems else { return nil }
        return merging.merged.icsBytes(.asRead)
    }

    private func read(_ bytes: [UInt8], _ whose: String) throws -> CalendarFile {
        do throws(CalendarError) {
            return try CalendarFile(bytes: bytes, limits: limits, threads: 1)
        } catch {
            throw Failure(description: "\(whose) cannot be read: \(error.detail)")
        }
    }
}

/// Which items of a file are those of another one.
extension ItemMerging {
    /// Those that were in the file when items were moved, and are in the other one, go along; others never belonged to
    /// them, as when somebody has put another item in the place of the file.
    func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        guard let before = calendars(base), let there = calendars(ours), let file = calendars(theirs) else {
            return nil
        }
        let moved = Self.keys(before).intersection(Self.keys(there))
        func isMoved(_ component: Component) -> Bool { ItemKey(component).map(moved.contains) ?? false }
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

    private static func keys(_ file: CalendarFile) -> Set<ItemKey> {
        Set(file.calendars.flatMap { $0.component.components.compactMap(ItemKey.init) })
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
