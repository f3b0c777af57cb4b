package enum ItemName {
    package static let displayName = Array("displayname".utf8)
    package static let color = Array("color".utf8)
    private static let ending = Array(".ics".utf8)

    package static func isItem(_ name: [UInt8]) -> Bool {
        guard name.count > 4, name.first != UInt8(ascii: ".") else { return false }
        // Setting this bit lowercases letters and leaves the dot unchanged.
        return zip(name.suffix(4), ending).allSatisfy { $0 | 0x20 == $1 }
    }

    /// Returns the file name for a new item.
    ///
    /// The name is the UID if it is a safe file name: only ASCII letters, digits, and `-_.@+`, not hidden, not too
    /// long, and not in mixed case, since some file systems ignore case. Otherwise, the name is a digest of the UID.
    /// `attempt` selects an alternative name for the same UID when earlier names are taken.
    package static func forUID(_ uid: String, attempt: Int = 0) -> [UInt8] {
        let bytes = Array(uid.utf8)
        let suffix = attempt == 0 ? [] : Array("-\(attempt)".utf8)
        if isHarmless(bytes) { return bytes + suffix + ending }
        return Array(FileDigest(of: bytes).text.prefix(32).utf8) + suffix + ending
    }

    private static func isHarmless(_ uid: [UInt8]) -> Bool {
        guard let first = uid.first, uid.count <= 120, first != UInt8(ascii: "."), first != UInt8(ascii: "-")
        else { return false }
        let hasCapitals = uid.contains { (0x41...0x5A).contains($0) }
        let hasSmall = uid.contains { (0x61...0x7A).contains($0) }
        if hasCapitals && hasSmall { return false }
        return uid.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-_.@+".utf8.contains(byte)
            }
        }
    }
}

package enum CalendarFolderName {
    /// The maximum length of a generated name, in bytes.
    ///
    /// The limit leaves room for a numeric suffix.
    private static let longest = 100

    /// Returns a title's runs of letters and digits in lowercase, joined with `-`.
    ///
    /// `attempt` selects an alternative name.
    package static func forTitle(_ title: String, attempt: Int) -> [UInt8] {
        var name = ""
        var isBetween = false
        for character in title.lowercased() {
            guard character.isLetter || character.isNumber else {
                isBetween = !name.isEmpty
                continue
            }
            let part = (isBetween ? "-" : "") + String(character)
            guard name.utf8.count + part.utf8.count <= longest else { break }
            name += part
            isBetween = false
        }
        if name.isEmpty { name = "calendar" }
        return Array((attempt == 0 ? name : "\(name)-\(attempt + 1)").utf8)
    }
}
