/// BEGIN or END of a component, as a content line says it.
struct Marker {
    /// Whether the line is BEGIN; otherwise it is END.
    let isBegin: Bool
    /// The component's name without blanks around it, as written.
    let name: [UInt8]
    /// The hash of the name, which does not tell capitals from small letters; names are told apart by it.
    let hash: UInt64

    /// The name in capitals; bytes that are not ASCII are replaced.
    var capitals: String {
        String(decoding: name.map { $0 < 0x80 ? Ascii.capital($0) : 0x3F }, as: UTF8.self)
    }

    /// A line's marker, or nil when the line is neither BEGIN nor END.
    ///
    /// Blanks around the colon and around the name are
    /// passed over.
    init?(_ line: Span<UInt8>) {
        guard let after = Marker.keyword(line) else { return nil }
        isBegin = Ascii.capital(line[0]) == 0x42
        let range = Blanks.trim(line, after..<line.count)
        name = range.map { line[$0] }
        hash = NameHash.of(line.extracting(range))
    }

    /// Where the name starts after `BEGIN:` or `END:`, in any case.
    private static func keyword(_ line: Span<UInt8>) -> Int? {
        guard line.count >= 4 else { return nil }
        var index = 0
        let word = Ascii.capital(line[0]) == 0x42 ? begin : end
        while index < word.count {
            guard index < line.count, Ascii.capital(line[index]) == word[index] else { return nil }
            index += 1
        }
        while index < line.count, Ascii.isBlank(line[index]) { index += 1 }
        return index < line.count && line[index] == Ascii.colon ? index + 1 : nil
    }

    private static let begin = Array("BEGIN".utf8)
    private static let end = Array("END".utf8)
}

/// The names that framing knows, as hashes.
enum FramingNames {
    static let calendar = NameHash.of("VCALENDAR")
    static let card = NameHash.of("VCARD")
    static let alarm = NameHash.of("VALARM")
    /// The components that stand directly inside a VCALENDAR and never inside each other.
    static let topLevel: Set<UInt64> = Set(
        ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"].map { NameHash.of($0) }
    )
    /// The observances of a VTIMEZONE.
    static let observances: Set<UInt64> = Set(["STANDARD", "DAYLIGHT"].map { NameHash.of($0) })

    /// Whether BEGIN of one name inside an open component of another can only mean that the open one lacks its END.
    static func cannotHold(_ inner: UInt64, inside outer: UInt64) -> Bool {
        topLevel.contains(outer) && topLevel.contains(inner)
            || outer == alarm && inner == alarm
            || observances.contains(outer) && observances.contains(inner)
    }
}
