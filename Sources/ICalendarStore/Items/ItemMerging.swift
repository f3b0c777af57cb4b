package import ICalendar

/// Merges this store's version of a file with another program's, by component and property.
///
/// The merge starts with the other program's file, preserving its lines, and applies this store's changes. If only one
/// side made a change, that change applies. If both sides changed the same property, this store's change wins, since
/// its author has seen the earlier value. A component that one side removed is missing from the result, unless the
/// other side changed it. A file without an end is treated as one that is still being written. A file that cannot be
/// read completely is never overwritten; the merge and the commit fail instead.
package struct ItemMerging: FileMerging {
    var limits = ReadingLimits.standard

    package init(limits: ReadingLimits = .standard) { self.limits = limits }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    package func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool {
        guard ItemName.isItem(place.name) else { return true }
        let end = "END:VCALENDAR".utf8
        guard let last = bytes.lastIndex(where: { $0 > 0x20 }), last + 1 >= end.count else { return false }
        let start = last + 1 - end.count
        // Clearing this bit converts letters to uppercase. The colon matches without conversion.
        let isEnd = zip(bytes[start...last], end).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
        return isEnd && (start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D)
    }

    package func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        // A calendar's title or color is a single line and cannot be merged, so the latest change wins.
        guard ItemName.isItem(conflict.place.name) else { return conflict.ours }
        guard let theirs = conflict.theirs, !theirs.isEmpty else { return conflict.ours }
        if conflict.ours == theirs || conflict.ours == conflict.base { return theirs }
        if theirs == conflict.base { return conflict.ours }
        // Treat an unreadable base as missing, since it does not show what changed.
        let base = conflict.base.flatMap { try? read($0, "") } ?? CalendarFile(calendars: [])
        let ours = try conflict.ours.map { try read($0, "the new version") }
        // Without a base, a removal has no effect.
        if ours == nil, base.calendars.isEmpty { return theirs }
        let whose = "the other program's version"
        let other = try read(theirs, whose)
        if let line = LostLines.first(of: theirs, in: other) {
            throw Failure(
                description: "\(whose) has unreadable parts, from line \(line) on, that would be lost"
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
                    "both versions change events that share the UID \(Words.short(uid)) and are indistinguishable"
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

    /// Splits a file into the components that move with its items and the rest.
    ///
    /// A component moves if it was in the file when the items were moved and is now in the other file. Any other
    /// component never belonged to the items, for example because another item replaced the file.
    package func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        guard let before = calendars(base), let there = calendars(ours), let file = calendars(theirs) else {
            return nil
        }
        let moved = Self.keys(before).intersection(Self.keys(there))
        func isMoved(_ component: Component) -> Bool { ItemKey(component).map(moved.contains) ?? false }
        let (along, left) = (file.filtered(where: isMoved), file.filtered { !isMoved($0) })
        if left.calendars.isEmpty { return FileParts(along: theirs, left: nil) }
        if along.calendars.isEmpty { return FileParts(along: nil, left: theirs) }
        // Unreadable content would be in neither part.
        if LostLines.first(of: theirs, in: file) != nil { return nil }
        return FileParts(along: along.icsBytes(.asRead), left: left.icsBytes(.asRead))
    }

    package func isMixed(_ conflict: FileConflict) -> Bool {
        guard ItemName.isItem(conflict.place.name), let ours = conflict.ours.flatMap(calendars),
            let theirs = conflict.theirs.flatMap(calendars)
        else { return false }
        let base = conflict.base.flatMap(calendars) ?? CalendarFile(calendars: [])
        return CalendarMerging(base: base, ours: ours, merged: theirs).mixedUID != nil
    }

    package func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool {
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

/// The key of an item: its component name and UID.
///
/// A reminder may have the same UID as an event.
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
    /// Returns the file with only the selected components and all time zone definitions.
    ///
    /// Calendar objects without items are removed.
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

/// Finds lines that would be lost by rewriting a file, such as half of an event or a contact among events.
///
/// The reader could not interpret or place these lines. Differences in blank lines, line breaks, folding, and the case
/// of BEGIN and END are ignored.
package enum LostLines {
    /// Returns the 1-based number of the first line that would be lost by rewriting the file, if any.
    ///
    /// - Parameter file: The unmodified file as read from `bytes`.
    package static func first(of bytes: [UInt8], in file: CalendarFile) -> Int? {
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
            // Ignore control characters at the start of a line.
            if let first = line.firstIndex(where: { $0 > 0x20 }) {
                lines.append((number, plain(line[first...])))
            }
            return true
        }
        return lines
    }

    /// Normalizes a line for comparison by removing trailing spaces and converting BEGIN and END to uppercase.
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
