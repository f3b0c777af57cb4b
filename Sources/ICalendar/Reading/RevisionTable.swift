/// The highest SEQUENCE of whole events that were left out, by UID: such an event still beats an older copy.
///
/// A calendar of years leaves out far more events than it keeps, so a UID costs 16 bytes here, its hash, however long
/// it is. Two different UIDs with one hash of 128 bits are not to be expected before the end of the world; whoever
/// makes them on purpose could as well have written the UID itself.
struct RevisionTable: Sendable {
    private var highest: [UInt128: Int] = [:]

    /// Notes a SEQUENCE of a UID.
    mutating func note(_ hash: UInt128, _ sequence: Int) {
        highest[hash, default: 0] = max(highest[hash] ?? 0, sequence)
    }

    /// The highest SEQUENCE of a UID, or nil when none above 0 was left out.
    func highest(of uid: String) -> Int? {
        highest.isEmpty ? nil : highest[Self.hash(of: uid)]
    }

    /// The hash of a UID (FNV-1a, 128 bits).
    static func hash(of uid: String) -> UInt128 {
        var hash = start
        for byte in uid.utf8 { hash = adding(byte, to: hash) }
        return hash
    }

    /// The hash of a UID.
    static func hash(of uid: Span<UInt8>) -> UInt128 {
        var hash = start
        for index in uid.indices { hash = adding(uid[index], to: hash) }
        return hash
    }

    private static let start: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    @inline(__always)
    private static func adding(_ byte: UInt8, to hash: UInt128) -> UInt128 {
        (hash ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013B
    }
}
