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

    /// The group of a name by its hash, or nil when it may stand anywhere.
    static func group(of hash: UInt64) -> Group? { groups[hash] }

    private static let groups: [UInt64: Group] = {
        var groups: [UInt64: Group] = [NameHash.of("VALARM"): .alarm]
        for name in ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"] {
            groups[NameHash.of(name)] = .topLevel
        }
        for name in ["STANDARD", "DAYLIGHT"] { groups[NameHash.of(name)] = .observance }
        return groups
    }()
}
