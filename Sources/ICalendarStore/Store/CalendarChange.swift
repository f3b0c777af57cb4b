import ICalendar

enum CalendarChange: Sendable, Hashable {
    case save(EventCalendar)
    case remove(EventCalendar)

    var saved: EventCalendar? {
        switch self {
        case .save(let calendar): calendar
        case .remove: nil
        }
    }
}

/// The two small files in a calendar's folder that store its title and color.
enum CalendarAppearance {
    /// Returns the changes made since the store returned the calendar.
    static func changes(of calendar: EventCalendar, _ reader: StoreReader) throws(StoreError) -> [FileChange]
    {
        var wanted: [([UInt8], [UInt8]?)] = []
        if calendar.title != calendar.givenTitle {
            let title = calendar.title.trimmedOnOneLine
            // A calendar without a title gets its folder's name.
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

extension String {
    var trimmedOnOneLine: String {
        // Readers treat a line break as a space, so it needs no visible marker.
        let line = String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).onOneLine
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The items that a program with limited access removes from a calendar.
struct AccessibleItems {
    private let kept: Set<String>
    private let limits: ReadingLimits

    init(keeping kept: [EntityType], _ limits: ReadingLimits) {
        self.kept = Set(kept.map { $0 == .event ? "VEVENT" : "VTODO" })
        self.limits = limits
    }

    /// Returns changes to the calendar's files, or nil if the whole folder can be removed.
    func removal(from calendar: EventCalendar, _ reader: StoreReader) throws(StoreError) -> [FileChange]? {
        if kept.isEmpty { return nil }
        do {
            return try reader.read { view in
                var changes: [FileChange] = []
                var isKept = false
                for entry in try view.items(in: calendar.folder) {
                    guard let place = FilePlace(folder: calendar.folder, name: entry.name),
                        let contents = try view.contents(of: place)
                    else { continue }
                    let rest = rest(of: contents.bytes)
                    if rest != nil { isKept = true }
                    if rest == contents.bytes { continue }
                    let base = FileBase(FileVersion(contents)) { contents.bytes }
                    changes.append(rest.map { .put($0, at: place, over: base) } ?? .remove(place, base))
                }
                return isKept ? changes : nil
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// Returns the contents to keep in a file.
    ///
    /// An unreadable file may contain anything, so it is left unchanged.
    private func rest(of bytes: [UInt8]) -> [UInt8]? {
        guard let file = try? CalendarFile(bytes: bytes, limits: limits, threads: 1), !file.calendars.isEmpty
        else { return bytes }
        let names = file.calendars.flatMap { $0.component.components.map(\.name) }
        guard names.contains(where: kept.contains) else { return nil }
        guard names.contains(where: { $0 != "VTIMEZONE" && !kept.contains($0) }) else { return bytes }
        return file.filtered { kept.contains($0.name) }.icsBytes(.asRead)
    }
}
