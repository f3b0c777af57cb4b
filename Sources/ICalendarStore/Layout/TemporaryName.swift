import ICalendar
import SystemIO

/// The names of the store's hidden files.
///
/// A calendar may belong to several stores, for example if a link leads to it, if one store is inside another, or if
/// each user has a separate lock. Therefore, a hidden file's name identifies its owner by control folder and user. Only
/// the holder of that user's lock can tell whether the file is still needed. Other owners' files must not be touched.
struct TemporaryName: Sendable {
    private static let start = Array(".ics-store-".utf8)
    private static let ending = Array(".tmp".utf8)
    private static let markLength = 8

    private let mark: [UInt8]

    init() { mark = [] }

    init(under control: CalendarPath, _ files: any StoreFiles, of user: UInt32 = SystemFiles.user) {
        let stamp = (try? files.stamp(of: control, followingLinks: false)) ?? nil
        let path = control.real
        let text = Array("\(user)\n\(stamp?.inode ?? 0)\n".utf8) + path.bytes
        mark = Array(FileDigest(of: text).text.utf8.prefix(Self.markLength)) + [UInt8(ascii: "-")]
    }

    func make() -> [UInt8] { Self.start + mark + Self.digits() + Self.ending }

    func isOwn(_ name: [UInt8]) -> Bool {
        !mark.isEmpty && Self.isOne(name) && name.starts(with: Self.start + mark)
    }

    static func make() -> [UInt8] { TemporaryName().make() }

    static func isOne(_ name: some Collection<UInt8>) -> Bool {
        guard name.starts(with: start), name.count > start.count + ending.count else { return false }
        let inner = Array(name.dropFirst(start.count).dropLast(ending.count))
        guard name.suffix(ending.count).elementsEqual(ending), areDigits(inner.suffix(16)) else {
            return false
        }
        let mark = inner.dropLast(16)
        return mark.isEmpty
            || areDigits(mark.dropLast(), count: markLength) && mark.last == UInt8(ascii: "-")
    }

    static func digits() -> [UInt8] {
        // Names must be unique but not secret, so one random number per process is enough.
        let number = last.withLock { last in
            last &+= 0x9e37_79b9_7f4a_7c15
            return last
        }
        return digits(of: mixed(number))
    }

    private static let last: Lock<UInt64> = {
        var generator = SystemRandomNumberGenerator()
        return Lock(generator.next())
    }()

    /// Maps each number to a different, random-looking number (SplitMix64).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    static func digits(of number: UInt64) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<16).map { digits[Int(truncatingIfNeeded: number >> (4 * UInt64($0)) & 15)] }
    }

    static func areDigits(_ bytes: some Collection<UInt8>, count: Int = 16) -> Bool {
        bytes.count == count && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

package enum ControlName {
    package static let lock = Array("lock".utf8)
    private static let journalStart = Array("journal-".utf8)
    private static let refusedStart = Array("journal.refused-".utf8)
    private static let removalStart = Array("removal-".utf8)

    static func journal() -> [UInt8] { journalStart + TemporaryName.digits() }
    static func isJournal(_ name: [UInt8]) -> Bool { isOne(name, journalStart) }
    static func refused() -> [UInt8] { refusedStart + TemporaryName.digits() }
    static func isRefused(_ name: [UInt8]) -> Bool { isOne(name, refusedStart) }
    static func removal() -> [UInt8] { removalStart + TemporaryName.digits() }
    static func isRemoval(_ name: [UInt8]) -> Bool { isOne(name, removalStart) }
    /// Returns a name for another program's version of a file, kept for the user to review.
    static func kept() -> [UInt8] { Array("kept-".utf8) + TemporaryName.digits() + Array(".ics".utf8) }

    static func kept(_ digest: FileDigest) -> [UInt8] {
        let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Array("kept-".utf8) + TemporaryName.digits(of: number) + Array(".ics".utf8)
    }

    private static func isOne(_ name: [UInt8], _ start: [UInt8]) -> Bool {
        name.starts(with: start) && TemporaryName.areDigits(name.dropFirst(start.count))
    }
}
