import ICalendar
import SystemIO

/// Formats times with plain arithmetic.
///
/// Days and offsets are cached, since rows arrive in chronological order.
struct ClockText {
    private let numbers: ZoneNumbers
    private var zones: [Zone] = []
    /// A cache of zone numbers that keeps threads from waiting for each other.
    private var known: [Zone: Int32] = [:]
    private var stretches: [OffsetText] = []
    /// A cache of formatted days, indexed by day number modulo the cache size.
    private var days = [DayText](repeating: DayText(day: .min), count: 64)

    private let minutes = ClockText.allMinutes
    private static let allMinutes = (0..<1440).map { ClockText.timeOfDay($0 * 60) }

    /// The last second that RFC 3339 can represent.
    static let lastSecond = 253_402_300_799
    /// The maximum number of bytes for a row's times, including the separators between them.
    static let longestTimes = 160

    init(_ numbers: ZoneNumbers) {
        self.numbers = numbers
    }

    mutating func form(of time: OccurrenceTime) -> TimeForm {
        switch time {
        case .date: return .date
        case .floating: return .floating
        case .instant(_, let zone):
            if let number = known[zone] { return .zoned(number) }
            let number = numbers.number(of: zone)
            known[zone] = number
            return .zoned(number)
        }
    }

    /// Writes a time in the format of ``OccurrenceTime/description``.
    ///
    /// The writer must have room for 32 bytes.
    @inline(__always)
    mutating func put(_ key: Int, _ form: TimeForm, to writer: inout OutputBlock.Writer) {
        switch form {
        case .date:
            putDay(ClockText.day(of: min(key, ClockText.lastSecond)), to: &writer)
        case .floating:
            putTime(key, to: &writer)
        case .zoned(let number):
            let stretch = stretch(ofZone: Int(number), at: key)
            putTime(key &+ stretch.shownOffset, to: &writer)
            writer.put(stretch.text, length: stretch.length)
        }
    }

    /// Returns a key's local time in the zone with the given number.
    ///
    /// Dates and floating times do not depend on the zone.
    mutating func civil(_ key: Int, _ form: TimeForm, inZone number: Int = 0) -> Int {
        switch form {
        case .date: ClockText.day(of: key) * 86_400
        case .floating: key
        case .zoned: key &+ stretch(ofZone: number, at: key).offset
        }
    }

    /// If a key's local time occurs twice, writes the display zone's offset.
    mutating func putOffset(ofRepeated key: Int, _ form: TimeForm, to writer: inout OutputBlock.Writer) {
        guard case .zoned = form else { return }
        let stretch = stretch(ofZone: 0, at: key)
        guard key < stretch.firstUnrepeated || key >= stretch.firstRepeated else { return }
        writer.put(stretch.text, length: stretch.length)
    }

    /// Writes the month at an instant in the display zone, as `2026-03-`.
    @inline(__always)
    mutating func putMonth(_ instant: Int, to writer: inout OutputBlock.Writer) {
        let second = min(instant &+ stretch(ofZone: 0, at: instant).offset, ClockText.lastSecond)
        writer.put(text(ofDay: ClockText.day(of: second)).yearAndMonth, length: 8)
    }

    @inline(__always)
    mutating func putDay(_ day: Int, to writer: inout OutputBlock.Writer) {
        let text = text(ofDay: day)
        writer.put(text.yearAndMonth, length: 8)
        writer.put(text.rest, length: text.restLength)
    }

    @inline(__always)
    private mutating func text(ofDay day: Int) -> DayText {
        let text = days[day & 63]
        return text.day == day ? text : makeText(ofDay: day)
    }

    @inline(never)
    private mutating func makeText(ofDay day: Int) -> DayText {
        let text = DayText(day: day)
        days[day & 63] = text
        return text
    }

    /// Returns the three-letter English weekday of a day, and a space.
    static func weekday(_ day: Int) -> UInt64 {
        switch CivilDate(dayNumber: day).weekday {
        case .sunday: word("Sun ")
        case .monday: word("Mon ")
        case .tuesday: word("Tue ")
        case .wednesday: word("Wed ")
        case .thursday: word("Thu ")
        case .friday: word("Fri ")
        case .saturday: word("Sat ")
        }
    }

    /// Returns a time such as `09:05:30` as eight bytes; the first character is in the lowest byte.
    @inline(__always)
    static func timeOfDay(_ second: Int) -> UInt64 {
        let second = UInt64(truncatingIfNeeded: second)
        let minute = second / 60
        let hour = minute / 60
        // Each number occupies three bytes. Multiplying by 103 / 1024 divides numbers below 100 by ten.
        let numbers = hour | (minute &- hour &* 60) << 24 | (second &- minute &* 60) << 48
        let tens = (numbers &* 103) >> 10 & 0x000F_0000_0F00_000F
        return tens | (numbers &- tens &* 10) << 8 | 0x3030_3A30_303A_3030
    }

    @inline(__always)
    static func day(of second: Int) -> Int {
        second >= 0 ? second / 86_400 : (second &- 86_399) / 86_400
    }

    /// Packs up to eight ASCII characters into a word; the first one is in the lowest byte.
    static func word(_ text: String) -> UInt64 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @inline(__always)
    private mutating func putTime(_ second: Int, to writer: inout OutputBlock.Writer) {
        let second = min(second, ClockText.lastSecond)
        let day = ClockText.day(of: second)
        let text = text(ofDay: day)
        writer.put(text.yearAndMonth, length: 8)
        writer.put(text.rest, length: text.restLength &+ 1)
        let secondOfDay = second &- day &* 86_400
        let minute = secondOfDay / 60
        let isWhole = minute &* 60 == secondOfDay
        writer.put(isWhole ? minutes[minute] : ClockText.timeOfDay(secondOfDay), length: 8)
    }

