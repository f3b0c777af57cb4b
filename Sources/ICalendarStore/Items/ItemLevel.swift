import ICalendar

/// Some files of a calendar with an index of their own: a value of which only what is hidden can change.
///
/// A file that changed or went is hidden here, and stands in a later level or nowhere.
struct ItemLevel: Sendable {
    /// What never changes.
    private final class Core: Sendable {
        /// The files, by the bytes of their names.
        let files: [StoredFile]
        /// Their events; each file has its place as its number.
        let index: OccurrenceIndex
        /// A hash of each UID with a file that has it, in order.
        let uids: [(hash: Int, file: UInt32)]
        /// The files with components that are no events.
        let others: [UInt32]
        /// The files with which something is wrong.
        let remarked: [UInt32]
        /// How much work it is to index them.
        let weight: Int

        init(_ files: [StoredFile], _ index: OccurrenceIndex) {
            self.files = files
            self.index = index
            var uids: [(hash: Int, file: UInt32)] = []
            uids.reserveCapacity(files.count)
            var others: [UInt32] = []
            var remarked: [UInt32] = []
            for (place, file) in files.enumerated() {
                let number = UInt32(truncatingIfNeeded: place)
                for uid in file.uids { uids.append((ExactText(uid).hashValue, number)) }
                if !file.kinds.isSubset(of: .event) { others.append(number) }
                if !file.diagnostics.isEmpty { remarked.append(number) }
            }
            uids.sort { ($0.hash, $0.file) < ($1.hash, $1.file) }
            self.uids = uids
            self.others = others
            self.remarked = remarked
            weight = files.reduce(0) { $0 + $1.weight }
        }
    }

    private let core: Core
    /// A bit for each file that is hidden; nothing while none is.
    private var hidden: [UInt64] = []
    /// The index of all files, hidden ones too.
    var index: OccurrenceIndex { core.index }
    /// How many files there are.
    var count: Int { core.files.count }
    /// How many of them are not hidden.
    private(set) var shownCount: Int
    /// How much work it is to index all files.
    var weight: Int { core.weight }
    /// The same of those that are not hidden.
    private(set) var shownWeight: Int
    /// Whether more of it is hidden than not.
    var isMostlyHidden: Bool { shownWeight < weight - shownWeight }

    /// A level of files that were read, in any order, no two with one name.
    init(_ files: [ReadFile], in zone: Zone) {
        let sorted = files.sorted { $0.file.place.name.lexicographicallyPrecedes($1.file.place.name) }
        core = Core(sorted.map(\.file), OccurrenceIndex(of: sorted.map(\.indexed), in: zone))
        shownCount = files.count
        shownWeight = core.weight
    }

    /// One level of all that levels show.
    init(merging levels: [ItemLevel], in zone: Zone) {
        var shown: [(level: Int, place: Int, file: StoredFile)] = []
        for (number, level) in levels.enumerated() {
            for place in level.core.files.indices where !level.isHidden(place) {
                shown.append((number, place, level.core.files[place]))
            }
        }
        shown.sort { $0.file.place.name.lexicographicallyPrecedes($1.file.place.name) }
        var numbers = levels.map { [Int?](repeating: nil, count: $0.count) }
        for (number, entry) in shown.enumerated() { numbers[entry.level][entry.place] = number }
        let indexes = zip(levels, numbers).map { (index: $0.core.index, numbers: $1) }
        core = Core(shown.map(\.file), OccurrenceIndex(merging: indexes, in: zone))
        shownCount = shown.count
        shownWeight = core.weight
    }

    /// Whether the file at a place is hidden.
    private func isHidden(_ place: Int) -> Bool {
        !hidden.isEmpty && hidden[place >> 6] & 1 << UInt64(place & 63) != 0
    }

