/// A table that maps UIDs to numbers.
///
/// UIDs are identified by their hashes, and each entry takes 16 contiguous bytes.
package struct UIDTable: Sendable {
    /// A UID and its number.
    struct Entry: Sendable {
        let hash: UIDHash
        var number: Int32
    }

    /// The number that marks an empty slot and that no UID can have.
    private static let none = Int32.min
    private static let empty = Entry(hash: UIDHash(low: 0, high: 0), number: none)
    /// The highest SEQUENCE that can be recorded; an event with a higher SEQUENCE must be kept.
    static let largestSequence = Int(Int32.max)

    /// The slots of an open-addressing table; the count is a power of two, and at most three quarters are occupied.
    private var slots: [Entry]
    private(set) var count = 0

    init(expecting count: Int = 0) {
        var size = count > 0 ? 16 : 0
        while 3 * size < 4 * count { size *= 2 }
        slots = Array(repeating: Self.empty, count: size)
    }

    /// Creates a table of the kept UIDs, each with the highest SEQUENCE among the skipped events with this UID.
    ///
    /// The SEQUENCE is -1 for a UID without skipped events. A nil in `kept` represents a UID that is not known yet,
    /// which requires recording every skipped event.
    init(of kept: some Collection<UIDHash?>, noting leftOut: some Sequence<Entry>) {
        self.init(expecting: kept.count)
        var isAny = false
        for uid in kept {
            if let uid { _ = insert(uid, -1) } else { isAny = true }
        }
        for event in leftOut {
            if isAny { _ = insert(event.hash, -1) }
            raise(event.hash, to: event.number)
        }
    }

    /// Returns the highest SEQUENCE among skipped events with a UID, or nil if none was skipped.
    func highest(of uid: UIDHash) -> Int? {
        guard let sequence = self[uid], sequence >= 0 else { return nil }
        return Int(sequence)
    }

    /// The number of a UID, or nil if it is not in the table.
    subscript(hash: UIDHash) -> Int32? {
        guard count > 0 else { return nil }
        let number = slots[place(of: hash)].number
        return number == Self.none ? nil : number
    }

    /// Inserts a UID if it is not in the table yet, and returns its number.
    mutating func insert(_ hash: UIDHash, _ number: Int32) -> Int32 {
        if 4 * count >= 3 * slots.count { grow() }
        let place = place(of: hash)
        guard slots[place].number == Self.none else { return slots[place].number }
        slots[place] = Entry(hash: hash, number: max(number, -Int32.max))
        count += 1
        return number
    }

    /// Raises the number of a UID to at least `number` if the UID is in the table.
    mutating func raise(_ hash: UIDHash, to number: Int32) {
        guard count > 0 else { return }
        let place = place(of: hash)
        guard slots[place].number != Self.none else { return }
        slots[place].number = max(slots[place].number, number)
    }

    @inline(__always)
    private func place(of hash: UIDHash) -> Int {
        var place = Int(truncatingIfNeeded: hash.low) & (slots.count - 1)
        while slots[place].number != Self.none, slots[place].hash != hash {
            place = (place + 1) & (slots.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Self.empty, count: max(16, 2 * old.count))
        for slot in old where slot.number != Self.none {
            slots[place(of: slot.hash)] = slot
        }
    }
}

/// A 96-bit hash of a UID's bytes.
///
/// Collisions between different UIDs are not expected: with a million kept and ten million skipped events, the odds are
/// one in 7 quadrillion. Nor can collisions be constructed, because each process uses random seeds.
package struct UIDHash: Hashable, Sendable {
    let low: UInt64
    package let high: UInt32

    package init(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    package init(_ bytes: Span<UInt8>) {
        var mixer = Mixer()
        mixer.add(bytes)
        self.init(mixer, count: bytes.count)
    }

    /// Creates the hash of bytes that are certainly a UID's text, or returns nil if they may need decoding.
    package init?(plain bytes: Span<UInt8>) {
        var mixer = Mixer()
        mixer.add(bytes)
        guard mixer.isPlain else { return nil }
        self.init(mixer, count: bytes.count)
    }

    fileprivate init(low: UInt64, high: UInt32) {
        self.low = low
        self.high = high
    }

    private init(_ mixer: Mixer, count: Int) {
        var mixer = mixer
        // Strings that differ only in trailing zeros must have different hashes.
        mixer.add(UInt64(truncatingIfNeeded: count))
        low = mixer.first
        high = UInt32(truncatingIfNeeded: mixer.second)
    }

    /// A mixer that folds eight bytes at a time into two numbers by 128-bit multiplication.
    ///
    /// Each half of a product depends on all bits of both factors.
    private struct Mixer {
        private(set) var first = Mixer.seeds.0
        private(set) var second = Mixer.seeds.1
        /// Whether all bytes so far are printable ASCII without a backslash.
        private(set) var isPlain = true

        private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

        @inline(__always)
        mutating func add(_ word: UInt64) {
            let one = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            let other = (second ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            first = one.high ^ one.low
            second = other.high ^ other.low
        }

        /// Adds eight bytes at a time; the last eight may include bytes that were already added.
        @inline(__always)
        mutating func add(_ bytes: Span<UInt8>) {
            var index = 0
            if bytes.count >= 8 {
                var odd: UInt64 = 0
                while index < bytes.count {
                    let word = ByteWord(bytes, at: min(index, bytes.count - 8))
                    odd |= word.oddBytes
                    add(word.number)
                    index += 8
                }
                isPlain = isPlain && odd == 0
                return
            }
            var word: UInt64 = 0
            while index < bytes.count {
                let byte = bytes[index]
                isPlain = isPlain && byte >= Ascii.space && byte < 0x7F && byte != Ascii.backslash
                word = word << 8 | UInt64(byte)
                index += 1
            }
            add(word)
        }
    }
}
