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
    var limits = ReadingLimits()

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool {
        guard ItemName.isItem(place.name) else { return true }
        let end = "END:VCALENDAR".utf8
        guard let last = bytes.lastIndex(where: { $0 > 0x20 }), last + 1 >= end.count else { return false }
        let start = last + 1 - end.count
        // A bit makes letters capital; the colon has none of it set that matters.
        let isEnd = zip(bytes[start...last], end).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
        return isEnd && (start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D)
    }

    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        // A calendar's title or colour is a single line: that of the person who made it last stands.
        guard ItemName.isItem(conflict.place.name) else { return conflict.ours }
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
            merged: other
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

    /// Those that were in the file when items were moved, and are in the other one, go along; others never belonged to
    /// them, as when somebody has put another item in the place of the file.
    func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        guard let before = calendars(base), let there = calendars(ours), let file = calendars(theirs) else {
            return nil
        }
        let moved = Self.keys(before).intersection(Self.keys(there))
        func isMoved(_ component: Component) -> Bool { ItemKey(component).map(moved.contains) ?? false }
        let (along, left) = (file.filtered(where: isMoved), file.filtered { !isMoved($0) })
        if left.calendars.isEmpty { return FileParts(along: theirs, left: nil) }
        if along.calendars.isEmpty { return FileParts(along: nil, left: theirs) }
        // What cannot be read would be in neither part.
        if LostLines.first(of: theirs, in: file) != nil { return nil }
        return FileParts(along: along.icsBytes(.asRead), left: left.icsBytes(.asRead))
    }

    func isMixed(_ conflict: FileConflict) -> Bool {
        guard ItemName.isItem(conflict.place.name), let ours = conflict.ours.flatMap(calendars),
            let theirs = conflict.theirs.flatMap(calendars)
        else { return false }
        let base = conflict.base.flatMap(calendars) ?? CalendarFile(calendars: [])
        return CalendarMerging(base: base, ours: ours, merged: theirs).mixedUID != nil
    }

    func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool {
        guard let file = calendars(bytes), let other = calendars(other) else { return false }
        return Self.keys(other).isSubset(of: Self.keys(file))
    }

    private func calendars(_ bytes: [UInt8]) -> CalendarFile? {
        try? CalendarFile(bytes: bytes, limits: limits, threads: 1)
    }

    private static func keys(_ file: CalendarFile) -> Set<ItemKey> {
        Set(file.calendars.flatMap { $0.component.components.compactMap { ItemKey($0) } })
    }
}

/// What an item is and which: a reminder may have an event's UID.
struct ItemKey: Hashable, Sendable {
    let kind: String
    let uid: ExactText

    init(kind: String, uid: String) {
        self.kind = kind
        self.uid = ExactText(uid)
    }

    init?(_ component: Component) {
        guard component.name != "VTIMEZONE", let uid = component.text("UID") else { return nil }
        self.init(kind: component.name, uid: uid)
    }
}

extension CalendarObject {
    var hasItems: Bool { component.components.contains { $0.name != "VTIMEZONE" } }
}

extension CalendarFile {
    /// The file with some of its components and the definitions of zones; calendars without an item go.
    func filtered(where isKept: (Component) -> Bool) -> CalendarFile {
        var file = self
        for place in file.calendars.indices {
            file.calendars[place].component.components.removeAll { $0.name != "VTIMEZONE" && !isKept($0) }
        }
        file.calendars.removeAll { !$0.hasItems }
        return file
    }

    func with(itemsOf uids: [String]) -> CalendarFile {
        filtered { component in uids.contains { component.isOwn(of: $0) } }
    }
}

/// What would be gone of a file if it were written again: lines that reading could make nothing of and has no place for,
/// such as half of an event, or a contact among events.
///
/// Blank lines, line ends, folds, and how BEGIN and END are spelled may differ.
enum LostLines {
    /// The number, from 1, of the first line of a file that is not among the lines that writing it gives, in their order;
    /// nil when nothing would be lost.
    ///
    /// - Parameter file: what was read from the bytes, with nothing changed.
    static func first(of bytes: [UInt8], in file: CalendarFile) -> Int? {
        let written = file.icsBytes(.asRead)
        if written == bytes { return nil }
        let kept = lines(of: written)
        var next = 0
        for (number, line) in lines(of: bytes) {
            while next < kept.count, kept[next].line != line { next += 1 }
            guard next < kept.count else { return number }
            next += 1
        }
        return nil
    }

    private static func lines(of bytes: [UInt8]) -> [(number: Int, line: [UInt8])] {
        var lines: [(number: Int, line: [UInt8])] = []
        UnfoldedLines.forEach(in: bytes) { number, line in
            // Control characters at its start say nothing.
            if let first = line.firstIndex(where: { $0 > 0x20 }) {
                lines.append((number, plain(line[first...])))
            }
            return true
        }
        return lines
    }

    /// A line as it is compared: without blanks at its end, and BEGIN and END in capitals.
    private static func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let last = line.lastIndex { $0 > 0x20 } ?? line.startIndex
        let text = line[...last]
        let isMarker = ["BEGIN:".utf8, "END:".utf8].contains { (keyword: String.UTF8View) -> Bool in
            text.count > keyword.count && zip(text, keyword).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
        }
        guard isMarker else { return Array(text) }
        return text.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    }
}
