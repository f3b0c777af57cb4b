/// The names of the hidden files that the store makes.
enum TemporaryName {
    private static let start = Array(".ics-store-".utf8)
    private static let ending = Array(".tmp".utf8)

    /// A name that nobody has used.
    static func make() -> [UInt8] { start + digits() + ending }

    /// Whether a name is one of them.
    static func isOne(_ name: some Collection<UInt8>) -> Bool {
        guard name.count == start.count + 16 + ending.count, name.starts(with: start) else { return false }
        return name.suffix(4).elementsEqual(ending) && areDigits(name.dropFirst(start.count).prefix(16))
    }

    /// Sixteen hexadecimal digits that nobody has used.
    static func digits() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return digits(of: generator.next())
    }

    /// The sixteen hexadecimal digits of a number.
    static func digits(of number: UInt64) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<16).map { digits[Int(truncatingIfNeeded: number >> (4 * UInt64($0)) & 15)] }
    }

    /// Whether these are sixteen hexadecimal digits.
    static func areDigits(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 16 && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// The names of what the store keeps beside its lock.
enum ControlName {
    private static let journalStart = Array("journal-".utf8)
    private static let refusedStart = Array("journal.refused-".utf8)
    private static let removalStart = Array("removal-".utf8)

    /// A name for a journal.
    static func journal() -> [UInt8] { journalStart + TemporaryName.digits() }
    /// Whether a name is that of a journal.
    static func isJournal(_ name: [UInt8]) -> Bool { isOne(name, journalStart) }
    /// A name for what stood where the store expected its own.
    static func refused() -> [UInt8] { refusedStart + TemporaryName.digits() }
    /// Whether a name is one of those.
    static func isRefused(_ name: [UInt8]) -> Bool { isOne(name, refusedStart) }
    /// A name for a note of a folder that is being made or removed.
    static func removal() -> [UInt8] { removalStart + TemporaryName.digits() }
    /// Whether a name is that of such a note.
    static func isRemoval(_ name: [UInt8]) -> Bool { isOne(name, removalStart) }
    /// A name for another program's version of a file, which a person has to look at.
    static func kept() -> [UInt8] { Array("kept-".utf8) + TemporaryName.digits() + Array(".ics".utf8) }

    /// The name under which a content is kept.
    static func kept(_ digest: FileDigest) -> [UInt8] {
        let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Array("kept-".utf8) + TemporaryName.digits(of: number) + Array(".ics".utf8)
    }

    private static func isOne(_ name: [UInt8], _ start: [UInt8]) -> Bool {
        name.starts(with: start) && TemporaryName.areDigits(name.dropFirst(start.count))
    }
}
