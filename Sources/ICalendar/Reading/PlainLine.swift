/// A content line as nearly all are written: a name in capitals, few parameters, and a value without surprises.
///
/// It holds places in the bytes of a slice, and copies nothing.
struct PlainLine {
    /// What the line says, if it is one of the properties that decide when an event happens.
    let name: Name?
    /// Where the value starts.
    private(set) var value = 0
    /// Where the line ends, its line end excluded.
    let end: Int
    /// Where the TZID is.
    private var zone = 0..<0
    /// What VALUE declares.
    private var declared = Declared.nothing
    /// Whether there is none.
    private(set) var hasNoParameters = true

    private enum Declared { case nothing, date, dateTime }

    /// Takes a line apart; nil when that needs a closer look.
    ///
    /// Of lines that decide nothing, only the name is looked at.
    init?(_ bytes: [UInt8], _ line: SliceLine) {
        var end = line.range.upperBound
        let start = line.range.lowerBound
        while end > start, bytes[end - 1] == Ascii.lineFeed || bytes[end - 1] == Ascii.carriageReturn {
            end -= 1
        }
        self.end = end
        var index = start
        var packed: UInt64 = 0
        while index < end {
            let byte = bytes[index]
            if byte == Ascii.colon || byte == Ascii.semicolon { break }
            guard byte &- 0x41 <= 25 || byte == Ascii.minus || byte &- 0x30 <= 9 else { return nil }
            packed = packed << 8 | UInt64(byte)
            index += 1
        }
        guard index < end, index > start else { return nil }
        name = Name(packed: packed, bytes, start..<index)
        guard name != nil else { return }
        while index < end, bytes[index] == Ascii.semicolon {
            hasNoParameters = false
            guard let next = readParameter(bytes, from: index + 1) else { return nil }
            index = next
        }
        guard index < end else { return nil }
        value = index + 1
    }

    /// Reads a parameter, and gives the place behind it; nil when it is anything but a plain TZID or VALUE.
    private mutating func readParameter(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        var packed: UInt64 = 0
        while index < end, bytes[index] != Ascii.equals {
            guard index - start < 5 else { return nil }
            packed = packed << 8 | UInt64(bytes[index])
            index += 1
        }
        index += 1
        let first = index
        while index < end, bytes[index] != Ascii.colon, bytes[index] != Ascii.semicolon {
            let byte = bytes[index]
            guard byte >= Ascii.space, byte < 0x7F, byte != Ascii.quote, byte != Ascii.comma,
                byte != Ascii.caret
            else { return nil }
            index += 1
        }
        guard index < end, index > first else { return nil }
        switch packed {
        case 0x545A_4944:  // TZID
            guard zone.isEmpty else { return nil }
            zone = first..<index
        case 0x56_414C_5545:  // VALUE
            guard declared == .nothing, let kind = Self.kind(bytes, first..<index) else { return nil }
            declared = kind
        default: return nil
        }
        return index
    }

    private static func kind(_ bytes: [UInt8], _ range: Range<Int>) -> Declared? {
        var packed: UInt64 = 0
        for index in range { packed = packed << 8 | UInt64(bytes[index]) }
        switch (packed, range.count) {
        case (0x4441_5445, 4): return .date
        // DATE-TIME, of which the first letter has left the eight bytes.
        case (0x4154_452D_5449_4D45, 9): return bytes[range.lowerBound] == 0x44 ? .dateTime : nil
        default: return nil
        }
    }

    // MARK: - Values

    /// The value as a string, when there are no parameters and it is printable ASCII without a backslash.
    func plainText(_ bytes: [UInt8]) -> String? {
        guard hasNoParameters else { return nil }
        for index in value..<end {
            let byte = bytes[index]
            guard byte >= Ascii.space, byte < 0x7F, byte != Ascii.backslash else { return nil }
        }
        return String(decoding: bytes[value..<end], as: UTF8.self)
    }

    /// The value as one date or time.
    func time(_ bytes: [UInt8], _ zoneNames: inout RecentNames) -> EventTime? {
        time(bytes, value..<end, &zoneNames)
    }

    /// The value as a list of dates or times; false when one of them is not plain.
    func times(_ bytes: [UInt8], _ zoneNames: inout RecentNames, _ use: (EventTime) -> Void) -> Bool {
        var start = value
        while true {
            var next = start
            while next < end, bytes[next] != Ascii.comma { next += 1 }
            guard let time = time(bytes, start..<next, &zoneNames) else { return false }
            use(time)
            if next >= end { return true }
            start = next + 1
        }
    }

    private func time(_ bytes: [UInt8], _ range: Range<Int>, _ zoneNames: inout RecentNames) -> EventTime? {
        guard range.count >= 8,
            let moment = ScreenKeys.moment(bytes.span, range.lowerBound, range.upperBound),
            moment.next == range.upperBound
        else { return nil }
        if moment.isDate {
            guard declared == .date, zone.isEmpty else { return nil }
            return .date(CivilDate(dayNumber: floorDivide(moment.second, 86_400)))
        }
        guard declared != .date else { return nil }
        let time = CivilDateTime(secondNumber: moment.second)
        if range.count == 16 { return zone.isEmpty ? .utc(time) : nil }
        return zone.isEmpty ? .floating(time) : .zoned(time, timeZoneID: zoneNames.name(bytes, zone))
    }
}

extension PlainLine {
    /// The properties that decide when an event happens; the raw value is the name, a letter a byte.
    enum Name: UInt64 {
        case uid = 0x55_4944
        case start = 0x44_5453_5441_5254
        case end = 0x44_5445_4E44
        case duration = 0x4455_5241_5449_4F4E
        case rule = 0x52_5255_4C45
        case dates = 0x52_4441_5445
        case exclusions = 0x4558_4441_5445
        case exclusionRule = 0x4558_5255_4C45
        /// RECURRENCE-ID, of which the last eight letters are here.
        case recurrenceID = 0x5245_4E43_452D_4944
        case sequence = 0x5345_5155_454E_4345
        case stamp = 0x44_5453_5441_4D50
        case status = 0x5354_4154_5553

        /// The property of a name by its last eight letters and where all of them are.
        init?(packed: UInt64, _ bytes: [UInt8], _ range: Range<Int>) {
            guard let name = Name(rawValue: packed) else { return nil }
            guard name == .recurrenceID ? Self.isRecurrenceID(bytes, range) : range.count <= 8 else {
                return nil
            }
            self = name
        }

        private static func isRecurrenceID(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
            var packed: UInt64 = 0
            for index in range.prefix(5) { packed = packed << 8 | UInt64(bytes[index]) }
            return range.count == 13 && packed == 0x52_4543_5552
        }

        /// A bit of its own.
        var bit: UInt16 {
            switch self {
            case .uid: 1
            case .start: 2
            case .end: 4
            case .duration: 8
            case .recurrenceID: 16
            case .sequence: 32
            case .stamp: 64
            case .status: 128
            default: 0
            }
        }

        /// Whether it may stand only once.
        var isSingular: Bool { bit != 0 }
    }
}

/// Names that come again and again, such as TZIDs: each is made into a string once.
struct RecentNames {
    private var names: [(bytes: [UInt8], text: String)] = []
    private static let most = 16

    /// The string of some ASCII bytes.
    mutating func name(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        search: for known in names where known.bytes.count == range.count {
            for index in 0..<range.count where known.bytes[index] != bytes[range.lowerBound + index] {
                continue search
            }
            return known.text
        }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if names.count == Self.most { names.removeFirst() }
        names.append((Array(text.utf8), text))
        return text
    }
}
