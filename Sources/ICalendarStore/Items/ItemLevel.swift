import ICalendar

/// A group of a calendar's files with a separate index.
///
/// The value is immutable apart from the set of hidden files.
///
/// Changed and removed files are hidden in the level. A changed file reappears in a later level.
struct ItemLevel: Sendable {
    private final class Core: Sendable {
        let files: [StoredFile]
        let index: OccurrenceIndex
        let uids: [(hash: Int, file: UInt32)]
        let others: [UInt32]
        let remarked: [UInt32]
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
    private var hidden: [UInt64] = []
    var index: OccurrenceIndex { core.index }
    var count: Int { core.files.count }
    private(set) var shownCount: Int
    var weight: Int { core.weight }
    private(set) var shownWeight: Int
    var isMostlyHidden: Bool { shownWeight < weight - shownWeight }

    /// Creates a level from files in any order.
    ///
    /// The names must be unique.
    init(_ files: [ReadFile], in zone: Zone) {
        let sorted = files.sorted { $0.file.place.name.lexicographicallyPrecedes($1.file.place.name) }
        core = Core(sorted.map(\.file), OccurrenceIndex(of: sorted.map(\.indexed), in: zone))
        shownCount = files.count
        shownWeight = core.weight
    }

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

    private func isHidden(_ place: Int) -> Bool {
        !hidden.isEmpty && hidden[place >> 6] & 1 << UInt64(place & 63) != 0
    }

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

    func file(named name: [UInt8]) -> StoredFile? {
        place(of: name).flatMap { isHidden($0) ? nil : core.files[$0] }
    }

    mutating func hide(_ name: [UInt8]) -> Bool {
        guard let place = place(of: name), !isHidden(place) else { return false }
        if hidden.isEmpty { hidden = Array(repeating: 0, count: (count + 63) / 64) }
        hidden[place >> 6] |= 1 << UInt64(place & 63)
        shownCount -= 1
        shownWeight -= core.files[place].weight
        return true
    }

    var files: [StoredFile] {
        if hidden.isEmpty { return core.files }
        return core.files.indices.filter { !isHidden($0) }.map { core.files[$0] }
    }

    var filesWithOthers: [StoredFile] { files(core.others) }
    var remarkedFiles: [StoredFile] { files(core.remarked) }

    private func files(_ numbers: [UInt32]) -> [StoredFile] {
        numbers.lazy.map { Int($0) }.filter { !isHidden($0) }.map { core.files[$0] }
    }

    func file(at place: Int) -> StoredFile { core.files[place] }

    /// The visible files' UID hashes and indices, sorted by hash.
    var shownUIDs: some Sequence<(hash: Int, file: UInt32)> {
        core.uids.lazy.filter { !isHidden(Int($0.file)) }
    }

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
        // A different UID may have the same hash.
        return core.uids[low...].prefix { $0.hash == hash }.map { Int($0.file) }.filter { place in
            !isHidden(place) && core.files[place].uids.contains { $0.utf8.elementsEqual(uid.utf8) }
        }
    }

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

    /// Returns an index of the components in a file that have a given UID and matching titles, or `nil` if this level
    /// does not contain the file.
    func index(ofUID uid: String, inFile name: String, titled isWanted: (String) -> Bool) -> OccurrenceIndex?
    {
        places(ofUID: uid).first { core.files[$0].name == name }.map {
            core.index.index(ofUID: uid, inFile: $0, titled: isWanted)
        }
    }

    func part(of calendar: Int) -> MergedOccurrences.Part {
        let core = core
        return MergedOccurrences.Part(core.index, hidden: hidden, group: calendar) { number in
            core.files[number].place.name
        }
    }
}
