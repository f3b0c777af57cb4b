import ICalendar

extension CalendarListing {
    /// Whether a link was made by neither this user nor root.
    func isForeign(_ path: [UInt8]) -> Bool {
        guard let stamp = try? files.stamp(of: root.path(ofFolder: path), followingLinks: false) else {
            return true
        }
        return stamp.owner != SystemFiles.user && stamp.owner != 0
    }

    /// What Radicale says of a folder; nil when it says nothing.
    func properties(_ folder: CalendarPath, _ entries: [ListedName]) -> CollectionProperties? {
        bytes(CollectionProperties.name, folder, entries).flatMap { CollectionProperties($0) }
    }

    /// A small file in a calendar's folder; nil when there is none.
    private func bytes(_ name: [UInt8], _ folder: CalendarPath, _ entries: [ListedName]) -> [UInt8]? {
        let longest = 4096
        guard let entry = entries.first(where: { $0.name == name }), entry.kind == .regular else {
            return nil
        }
        let path = folder.appending(name)
        guard let stamp = try? files.stamp(of: path, followingLinks: true), stamp.size <= longest else {
            return nil
        }
        return try? files.contents(of: path).bytes
    }

    /// The first line of a small file in a calendar's folder, without blanks around it; nil when there is none.
    func text(_ name: [UInt8], _ folder: CalendarPath, _ entries: [ListedName]) -> String? {
        guard let bytes = bytes(name, folder, entries) else { return nil }
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        let line = (lines.first ?? [])[...].drop { $0 <= 0x20 }
        let text = String(decoding: line.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
