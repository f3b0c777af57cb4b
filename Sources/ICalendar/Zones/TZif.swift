/// Reads TZif, the files of the system's time zone database (RFC 9636).
///
/// Version 1 has 32-bit times; later versions repeat the data with 64-bit times and add a rule for all later years.
/// Leap seconds are passed over: instants here do not count them. Whatever the bytes say, nothing is read outside
/// them, and damaged data is an error.
struct TZif {
    let bytes: [UInt8]

    /// The table of a file's bytes.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when they are not TZif, or damaged.
    static func table(_ bytes: [UInt8]) throws(CalendarError) -> TransitionTable {
        let file = TZif(bytes: bytes)
        let header = try file.header(at: 0)
        guard header.version >= UInt8(ascii: "2") else {
            return try file.table(header, timeSize: 4, rule: nil)
        }
        let second = try file.header(at: header.end(timeSize: 4))
        return try file.table(second, timeSize: 8, rule: try file.footer(at: second.end(timeSize: 8)))
    }

    /// Whether bytes begin as TZif does.
    static func isTZif(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x54, 0x5A, 0x69, 0x66])
    }

    /// One header: where its data begins and what it consists of.
    struct Header {
        var version: UInt8
        var start: Int
        var utcFlags: Int
        var standardFlags: Int
        var leapSeconds: Int
        var times: Int
        var types: Int
        var characters: Int

        /// The position after the data; the counts have 32 bits, so nothing overflows.
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

    /// The rule between two line feeds, or nil when there is none.
    private func footer(at start: Int) throws(CalendarError) -> PosixZoneRule? {
        guard start < bytes.count, bytes[start] == 0x0A,
            let end = bytes[(start + 1)...].firstIndex(of: 0x0A)
        else { throw TZif.damaged }
        let text = Array(bytes[start + 1..<end])
        if text.isEmpty { return nil }
        guard let rule = PosixZoneRule(utf8: text) else { throw TZif.damaged }
        return rule
    }

    /// A signed number in network byte order; the caller has checked that it lies within the bytes.
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
