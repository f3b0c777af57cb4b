/// The rule in a POSIX `TZ` string, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// A TZif file contains such a string in its footer (RFC 9636 section 3.3.1). Two TZif extensions are supported: times
/// from -167 to 167 hours, and permanent daylight saving time. POSIX counts offsets west of Greenwich; this type stores
/// seconds east of Greenwich.
struct PosixZoneRule: Sendable, Hashable {
    var standardOffset: Int
    var daylight: Daylight?

    /// The offset of daylight saving time, and its start and end in each year.
    struct Daylight: Sendable, Hashable {
        /// The offset of daylight saving time, which in Ireland is less than the offset of standard time.
        var offset: Int
        var start: Moment
        /// The end, in daylight saving time.
        var end: Moment
    }

    package struct Moment: Sendable, Hashable {
        package var day: Day
        /// The seconds after midnight; if negative or more than a day, the time falls on a different day.
        package var time: Int
    }

    /// The three ways to specify a day of the year.
    enum Day: Sendable, Hashable {
        /// `Jn` is a day from 1 to 365, never counting February 29.
        case julian(Int)
        /// `n` is a day from 0 to 365, counting February 29.
        case zeroBased(Int)
        /// `Mm.w.d` is a weekday (0 is Sunday) of a month, from the first (1) to the last (5).
        case weekday(month: Int, week: Int, weekday: Int)

        /// Returns the day in a given year, in days since 1970-01-01.
        func dayNumber(inYear year: Int) -> Int {
            switch self {
            case .julian(let number):
                let leapDay = CivilDate.isLeap(year) && number >= 60 ? 1 : 0
                return CivilDate.dayNumber(year: year, month: 1, day: 1) + number - 1 + leapDay
            case .zeroBased(let number):
                return CivilDate.dayNumber(year: year, month: 1, day: 1) + number
            case .weekday(let month, let week, let weekday):
                let first = CivilDate.dayNumber(year: year, month: month, day: 1)
                let toWeekday = (weekday - CivilDate.weekdayIndex(ofDayNumber: first) + 7) % 7
                let days = CivilDate.daysInMonth(month, ofYear: year)
                var day = toWeekday + (week - 1) * 7
                if day >= days { day -= 7 }
                return first + day
            }
        }
    }

    /// Returns the sorted transitions in a range of years; if daylight saving time never ends, they may have no
    /// effect.
    func transitions(inYears years: ClosedRange<Int>) -> [Transition] {
        guard let daylight else { return [] }
        // The lowest bit distinguishes an end from a start, so a start at the same second comes first.
        var events: [Int] = []
        events.reserveCapacity(years.count * 2)
        for year in years {
            let start = daylight.start.day.dayNumber(inYear: year) * 86_400 + daylight.start.time
            let end = daylight.end.day.dayNumber(inYear: year) * 86_400 + daylight.end.time
            events.append((start - standardOffset) * 2)
            events.append((end - daylight.offset) * 2 + 1)
        }
        events.sort()
        // Periods of daylight saving time may overlap; daylight saving time ends once every start has a matching end.
        var depth = 0
        var transitions: [Transition] = []
        transitions.reserveCapacity(events.count)
        for event in events {
            let isEnd = event & 1 == 1
            if isEnd, depth == 0 { continue }
            depth += isEnd ? -1 : 1
            transitions.append(
                Transition(instant: event >> 1, offset: depth > 0 ? daylight.offset : standardOffset)
            )
        }
        return transitions
    }

