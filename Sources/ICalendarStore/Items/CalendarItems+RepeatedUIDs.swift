import ICalendar

extension CalendarItems {
    /// A UID that items of one kind have in several files, each of which stands for itself.
    struct RepeatedUID: Sendable {
        /// What the items are, such as `VEVENT`.
        let kind: String
        /// The UID.
        let uid: String
        /// The files, by the bytes of their names.
        var files: [StoredFile]
    }

    /// The UIDs that several files have, in the order of their first files.
    ///
    /// Nothing is kept of it. It goes through the hashes of all UIDs, which takes some ten milliseconds for 100,000 files,
    /// and then through the items of those files alone that share one.
    var repeatedUIDs: [RepeatedUID] {
        var hashes: [(hash: Int, level: UInt32, file: UInt32)] = []
        hashes.reserveCapacity(count)
        for (number, level) in levels.enumerated() {
            for (hash, file) in level.shownUIDs {
                hashes.append((hash, UInt32(truncatingIfNeeded: number), file))
            }
        }
        if levels.count > 1 { hashes.sort { $0.hash < $1.hash } }
        var shared: Set<Int> = []
        var files: [StoredFile] = []
        var seen: Set<ObjectIdentifier> = []
        var start = 0
        while start < hashes.count {
            var end = start + 1
            while end < hashes.count, hashes[end].hash == hashes[start].hash { end += 1 }
            if end - start > 1 {
                shared.insert(hashes[start].hash)
                for (_, level, place) in hashes[start..<end] {
                    let file = levels[Int(level)].file(at: Int(place))
                    if seen.insert(ObjectIdentifier(file)).inserted { files.append(file) }
                }
            }
            start = end
        }
        files.sort { $0.place.name.lexicographicallyPrecedes($1.place.name) }
        return Self.repeated(among: files) { shared.contains($0.hashValue) }
    }

    /// The items that several of some files have, among those that may be.
    private static func repeated(
        among files: [StoredFile],
        where mayBe: (ExactText) -> Bool
    ) -> [RepeatedUID] {
        var places: [StoredFile.ItemKey: Int] = [:]
        var found: [RepeatedUID] = []
        for file in files {
            for item in file.itemKeys where mayBe(item.uid) {
                guard let place = places[item] else {
                    places[item] = found.count
                    found.append(RepeatedUID(kind: item.kind, uid: item.uid.text, files: [file]))
                    continue
                }
                // A master and its overrides are one item.
                if found[place].files.last !== file { found[place].files.append(file) }
            }
        }
        return found.filter { $0.files.count > 1 }
    }
}

extension StoredFile {
    /// What an item is and which: a reminder may have an event's UID.
    struct ItemKey: Hashable, Sendable {
        /// The kind of its components, such as `VEVENT`.
        let kind: String
        /// Its UID.
        let uid: ExactText
    }

    /// The items, one for each component.
    fileprivate var itemKeys: [ItemKey] {
        (items ?? []).map { ItemKey(kind: $0.kind, uid: ExactText($0.uid)) }
    }
}
