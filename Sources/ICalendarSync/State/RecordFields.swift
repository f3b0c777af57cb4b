import CalDAV

/// A record's fields: variable-length numbers and length-prefixed parts.
extension [UInt8] {
    mutating func add(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    mutating func add(part: some Collection<UInt8>) {
        add(part.count)
        self += part
    }

    mutating func add(_ tag: EntityTag) {
        append(tag.isWeak ? 1 : 0)
        add(part: tag.value.utf8)
    }

    mutating func add(_ stamp: LocalStamp) {
        add(stamp.inode)
        for number in [stamp.size, stamp.modified, stamp.changed] { add(number) }
    }

    mutating func add(_ place: BasePlace) {
        let (high, low) = place.digest.halves
        for number in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        for number in [place.segment, place.offset, place.length] { add(number) }
    }
}

/// A sequential reader for a record's fields.
struct RecordFields {
    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func byte() -> UInt8 {
        index += 1
        return bytes[index - 1]
    }

    mutating func size() -> UInt64 {
        // Most numbers are lengths that fit in one byte.
        let first = byte()
        if first < 0x80 { return UInt64(first) }
        var (number, shift) = (UInt64(first & 0x7F), UInt64(7))
        while true {
            let next = byte()
            number |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return number }
            shift += 7
        }
    }

    mutating func number() -> Int { Int(truncatingIfNeeded: size()) }

    mutating func part() -> ArraySlice<UInt8> {
        let size = number()
        defer { index += size }
        return bytes[index..<index + size]
    }

    mutating func text() -> String { String(decoding: part(), as: UTF8.self) }

    mutating func tag() -> EntityTag {
        let isWeak = byte() == 1
        return EntityTag(value: text(), isWeak: isWeak)
    }

    mutating func digest() -> ItemDigest {
        var halves: [UInt64] = [0, 0]
        for half in 0..<2 {
            for _ in 0..<8 { halves[half] = halves[half] << 8 | UInt64(byte()) }
        }
        return ItemDigest(halves[0], halves[1])
    }

    mutating func stamp() -> LocalStamp {
        LocalStamp(inode: size(), size: number(), modified: number(), changed: number())
    }

    mutating func place() -> BasePlace {
        BasePlace(digest: digest(), segment: number(), offset: number(), length: number())
    }
}

/// The keys that identify a calendar's items in a table.
///
/// An item's key is its name in the calendar. Any other resource's key is its entire path, which begins with a slash.
struct HrefKeys: Sendable {
    private let decoded: [UInt8]
    private let sent: [UInt8]

    init(in calendar: Href?) {
        guard let calendar else {
            (decoded, sent) = ([], [])
            return
        }
        decoded = calendar.key + [0x2F]
        sent = calendar.isCollection ? calendar.bytes : calendar.bytes + [0x2F]
    }

    func key(of href: Href) -> ArraySlice<UInt8> { Self.rest(of: href.key, after: decoded) }

    /// Appends the server's path to a record if it differs from the decoded path.
    func add(_ href: Href, to record: inout [UInt8]) {
        if href.bytes != href.key { record += Self.rest(of: href.bytes, after: sent) }
    }

    /// Returns the href for a key, given the rest of its record.
    func href(_ key: ArraySlice<UInt8>, _ bytes: ArraySlice<UInt8>) -> Href {
        let whole = Self.whole(key, after: decoded)
        return Href(bytes.isEmpty ? whole : Self.whole(bytes, after: sent), key: whole)
    }

    private static func rest(of path: [UInt8], after start: [UInt8]) -> ArraySlice<UInt8> {
        guard !start.isEmpty, path.count > start.count, path[start.count] != 0x2F, path.starts(with: start)
        else { return path[...] }
        return path[start.count...]
    }

    private static func whole(_ part: ArraySlice<UInt8>, after start: [UInt8]) -> [UInt8] {
        part.isEmpty || part.first == 0x2F ? Array(part) : start + part
    }
}
