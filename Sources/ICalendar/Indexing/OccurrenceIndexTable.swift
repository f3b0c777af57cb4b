/// The instances of many series in one zone at their places in a week, a month or a cycle, sorted by these places.
///
/// A question is carried to the turns that it touches and halves its way to the first place in each, so that series
/// which do not happen then are not looked at.
struct OccurrenceIndexTable: Sendable {
    /// What the series of a table have in common.
    struct Key: Hashable {
        /// What comes again and again.
        var turn: OccurrenceIndexPattern.Turn
        /// Whether they are zoned, floating or all-day.
        var kind: SeriesClock.Kind
        /// Their zone; the display zone of those that have none.
        var zone: Zone
        /// Whether they take long: short ones are not looked for as far back.
        var isLong: Bool

        /// The table of a pattern's phase.
        init(_ turn: OccurrenceIndexPattern.Turn, _ length: OccurrenceLength, on clock: SeriesClock) {
            (self.turn, kind, zone) = (turn, clock.kind, clock.zone)
            isLong = length.upperBound > 4 * 3600
        }
    }

    /// A place of one series.
    struct Entry: Sendable {
        /// Civil seconds from the start of the turn.
        var second: Int
        /// The place of its pattern.
        var pattern: UInt32
        /// The place of its UID among all UIDs, so that what starts at once is found in its order.
        var rank: UInt32
    }

    /// What comes again and again.
    let turn: OccurrenceIndexPattern.Turn
    /// How civil times become instants.
    let clock: SeriesClock
    private(set) var entries: [Entry] = []
    /// The longest length of its series, in seconds.
    private(set) var longest = 0
    /// The first and the last civil second at which one of its series is alive.
    private var alive = (first: Int.max, last: Int.min)

    /// An empty table.
    init(_ key: Key) {
        turn = key.turn
        clock = SeriesClock(kind: key.kind, zone: key.zone)
    }

    /// Adds a place of a pattern.
    mutating func add(_ second: Int, of pattern: OccurrenceIndexPattern, at place: Int, rank: UInt32) {
        entries.append(Entry(second: second, pattern: UInt32(truncatingIfNeeded: place), rank: rank))
        longest = max(longest, pattern.length.upperBound)
        alive = (min(alive.first, pattern.civil.lowerBound), max(alive.last, pattern.civil.upperBound))
    }

    /// Puts the places in order, once all are there.
    mutating func sort() {
        entries.sort { ($0.second, $0.rank, $0.pattern) < ($1.second, $1.rank, $1.pattern) }
    }

    /// Gives the patterns other numbers.
    mutating func renumber(_ numbers: [UInt32]) {
        for place in entries.indices { entries[place].pattern = numbers[Int(entries[place].pattern)] }
    }

    /// How many places it has.
    var count: Int { entries.count }
    /// Bytes in memory.
    var byteCount: Int { entries.capacity * MemoryLayout<Entry>.stride }

    /// Whether one of its series can touch a range of instants; two days are more than any offset.
    func isAlive(in range: Range<Int>) -> Bool {
        range.lowerBound - longest - 172_800 <= alive.last && range.upperBound + 172_800 > alive.first
    }

    /// The civil seconds that a range of instants can have on the clock, as gaps are read.
    func civilRange(of instants: Range<Int>) -> Range<Int> {
        let table = clock.zone.table
        let reach = table.largestGap + 1
        var span = table.span(atInstant: instants.lowerBound - reach)
        var (least, greatest) = (span.offset, span.offset)
        while span.high < instants.upperBound + reach {
            span = table.span(atInstant: span.high)
            (least, greatest) = (min(least, span.offset), max(greatest, span.offset))
        }
        return instants.lowerBound + least..<instants.upperBound + greatest
    }

    /// Lets a function look at the places in each turn that lie in a range of civil seconds: the civil second of the
    /// turn, the civil seconds that belong to it, the number of its month, and the places.
    @inline(__always)
    func forEachTurn(
        in civil: Range<Int>,
        _ body: (_ base: Int, _ own: Range<Int>, _ month: Int, _ entries: ArraySlice<Entry>) -> Void
    ) {
        switch turn {
        case .cycle(let length):
            var base = floorDivide(civil.lowerBound, length) * length
            while base < civil.upperBound {
                body(base, base..<base + length, 0, places(in: civil, from: base))
                base += length
            }
        case .month(let wanted, let isFromEnd):
            forEachMonth(in: civil, wanted) { month, own in
                let base = isFromEnd ? own.upperBound : own.lowerBound
                body(base, own, month, places(in: civil.clamped(to: own), from: base))
            }
        case .weekday(let weekday, let wanted, let isFromEnd):
            forEachMonth(in: civil, wanted) { month, own in
                let firstDay = own.lowerBound / 86_400
                let lastDay = own.upperBound / 86_400 - 1
                let first = firstDay + (weekday - CivilDate.weekdayIndex(ofDayNumber: firstDay) + 7) % 7
                let last = lastDay - (CivilDate.weekdayIndex(ofDayNumber: lastDay) - weekday + 7) % 7
                let base = (isFromEnd ? last : first) * 86_400
                body(base, own, month, places(in: civil.clamped(to: own), from: base))
            }
        }
    }

    /// The months that a range touches, by their numbers from the year 0, and their civil seconds.
    @inline(__always)
    private func forEachMonth(in civil: Range<Int>, _ wanted: Int, _ body: (Int, Range<Int>) -> Void) {
        var (year, month, _) = CivilDate(dayNumber: floorDivide(civil.lowerBound, 86_400)).fields
        var start = CivilDate.dayNumber(year: year, month: month, day: 1) * 86_400
        while start < civil.upperBound {
            let end = start + CivilDate.daysInMonth(month, ofYear: year) * 86_400
            if wanted == 0 || wanted == month { body(year * 12 + month - 1, start..<end) }
            start = end
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
    }

    private func places(in civil: Range<Int>, from base: Int) -> ArraySlice<Entry> {
        let (low, high) = (civil.lowerBound - base, civil.upperBound - base)
        let first = entries.firstPlace { $0.second < low }
        var end = first
        // The places wanted are few, or all that follow.
        if let last = entries.last, last.second < high {
            end = entries.count
        } else {
            while end < entries.count, entries[end].second < high { end += 1 }
        }
        return entries[first..<end]
    }
}
