/// BEGIN or END of a component, as a content line says it.
struct Marker {
    /// Whether the line is BEGIN; otherwise it is END.
    let isBegin: Bool
    /// The component's name in capitals, without blanks around it; bytes that are not ASCII are replaced.
    let capitals: String
    /// The hash of the name, which does not tell capitals from small letters; names are told apart by it.
    let hash: UInt64
    /// What can stand inside what; nil for a component that may stand anywhere.
    let group: FramingNames.Group?

    /// A line's marker, or nil when the line is neither BEGIN nor END.
    ///
    /// Blanks around the colon and around the name are
    /// passed over.
    init?(_ line: Span<UInt8>) {
        guard let after = Marker.keyword(line) else { return nil }
        isBegin = Ascii.capital(line[0]) == 0x42
        let range = Blanks.trim(line, after..<line.count)
        hash = NameHash.of(line.extracting(range))
        if let known = FramingNames.known(hash) {
            capitals = known.name
            group = known.group
        } else {
            capitals = String(
                decoding: range.map { line[$0] < 0x80 ? Ascii.capital(line[$0]) : 0x3F },
                as: UTF8.self
            )
            group = nil
        }
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

/// What framing knows of the names of components.
enum FramingNames {
    static let calendar = NameHash.of("VCALENDAR")
    static let card = NameHash.of("VCARD")

    /// Components of which none can stand inside another of its group, so that a BEGIN there can only mean that the
    /// open one lacks its END.
    enum Group {
        /// What stands directly inside a VCALENDAR.
        case topLevel
        /// Alarms.
        case alarm
        /// The observances of a VTIMEZONE.
        case observance
    }

    /// A component that has a name of its own in the RFCs.
    struct Known {
        let hash: UInt64
        let name: String
        let group: Group?
    }

    /// A known component by the hash of its name; the frequent ones are found first.
    static func known(_ hash: UInt64) -> Known? {
        for known in all where known.hash == hash { return known }
        return nil
    }

    private static let all = [
        entry("VEVENT", .topLevel), entry("VALARM", .alarm), entry("VTODO", .topLevel),
        entry("VJOURNAL", .topLevel), entry("STANDARD", .observance), entry("DAYLIGHT", .observance),
        entry("VTIMEZONE", .topLevel), entry("VFREEBUSY", .topLevel), entry("VCALENDAR", nil),
    ]

    private static func entry(_ name: String, _ group: Group?) -> Known {
        Known(hash: NameHash.of(name), name: name, group: group)
    }
}
