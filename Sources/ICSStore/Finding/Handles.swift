import ICalendar
import ICalendarStore

/// Short names for the items in the latest listings.
///
/// For example, `a3` is the third item in listing `a`.
///
/// Each listing gets new letters, unless it lists the same items as the previous one. Names therefore keep their
/// meaning, and names from a forgotten listing are unknown.
struct Handles {
    private struct Listing {
        let letters: String
        let store: String
        let identifiers: [String]
    }

    /// The maximum number of items per listing that get names.
    static let most = 500
    private static let fileName = "handles"
    private static let lockName = "handles.lock"
    private static let heading = "swift-icalendar handles 1"
    /// The maximum total size of all listings, in bytes.
    ///
    /// Larger files in the state folder are not read.
    private static let mostBytes = 60 << 10

    private var listings: [Listing]
    private let state: StateFolder

    private init(_ state: StateFolder) {
        self.state = state
        listings = Self.read(state.contents(of: Self.fileName)?.bytes ?? [])
    }

    /// Stores short names for items and returns the names in item order.
    ///
    /// Returns an empty array if the names cannot be stored.
    static func made(for identifiers: [String], of store: CalendarPath) -> [String] {
        let named = Array(identifiers.prefix(most))
        guard !named.isEmpty, let state = StateFolder.users,
            // The folder is created along with its first file.
            let lock = StateLock(in: state, lockName)
        else { return [] }
        defer { withExtendedLifetime(lock) {} }
        var handles = Handles(state)
        let key = Self.key(store)
        let last = handles.listings.last
        var letters = last?.letters ?? ""
        if last?.store != key || last?.identifiers != named {
            letters = next(after: last?.letters)
            handles.listings.removeAll { $0.letters == letters }
            handles.listings.append(Listing(letters: letters, store: key, identifiers: named))
            guard (try? state.write(handles.bytes, to: fileName)) != nil else { return [] }
        }
        return named.indices.map { "\(letters)\($0 + 1)" }
    }

    /// Returns whether a string looks like a short name: one or two letters and a number.
    static func isHandle(_ text: String) -> Bool { parts(text) != nil }

    /// Returns the identifier for a short name in a store, or nil if the name is unknown there.
    static func identifier(_ text: String, in store: CalendarPath) -> String? {
        guard let (letters, number) = parts(text), let state = StateFolder.users,
            let listing = Handles(state).listings.last(where: { $0.letters == letters }),
            listing.store == key(store), listing.identifiers.indices.contains(number - 1)
        else { return nil }
        return listing.identifiers[number - 1]
    }

    private static func parts(_ text: String) -> (letters: String, number: Int)? {
        let letters = text.prefix { ("a"..."z").contains($0) }
        let digits = text.dropFirst(letters.count)
        guard (1...2).contains(letters.count), (1...3).contains(digits.count), digits.first != "0",
            digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits)
        else { return nil }
        return (String(letters), number)
    }

    /// Returns the letters for the next listing: `a` to `z`, then `aa` to `zz`, then `a` again.
    private static func next(after letters: String?) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
        let places = (letters ?? "").compactMap { alphabet.firstIndex(of: $0) }
        let number =
            switch places.count {
            case 1: places[0] + 1
            case 2: 26 + places[0] * 26 + places[1] + 1
            default: 0
            }
        guard number < 26 + 26 * 26 else { return "a" }
        if number < 26 { return String(alphabet[number]) }
        return String([alphabet[(number - 26) / 26], alphabet[(number - 26) % 26]])
    }

    /// Returns the real path of a store as one line.
    private static func key(_ store: CalendarPath) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in store.real.bytes {
            if (0x21..<0x7F).contains(byte), byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The newest listings that fit within the size limit.
    ///
    /// Each listing is a line `LETTERS STORE` followed by one indented line per item.
    private var bytes: [UInt8] {
        var blocks: [[UInt8]] = []
        var size = 0
        for listing in listings.reversed() {
            let lines = ["\(listing.letters) \(listing.store)"] + listing.identifiers.map { " " + $0 }
            let block = Array(lines.map { $0 + "\n" }.joined().utf8)
            size += block.count
            if size > Self.mostBytes { break }
            blocks.append(block)
        }
        return Array((Self.heading + "\n").utf8) + blocks.reversed().joined()
    }

    private static func read(_ bytes: [UInt8]) -> [Listing] {
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
        guard lines.popFirst().map(String.init) == heading else { return [] }
        var listings: [Listing] = []
        while let line = lines.popFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, !line.hasPrefix(" ") else { return listings }
            var identifiers: [String] = []
            while let item = lines.first, item.hasPrefix(" ") {
                identifiers.append(String(item.dropFirst()))
                lines.removeFirst()
            }
            listings.append(
                Listing(letters: String(words[0]), store: String(words[1]), identifiers: identifiers)
            )
        }
        return listings
    }
}

extension StateLock {
    /// Waits for a lock in a state folder, creating the folder if necessary.
    convenience init?(in state: StateFolder, _ name: String) {
        let path = state.path.appending(Array(name.utf8))
        if state.stamp(of: name) == nil { try? state.write([], to: name) }
        self.init(path)
    }
}
