import ICalendar

/// A change of a calendar that waits for ``EventStore/commit()``.
enum CalendarChange: Sendable, Hashable {
    /// Its title or its colour is to be written.
    case save(EventCalendar)
    /// It is to go.
    case remove(EventCalendar)

    /// The calendar whose title or colour is to be written; nil for one that is to go.
    var saved: EventCalendar? {
        switch self {
        case .save(let calendar): calendar
        case .remove: nil
        }
    }
}

/// The two small files in a calendar's folder that say what it is called and which colour it has.
enum CalendarAppearance {
    /// What is to be written: only what a person changed since the store gave the calendar.
    static func changes(of calendar: EventCalendar, _ reader: StoreReader) throws(StoreError) -> [FileChange]
    {
        var wanted: [([UInt8], [UInt8]?)] = []
        if calendar.title != calendar.givenTitle {
            let title = calendar.title.trimmedOnOneLine
            // Without a title of its own it is called as its folder.
            wanted.append((ItemName.displayName, title.isEmpty ? nil : Array("\(title)\n".utf8)))
        }
        if calendar.color != calendar.givenColor {
            wanted.append((ItemName.color, calendar.color.map { Array("\($0)\n".utf8) }))
        }
        do {
            return try reader.read { view in
                try wanted.compactMap { name, content in
                    guard let place = FilePlace(folder: calendar.folder, name: name) else { return nil }
                    let base = try view.contents(of: place).map { found in
                        FileBase(FileVersion(found)) { found.bytes }
                    }
                    if let content { return .put(content, at: place, over: base) }
                    return base.map { .remove(place, $0) }
                }
            }
        } catch {
            throw StoreError(caught: error)
        }
    }
}

/// Brings together what this store and another program made of a file, where it may be one of those two.
struct AppearanceMerging: FileMerging {
    /// What brings together two versions of an item.
    let items: ItemMerging

    /// Whether an item has an end; a single line says nothing of one.
    func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool {
        !ItemName.isItem(place.name) || items.isWhole(bytes, at: place)
    }

    func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        items.parts(of: theirs, movedFrom: base, to: ours)
    }

    func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool { items.holds(bytes, allOf: other) }

    func isMixed(_ conflict: FileConflict) -> Bool {
        ItemName.isItem(conflict.place.name) && items.isMixed(conflict)
    }

    /// A single line cannot be brought together: that of the person who made it last stands.
    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        ItemName.isItem(conflict.place.name) ? try items.merged(conflict) : conflict.ours
    }
}

extension String {
    /// The text as one line of a file, without blanks around it.
    var trimmedOnOneLine: String {
        // A line that ends is a blank to people, and nothing that they would want to see marked.
        let line = String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).onOneLine
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