    /// The place of a name, hidden or not.
    private func place(of name: [UInt8]) -> Int? {
        var (low, high) = (0, core.files.count)
        while low < high {
            let middle = (low + high) / 2
            if core.files[middle].place.name.lexicographicallyPrecedes(name) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < core.files.count && core.files[low].place.name == name ? low : nil
    }

    /// The file of a name, if it is here and not hidden.
    func file(named name: [UInt8]) -> StoredFile? {
        place(of: name).flatMap { isHidden($0) ? nil : core.files[$0] }
    }

    /// Hides the file of a name, and says whether it was here and not hidden.
    mutating func hide(_ name: [UInt8]) -> Bool {
        guard let place = place(of: name), !isHidden(place) else { return false }
        if hidden.isEmpty { hidden = Array(repeating: 0, count: (count + 63) / 64) }
        hidden[place >> 6] |= 1 << UInt64(place & 63)
        shownCount -= 1
        shownWeight -= core.files[place].weight
        return true
    }

    /// The files that are not hidden, by the bytes of their names.
    var files: [StoredFile] {
        if hidden.isEmpty { return core.files }
        return core.files.indices.filter { !isHidden($0) }.map { core.files[$0] }
    }

    /// The files with components that are no events.
    var filesWithOthers: [StoredFile] { files(core.others) }
    /// The files with which something is wrong.
    var remarkedFiles: [StoredFile] { files(core.remarked) }

    private func files(_ numbers: [UInt32]) -> [StoredFile] {
        numbers.lazy.map { Int($0) }.filter { !isHidden($0) }.map { core.files[$0] }
    }

    /// The file at a place.
    func file(at place: Int) -> StoredFile { core.files[place] }

    /// The hashes of the UIDs of the files that are not hidden, with these files' places, in the order of the hashes.
    var shownUIDs: some Sequence<(hash: Int, file: UInt32)> {
        core.uids.lazy.filter { !isHidden(Int($0.file)) }
    }

    /// The files that have components of a UID.
    func files(ofUID uid: String) -> [StoredFile] {
        places(ofUID: uid).map { core.files[$0] }
    }

    private func places(ofUID uid: String) -> [Int] {
        let hash = ExactText(uid).hashValue
        var (low, high) = (0, core.uids.count)
        while low < high {
            let middle = (low + high) / 2
            if core.uids[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        // Another UID may have the same hash.
        return core.uids[low...].prefix { $0.hash == hash }.map { Int($0.file) }.filter { place in
            !isHidden(place) && core.files[place].uids.contains { $0.utf8.elementsEqual(uid.utf8) }
        }
    }

    /// The occurrences of a UID with an original start, or the first ones; one a file.
    func occurrences(ofUID uid: String, slot: OccurrenceTime?) -> [(occurrence: Occurrence, file: StoredFile)]
    {
        let places = places(ofUID: uid)
        guard !places.isEmpty else { return [] }
        guard let slot else {
            return places.compactMap { place in
                core.index.firstOccurrence(ofUID: uid, inFile: place).map { ($0, core.files[place]) }
            }
        }
        return core.index.occurrences(ofUID: uid, recurrenceID: slot) { !isHidden($0) }.map {
            ($0.occurrence, core.files[$0.file])
        }
    }

    /// Gives the occurrences of a UID that overlap a window, in order.
    func forEachOccurrence(
        ofUID uid: String,
        in window: OccurrenceWindow,
        _ body: (Occurrence) throws -> Void
    ) rethrows {
        let shown = hidden.isEmpty ? nil : Set(places(ofUID: uid).map { core.files[$0].name })
        for occurrence in core.index.occurrences(ofUID: uid, in: window) {
            guard let shown else {
                try body(occurrence)
                continue
            }
            if let file = occurrence.file, shown.contains(file) { try body(occurrence) }
        }
    }

    /// An index of those components of a UID that are in a file, by its name, and have a title that is wanted; nil where
    /// the file is not here.
    func index(ofUID uid: String, inFile name: String, titled isWanted: (String) -> Bool) -> OccurrenceIndex?
    {
        places(ofUID: uid).first { core.files[$0].name == name }.map {
            core.index.index(ofUID: uid, inFile: $0, titled: isWanted)
        }
    }

    /// What answers for its events, as part of the calendar at a place among all.
    func part(of calendar: Int) -> MergedOccurrences.Part {
        let core = core
        return MergedOccurrences.Part(core.index, hidden: hidden, group: calendar) { number in
            core.files[number].place.name
        }
    }

    /// Bytes that the index takes beyond events and files.
    var byteCount: Int {
        core.index.statistics.byteCount + core.uids.capacity * MemoryLayout<(hash: Int, file: UInt32)>.stride
            + hidden.capacity * MemoryLayout<UInt64>.stride
    }
}