    /// A scanner for the bytes of a `TZ` string.
    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position >= bytes.count }
        var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// Skips a name such as `CET` or `<+03>`.
        mutating func skipName() -> Bool {
            let isQuoted = take("<")
            let start = position
            while let byte = next {
                let letter = byte | 0x20
                let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                guard isLetter || isQuoted && (isDigit || isSign) else { break }
                position += 1
            }
            let length = position - start
            return length >= 3 && (!isQuoted || take(">"))
        }

        /// Reads a number of at most three digits.
        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            var value = 0
            let start = position
            while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), position - start < 3
            {
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
                position += 1
            }
            return position > start && range.contains(value) ? value : nil
        }

        /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
        mutating func time(hours range: ClosedRange<Int>) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hours = number(range) else { return nil }
            var seconds = hours * 3600
            if take(":") {
                guard let minutes = number(0...59) else { return nil }
                seconds += minutes * 60
                if take(":") {
                    guard let rest = number(0...59) else { return nil }
                    seconds += rest
                }
            }
            return isNegative ? -seconds : seconds
        }

        /// Reads an offset, in seconds west of Greenwich.
        mutating func offset() -> Int? { time(hours: 0...24) }

        /// Reads `date[/time]`; a missing time defaults to 02:00.
        mutating func moment() -> Moment? {
            guard let day = day() else { return nil }
            guard take("/") else { return Moment(day: day, time: 7200) }
            return time(hours: 0...167).map { Moment(day: day, time: $0) }
        }

        /// Reads `Jn`, `n` or `Mm.w.d`.
        mutating func day() -> Day? {
            if take("J") { return number(1...365).map { .julian($0) } }
            guard take("M") else { return number(0...365).map { .zeroBased($0) } }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }
    }
}

extension TransitionTable {
    /// Creates a table of explicit transitions, followed by a rule that applies indefinitely.
    ///
    /// If there are no transitions, the rule applies from the year 1600 onward.
    convenience init(initialOffset: Int, explicit: [Transition], rule: PosixZoneRule?) {
        let last = explicit.last?.instant
        let firstYear = max(1600, last.map { CivilDateTime(secondNumber: $0).date.year } ?? 1600)
        guard let rule, rule.daylight != nil, firstYear < 20_000 else {
            self.init(initialOffset: initialOffset, transitions: explicit)
            return
        }
        // Two years later, at least one of the rule's transitions has passed, so the state at that point recurs.
        let cycleStart = CivilDate.dayNumber(year: firstYear + 2, month: 1, day: 1) * 86_400
        let end = cycleStart + TransitionTable.cycle + TransitionTable.cycleMargin
        let following = rule.transitions(inYears: firstYear - 1...firstYear + 404).filter {
            $0.instant > last ?? -TransitionTable.bound && $0.instant < end
        }
        self.init(
            initialOffset: initialOffset,
            transitions: explicit + following,
            cycleStart: cycleStart
        )
    }
}

extension PosixZoneRule {
    /// Reads a POSIX `TZ` string, or returns nil if it is invalid.
    ///
    /// Daylight saving time without explicit rules follows the U.S. rules. This default is common practice, although
    /// POSIX does not specify it.
    init?(_ text: some StringProtocol) {
        self.init(utf8: Array(text.utf8))
    }

    init?(utf8 bytes: [UInt8]) {
        var scanner = Scanner(bytes: bytes)
        guard scanner.skipName(), let offset = scanner.offset() else { return nil }
        standardOffset = -offset
        daylight = nil
        if scanner.isAtEnd { return }

        guard scanner.skipName() else { return nil }
        var daylightOffset = standardOffset + 3600
        if let next = scanner.next, next != UInt8(ascii: ",") {
            guard let offset = scanner.offset() else { return nil }
            daylightOffset = -offset
        }
        if scanner.isAtEnd {
            daylight = Daylight(
                offset: daylightOffset,
                start: Moment(day: .weekday(month: 3, week: 2, weekday: 0), time: 7200),
                end: Moment(day: .weekday(month: 11, week: 1, weekday: 0), time: 7200)
            )
            return
        }
        guard scanner.take(","), let start = scanner.moment(),
            scanner.take(","), let end = scanner.moment(), scanner.isAtEnd
        else { return nil }
        daylight = Daylight(offset: daylightOffset, start: start, end: end)
    }
}
