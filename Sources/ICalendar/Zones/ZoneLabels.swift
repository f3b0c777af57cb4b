/// What a zone's offsets are called, and which of them are daylight saving time, as its file says (RFC 9636).
///
/// No time depends on it: it is for those who write definitions of zones.
struct ZoneLabels: Sendable {
    /// One offset's name, such as `CEST`.
    struct Label: Sendable, Hashable {
        /// The abbreviation; empty when there is none.
        var name = ""
        /// Whether the database calls it daylight saving time.
        ///
        /// In Ireland that is winter.
        var isDaylight = false
    }

    /// When each label's time begins, in seconds since 1970, increasing.
    private var instants: [Int] = []
    /// One more than the instants: the first holds before all of them.
    private var labels: [Label] = [Label()]
    /// The labels of the rule that holds for ever after them, by offset.
    private var lastLabels: [Int: Label] = [:]

    /// The labels of a zone of the database; nothing is known of a zone that has no file of its name.
    init(of zone: Zone, in database: TimeZoneDatabase = .system) {
        guard let directory = database.directory, TimeZoneDatabase.isPlausible(zone.identifier),
            let bytes = SmallFile.bytes(at: "\(directory)/\(zone.identifier)"), TZif.isTZif(bytes)
        else { return }
        try? read(TZif(bytes: bytes))
    }

    /// The label of the offset that is in use from an instant on.
    func label(at instant: Int, offset: Int) -> Label {
        let place = TransitionTable.count(in: instants, through: instant)
        let isBehindAll = place == instants.count && instants.last != instant
        return isBehindAll ? lastLabels[offset] ?? labels[place] : labels[place]
    }

    /// Reads what a file with 64-bit times says; others are too old to matter.
    private mutating func read(_ file: TZif) throws(CalendarError) {
        let first = try file.header(at: 0)
        guard first.version >= UInt8(ascii: "2") else { return }
        let header = try file.header(at: first.end(timeSize: 4))
        let end = header.end(timeSize: 8)
        guard end <= file.bytes.count, header.types >= 1 else { return }
        let indexes = header.start + header.times * 8
        let types = indexes + header.times
        let names = types + header.types * 6
        let known = (0..<min(header.types, 256)).map { type in
            let start = Int(file.bytes[types + type * 6 + 5])
            let text = file.bytes[min(names + start, names + header.characters)..<names + header.characters]
            return Label(
                name: String(decoding: text.prefix { $0 != 0 }, as: UTF8.self),
                isDaylight: file.bytes[types + type * 6 + 4] != 0
            )
        }
        labels = [known[0]]
        for index in 0..<header.times {
            let type = Int(file.bytes[indexes + index])
            guard type < known.count else { return }
            instants.append(file.number(at: header.start + index * 8, size: 8))
            labels.append(known[type])
        }
        readRule(Array(file.bytes[end...].dropFirst().prefix { $0 != 0x0A }))
    }

    /// Reads the names of a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    private mutating func readRule(_ text: [UInt8]) {
        guard let rule = PosixZoneRule(utf8: text) else { return }
        var names: [String] = []
        var place = 0
        while place < text.count, text[place] != Ascii.comma, names.count < 2 {
            let isQuoted = text[place] == UInt8(ascii: "<")
            let start = isQuoted ? place + 1 : place
            let isName = { (byte: UInt8) in
                isQuoted ? byte != UInt8(ascii: ">") : Ascii.capital(byte) &- 0x41 <= 25
            }
            let name = text[start...].prefix(while: isName)
            names.append(String(decoding: name, as: UTF8.self))
            place = max(name.endIndex, place + 1)
            // The offset behind the name.
            while place < text.count, text[place] != Ascii.comma, Ascii.capital(text[place]) &- 0x41 > 25,
                text[place] != UInt8(ascii: "<")
            {
                place += 1
            }
        }
        if let name = names.first { lastLabels[rule.standardOffset] = Label(name: name) }
        if let daylight = rule.daylight, names.count > 1 {
            lastLabels[daylight.offset] = Label(name: names[1], isDaylight: true)
        }
    }
}
