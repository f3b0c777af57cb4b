import SystemIO

/// A reader for TZif, the file format of the system's time zone database (RFC 9636).
///
/// Version 1 has 32-bit times; later versions repeat the data with 64-bit times and add a rule for all later years.
/// Leap seconds are ignored, because instants do not count them. Reads never go out of bounds, regardless of the
/// data, and damaged data causes an error.
struct TZif {
    let bytes: [UInt8]

    /// Returns the transition table in a file's bytes.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the bytes are damaged or not in TZif format.
    static func table(_ bytes: [UInt8]) throws(CalendarError) -> TransitionTable {
        let file = TZif(bytes: bytes)
        let header = try file.header(at: 0)
        guard header.version >= UInt8(ascii: "2") else {
            return try file.table(header, timeSize: 4, rule: nil)
        }
        let second = try file.header(at: header.end(timeSize: 4))
        return try file.table(second, timeSize: 8, rule: try file.footer(at: second.end(timeSize: 8)))
    }

    /// Returns whether the bytes start with the TZif magic number.
    static func isTZif(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x54, 0x5A, 0x69, 0x66])
    }

    struct Header {
        var version: UInt8
        var start: Int
        var utcFlags: Int
        var standardFlags: Int
        var leapSeconds: Int
        var times: Int
        var types: Int
        var characters: Int

        /// Returns the position after the data; the counts are 32-bit numbers, so the sum cannot overflow.
        func end(timeSize: Int) -> Int {
            start + times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
                + standardFlags + utcFlags
        }
    }

    func header(at start: Int) throws(CalendarError) -> Header {
        guard start <= bytes.count - 44, TZif.isTZif(Array(bytes[start..<start + 4])) else {
            throw TZif.damaged
        }
        return Header(
            version: bytes[start + 4],
            start: start + 44,
            utcFlags: number(at: start + 20, size: 4) & 0xFFFF_FFFF,
            standardFlags: number(at: start + 24, size: 4) & 0xFFFF_FFFF,
            leapSeconds: number(at: start + 28, size: 4) & 0xFFFF_FFFF,
            times: number(at: start + 32, size: 4) & 0xFFFF_FFFF,
            types: number(at: start + 36, size: 4) & 0xFFFF_FFFF,
            characters: number(at: start + 40, size: 4) & 0xFFFF_FFFF
        )
    }

    private func table(
        _ header: Header,
        timeSize: Int,
        rule: PosixZoneRule?
    ) throws(CalendarError) -> TransitionTable {
        guard header.end(timeSize: timeSize) <= bytes.count, header.types >= 1 else { throw TZif.damaged }
        let indexes = header.start + header.times * timeSize
        let types = indexes + header.times
        var offsets: [Int] = []
        for type in 0..<min(header.types, 256) {
            let offset = number(at: types + type * 6, size: 4)
            guard offset.magnitude <= TransitionTable.largestOffset else { throw TZif.damaged }
            offsets.append(offset)
        }
        var transitions: [Transition] = []
        transitions.reserveCapacity(header.times)
        var last: Int?
        for index in 0..<header.times {
            let time = number(at: header.start + index * timeSize, size: timeSize)
            let type = Int(bytes[indexes + index])
            guard type < offsets.count, last.map({ time > $0 }) ?? true else { throw TZif.damaged }
            last = time
            // Some files begin with a transition at the Big Bang.
            let limit = TransitionTable.bound / 16
            transitions.append(Transition(instant: min(max(time, -limit), limit), offset: offsets[type]))
        }
        return TransitionTable(initialOffset: offsets[0], explicit: transitions, rule: rule)
    }

    /// Returns the rule between two line feeds, or nil if it is empty.
    private func footer(at start: Int) throws(CalendarError) -> PosixZoneRule? {
        guard start < bytes.count, bytes[start] == 0x0A,
            let end = bytes[(start + 1)...].firstIndex(of: 0x0A)
        else { throw TZif.damaged }
        let text = Array(bytes[start + 1..<end])
        if text.isEmpty { return nil }
        guard let rule = PosixZoneRule(utf8: text) else { throw TZif.damaged }
        return rule
    }

    /// Returns a signed number in network byte order; the caller must ensure that the number lies within the bytes.
    func number(at position: Int, size: Int) -> Int {
        var value: UInt64 = 0
        for byte in bytes[position..<position + size] {
            value = value << 8 | UInt64(byte)
        }
        return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
    }

    private static var damaged: CalendarError {
        CalendarError(.invalidValue, "damaged time zone data")
    }
}

/// The names of a zone's offsets and their daylight saving flags, from the zone's file (RFC 9636).
///
/// Labels do not affect times; they are used only to write zone definitions.
struct ZoneLabels: Sendable {
    /// The label of one offset, such as `CEST`.
    struct Label: Sendable, Hashable {
        var name = ""
        /// Whether the database classifies this offset as daylight saving time.
        ///
        /// In Ireland, winter time is classified as daylight saving time.
        var isDaylight = false
    }

    /// The instants when the labels take effect, in seconds since 1970, in ascending order.
    private var instants: [Int] = []
    /// The labels, one more than the instants; the first label applies before the first instant.
    private var labels: [Label] = [Label()]
    /// The labels of the rule that applies after the last instant, keyed by offset.
    private var lastLabels: [Int: Label] = [:]

    /// Creates the labels of a zone, which are empty if the database has no file for the zone.
    init(of zone: Zone, in database: TimeZoneDatabase = .system) {
        guard let directory = database.directory, TimeZoneDatabase.isPlausible(zone.identifier),
            let bytes = SmallFile.bytes(at: "\(directory)/\(zone.identifier)"), TZif.isTZif(bytes)
        else { return }
        try? read(TZif(bytes: bytes))
    }

    /// Returns the label of the offset in effect from an instant onward.
    func label(at instant: Int, offset: Int) -> Label {
        let place = TransitionTable.count(in: instants, through: instant)
        let isBehindAll = place == instants.count && instants.last != instant
        return isBehindAll ? lastLabels[offset] ?? labels[place] : labels[place]
    }

    /// Reads a file with 64-bit times; older formats are ignored.
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

    /// Reads the names in a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
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
            // Skips the offset after the name.
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
