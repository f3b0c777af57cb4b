package import ICalendarStore

/// The location of an item's contents within the base files.
package struct BasePlace: Sendable, Hashable {
    package let digest: ItemDigest
    let segment: Int
    let offset: Int
    let length: Int
}

/// The item contents that both sides agreed on, stored by digest in a few large files.
///
/// Files are added but never changed, so a crash leaves behind at most one unreferenced file.
package struct BaseStore: Sendable {
    private let state: StateFiles
    private(set) var sizes: [Int: Int] = [:]
    private var open: [UInt8] = []
    /// The locations of recently added contents, to avoid storing the same contents twice.
    private var recent: [ItemDigest: BasePlace] = [:]
    private var cache: (segment: Int, bytes: [UInt8])?

    /// The number of bytes of new contents to collect before writing them to disk.
    private static let largestOpen = 4 << 20
    private static let mostSegments = 24
    /// The minimum size, in bytes, of a file worth keeping, which even a portion of small items reaches.
    private static let leastSegment = 128 << 10
    /// The maximum value of any number in a location, which is far higher than any base file requires.
    static let largestNumber = 1 << 40
    /// The amount of unused data, in bytes, that is always tolerated.
    private static let leastGarbage = 64 << 10
    private static let mostRecent = 2_048
    private static let start = "bases-"

    package init(_ state: StateFiles) throws(FileFailure) {
        self.state = state
        for entry in try state.files.entries(of: state.folder) {
            let name = String(decoding: entry.name, as: UTF8.self)
            guard name.hasPrefix(Self.start), let number = Int(name.dropFirst(Self.start.count)),
                (0...Self.largestNumber).contains(number)
            else {
                continue
            }
            sizes[number] = entry.stamp.size
        }
    }

    /// The number of the file currently being filled.
    private var number: Int { (sizes.keys.max() ?? 0) + 1 }

    /// Stores contents.
    ///
    /// Added contents are guaranteed to be on disk after ``flush()``.
    ///
    /// Contents that are already at one of `places` are not stored again. The argument `digest` is the contents'
    /// digest, if known.
    package mutating func add(
        _ bytes: [UInt8],
        digest: ItemDigest? = nil,
        besides places: [BasePlace?] = []
    ) throws(FileFailure) -> BasePlace {
        let digest = digest ?? ItemDigest(bytes)
        if let place = recent[digest] { return place }
        for case let place? in places where place.digest == digest { return place }
        if recent.count >= Self.mostRecent { recent = [:] }
        let place = BasePlace(digest: digest, segment: number, offset: open.count, length: bytes.count)
        open += bytes
        recent[digest] = place
        if open.count >= Self.largestOpen { try flush() }
        return place
    }

    /// Writes all added contents to disk.
    package mutating func flush() throws(FileFailure) {
        guard !open.isEmpty else { return }
        let segment = number
        try state.replace("\(Self.start)\(segment)", with: open)
        sizes[segment] = open.count
        open = []
    }

    /// Returns the contents at a location, or nil if they are damaged or missing.
    package mutating func contents(_ place: BasePlace) -> [UInt8]? {
        let all: [UInt8]
        if place.segment == number {
            all = open
        } else if let cache, cache.segment == place.segment {
            all = cache.bytes
        } else {
            all = ((try? state.contents(of: "\(Self.start)\(place.segment)")) ?? nil) ?? []
            cache = (place.segment, all)
        }
        guard place.offset >= 0, place.length >= 0, place.length <= all.count - place.offset else {
            return nil
        }
        let bytes = Array(all[place.offset..<place.offset + place.length])
        return ItemDigest(bytes) == place.digest ? bytes : nil
    }

    /// Returns whether more than half of the stored bytes are unused or many of the files are small.
    func isWasteful(_ needed: Int) -> Bool {
        let all = sizes.values.reduce(0, +)
        return all - needed > max(needed, Self.leastGarbage)
            || sizes.count > Self.mostSegments + all / Self.leastSegment
    }

    /// Rewrites the contents that are in use and returns their new locations.
    mutating func compacted(_ used: Set<BasePlace>) throws(FileFailure) -> [BasePlace: BasePlace] {
        var new: [BasePlace: BasePlace] = [:]
        recent = [:]
        let sorted = used.sorted { ($0.segment, $0.offset) < ($1.segment, $1.offset) }
        for place in sorted {
            guard let bytes = contents(place) else { continue }
            new[place] = try add(bytes)
        }
        try flush()
        return new
    }

    /// Removes unreferenced files.
    mutating func removeUnused(_ used: Set<Int>) {
        for segment in sizes.keys where !used.contains(segment) {
            // Contents that were in a removed file must be stored again when needed.
            recent = recent.filter { $0.value.segment != segment }
            if cache?.segment == segment { cache = nil }
            guard (try? state.remove("\(Self.start)\(segment)")) != nil else { continue }
            // The highest number is kept so that no new file reuses it.
            if segment != sizes.keys.max() { sizes[segment] = nil }
        }
    }
}
