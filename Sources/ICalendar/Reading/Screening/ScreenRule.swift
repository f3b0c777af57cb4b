/// What a screen reads off a rule: when its last instance starts at the latest.
///
/// UNTIL says so itself. COUNT does where every period of the rule has an instance: then so many periods are enough.
/// Any other rule has no known end.
struct ScreenRule {
    /// UNTIL in civil seconds, the whole day for a date.
    private(set) var until: Int?
    private var frequency: UInt8 = 0
    private var interval = 1
    private var count: Int?
    /// Whether nothing but COUNT, INTERVAL and days that every period has says when the instances are.
    private var isRegular = true
    /// Whether BYDAY names days that every period has.
    private var isOnCommonDays = false
    /// A bit for each of ``parts`` that was read.
    private var seen = 0

    /// Reads a rule whose value starts at `from`; nil when it is written in a way that no screen should judge.
    init?(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) {
        var start = from
        while start < end {
            var stop = start
            while stop < end, bytes[stop] != Ascii.semicolon, bytes[stop] >= Ascii.space { stop += 1 }
            guard readPart(bytes, start, stop) else { return nil }
            guard stop < end, bytes[stop] == Ascii.semicolon else {
                // Anything but the end of the line here means that there is more, of a kind that only decoding reads.
                if stop < end, bytes[stop] != Ascii.lineFeed, bytes[stop] != Ascii.carriageReturn {
                    return nil
                }
                break
            }
            start = stop + 1
        }
    }

    /// When the last instance of a rule that starts at `start` (in civil seconds) does so at the latest; nil when that
    /// is not known.
    func lastStart(from start: Int) -> Int? {
        let counted = lastCounted(from: start)
        guard let until else { return counted }
        return min(max(start, until), counted ?? .max)
    }

    private func lastCounted(from start: Int) -> Int? {
        guard isRegular, let count, count <= 100_000, interval <= 10_000 else { return nil }
        let day = CivilDate(dayNumber: floorDivide(start, 86_400)).fields.day
        let length: Int
        switch frequency {
        case 0x44: length = 86_400
        case 0x57: length = 7 * 86_400
        // Not every month has a 29th.
        case 0x4D where isOnCommonDays || day <= 28: length = 31 * 86_400
        case 0x59 where isOnCommonDays || day <= 28: length = 366 * 86_400
        default: return nil
        }
        // The first period may be a part of one.
        return start + (count + 1) * interval * length
    }

    /// Reads `NAME=value`; false when it is not for a screen to judge.
    private mutating func readPart(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var index = start
        var name: UInt64 = 0
        while index < end, bytes[index] != Ascii.equals {
            // Blanks and small letters are read elsewhere.
            guard Ascii.capital(bytes[index]) == bytes[index], !Ascii.isBlank(bytes[index]),
                index - start < 10
            else { return false }
            name = name << 8 | UInt64(bytes[index])
            index += 1
        }
        index += 1
        guard index < end, let part = Self.parts.firstIndex(of: name) else {
            isRegular = false
            return index < end
        }
        guard seen & 1 << part == 0 else { return false }
        seen |= 1 << part
        switch name {
        case 0x4652_4551:  // FREQ
            frequency = bytes[index]
            // MINUTELY is no MONTHLY.
            if end - index == 8 { frequency = 0 }
        case 0x494E_5445_5256_414C:  // INTERVAL
            interval = Digits.run(bytes, at: &index, upTo: 1 << 40) ?? .max
        case 0x43_4F55_4E54:  // COUNT
            count = Digits.run(bytes, at: &index, upTo: 1 << 40) ?? .max
        case 0x55_4E54_494C:  // UNTIL
            var day = WrittenDay()
            guard let time = day.moment(bytes, index, end) else { return false }
            until = time.second + 86_400
        case 0x574B_5354:  // WKST
            break
        case 0x42_5944_4159:  // BYDAY
            isRegular = isRegular && frequency != 0x44 && readDays(bytes, index, end)
        case 0x42_594D_4F4E_5448 where frequency == 0x59:  // BYMONTH
            // With a day that all months have, each year has an instance.
            break
        default:
            isRegular = false
        }
        return true
    }

    /// The names that are looked at, a letter a byte.
    private static let parts: [UInt64] = [
        0x4652_4551, 0x494E_5445_5256_414C, 0x43_4F55_4E54, 0x55_4E54_494C, 0x574B_5354, 0x42_5944_4159,
        0x42_594D_4F4E_5448,
    ]

    /// Whether each weekday stands alone or, for months, with a number that all months have.
    private mutating func readDays(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard frequency != 0 else { return false }
        var index = start
        while index < end {
            if frequency != 0x57 {
                if bytes[index] == Ascii.minus { index += 1 }
                if index < end, bytes[index] &- 0x31 < 4 { index += 1 }
            }
            guard index + 2 <= end, bytes[index] &- 0x41 <= 25, bytes[index + 1] &- 0x41 <= 25 else {
                return false
            }
            index += 2
            if index < end {
                guard bytes[index] == Ascii.comma else { return false }
                index += 1
            }
        }
        isOnCommonDays = true
        return true
    }
}