    @inline(__always)
    private mutating func stretch(ofZone number: Int, at instant: Int) -> OffsetText {
        if number < stretches.count {
            let stretch = stretches[number]
            if instant >= stretch.low, instant < stretch.high { return stretch }
        }
        return lookUp(number, at: instant)
    }

    @inline(never)
    private mutating func lookUp(_ number: Int, at instant: Int) -> OffsetText {
        if number >= stretches.count {
            zones = numbers.list
            while stretches.count < zones.count { stretches.append(OffsetText()) }
        }
        let stretch = OffsetText(zones[number], around: instant)
        stretches[number] = stretch
        return stretch
    }
}

private struct DayText: BitwiseCopyable {
    var day: Int
    /// `2026-03-`.
    var yearAndMonth: UInt64 = 0
    /// `29T`, or the remaining characters of the day if the year has more than four digits.
    var rest: UInt64 = 0
    /// The length of ``rest`` without the T.
    ///
    /// The T is needed only before a time.
    var restLength = 0

    init(day: Int) {
        self.day = day
        guard day > .min else { return }
        let text = Array("\(CivilDate(dayNumber: day))T".utf8)
        yearAndMonth = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        rest = text.dropFirst(8).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        restLength = min(8, max(1, text.count - 8)) - 1
    }
}

private struct OffsetText: BitwiseCopyable {
    /// The bounds of the period with this offset, in seconds since 1970.
    ///
    /// The upper bound is exclusive.
    var low = 0
    var high = 0
    /// The bounds of the range where each local time occurs only once.
    ///
    /// The upper bound is exclusive.
    var firstUnrepeated = 0
    var firstRepeated = 0
    var offset = 0
    /// The offset to write.
    ///
    /// The offset is 0 for times that must be written in UTC, since RFC 3339 offsets cannot have seconds.
    var shownOffset = 0
    /// `+02:00` or `Z`.
    var text: UInt64 = 0
    var length = 0

    init() {}

    init(_ zone: Zone, around instant: Int) {
        let stretch = zone.stretch(around: Instant(secondsSince1970: instant))
        (low, high) = (stretch.instants.lowerBound, stretch.instants.upperBound)
        let unrepeated = zone.unrepeated(around: Instant(secondsSince1970: instant))
        (firstUnrepeated, firstRepeated) = (unrepeated.lowerBound, unrepeated.upperBound)
        offset = stretch.offset
        let isUTC = zone == .utc || offset % 60 != 0
        shownOffset = isUTC ? 0 : offset
        // All times with this offset have the same suffix.
        let time = OccurrenceTime.instant(Instant(secondsSince1970: instant), zone).description
        let suffix = String(time.suffix(isUTC ? 1 : 6))
        text = ClockText.word(suffix)
        length = suffix.utf8.count
    }
}

/// Time formats for other programs. Zoned times are written in UTC.
extension ClockText {
    /// Writes a time as `20260329`, `20260329T093000`, or `20260329T073000Z`.
    @inline(__always)
    func putBasic(_ key: Int, _ form: TimeForm, to writer: inout OutputBlock.Writer) {
        let key = min(key, ClockText.lastSecond)
        let day = ClockText.day(of: key)
        let (year, month, dayOfMonth) = CivilDate(dayNumber: day).fields
        ClockText.putPair(year / 100, to: &writer)
        ClockText.putPair(year % 100, to: &writer)
        ClockText.putPair(month, to: &writer)
        ClockText.putPair(dayOfMonth, to: &writer)
        guard form != .date else { return }
        let second = key &- day &* 86_400
        writer.put(UInt64(UInt8(ascii: "T")), length: 1)
        ClockText.putPair(second / 3600, to: &writer)
        ClockText.putPair(second / 60 % 60, to: &writer)
        ClockText.putPair(second % 60, to: &writer)
        if case .zoned = form { writer.put(UInt64(UInt8(ascii: "Z")), length: 1) }
    }

    @inline(__always)
    private static func putPair(_ number: Int, to writer: inout OutputBlock.Writer) {
        let number = UInt64(truncatingIfNeeded: min(max(number, 0), 99))
        writer.put(0x3030 | (number / 10) | (number % 10) << 8, length: 2)
    }

    /// Writes a time as `2026-03-29`, `2026-03-29T09:30:00`, or `2026-03-29T07:30:00Z`.
    @inline(__always)
    mutating func putInUTC(_ key: Int, _ form: TimeForm, to writer: inout OutputBlock.Writer) {
        guard case .zoned = form else { return put(key, form, to: &writer) }
        put(key, .floating, to: &writer)
        writer.put(UInt64(UInt8(ascii: "Z")), length: 1)
    }
}

/// The zone numbers shared by all threads.
final class ZoneNumbers: Sendable {
    private let zones: Lock<(list: [Zone], numbers: [Zone: Int32])>

    init(display: Zone) {
        zones = Lock(([display], [display: 0]))
    }

    func number(of zone: Zone) -> Int32 {
        zones.withLock { zones in
            if let number = zones.numbers[zone] { return number }
            let number = Int32(truncatingIfNeeded: zones.list.count)
            zones.list.append(zone)
            zones.numbers[zone] = number
            return number
        }
    }

    var list: [Zone] { zones.withLock { $0.list } }
}
