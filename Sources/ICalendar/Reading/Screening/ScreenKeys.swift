/// The lines of an event that say when it happens, read just far enough to bound it.
struct ScreenKeys {
    /// DTSTART in civil seconds.
    private(set) var start: Int?
    /// Whether there is a rule.
    private(set) var isRecurring = false
    /// SEQUENCE, 0 when it is missing.
    private(set) var sequence = 0
    private var hasSequence = false
    /// Whether DTSTART may be a whole day.
    private var mayBeDate = false
    private var endTime: Int?
    private var duration: Int?
    private var rule: ScreenRule?
    /// Where the UID is, unless it has parameters.
    private(set) var uid: Range<Int>?
    /// RECURRENCE-ID in civil seconds.
    private(set) var original: Int?
    private var hasSeveralRules = false
    /// The day that was read last.
    private var day = WrittenDay()

    /// Reads a line that may matter; false when the event must be kept, as this is nothing that can be bounded.
    ///
    /// How a line was found must not matter: where the buffer happened to end decides that.
    mutating func read(_ bytes: Span<UInt8>, _ line: Range<Int>, isFolded: Bool) -> Bool {
        guard line.count > 1, Self.mayMatter(bytes[line.lowerBound], bytes[line.lowerBound + 1]) else {
            return true
        }
        switch ScheduleName.find(bytes, line.lowerBound, line.upperBound) {
        case .odd: return false
        case .other: return true
        case .name(let name, let separator):
            return !isFolded && read(name, bytes, separator, line.upperBound)
        }
    }

    /// Whether a name that starts with these two bytes may be one that matters: most lines are passed over for them.
    @inline(__always)
    static func mayMatter(_ first: UInt8, _ second: UInt8) -> Bool {
        // All names that matter start with D, R, S or U, in any case.
        let letter = (first | 0x20) &- 0x61
        guard letter < 26, (1 << 3 | 1 << 17 | 1 << 18 | 1 << 20) as UInt32 >> letter & 1 == 1 else {
            return false
        }
        switch (letter, second | 0x20) {
        // DTSTART, DTEND, DTSTAMP; DURATION; RRULE; RDATE, RECURRENCE-ID, SEQUENCE; UID.
        case (3, 0x74), (3, 0x75), (17, 0x72), (17, 0x64), (17, 0x65), (18, 0x65), (20, 0x69): return true
        // What follows is no letter: a fold, or something odd.
        case (_, let other): return other &- 0x61 >= 26
        }
    }

    /// Reads a line of a name that ends at `separator`.
    @inline(__always)
    private mutating func read(_ name: ScheduleName, _ bytes: Span<UInt8>, _ separator: Int, _ end: Int)
        -> Bool
    {
        switch name {
        case .start:
            guard start == nil, let time = Self.time(bytes, separator, end, &day) else { return false }
            start = time.second
            // VALUE=DATE makes a day of a time at midnight.
            mayBeDate = time.isDate || time.second % 86_400 == 0
        case .end:
            guard endTime == nil, let time = Self.time(bytes, separator, end, &day) else { return false }
            endTime = time.second
        case .duration:
            guard duration == nil, let length = Self.duration(bytes, separator, end) else { return false }
            duration = length
        case .rule:
            hasSeveralRules = isRecurring
            isRecurring = true
            return readRule(bytes, separator, end)
        case .dates: return false
        case .recurrenceID: return readOriginal(bytes, separator, end)
        case .uid: return readUID(bytes, separator, end)
        case .sequence:
            var index = separator + 1
            guard !hasSequence, bytes[separator] == Ascii.colon,
                let number = Digits.run(bytes, at: &index, upTo: LeftOutEvents.largestSequence),
                index == end || LineFolding.isLineEnd(bytes[index])
            else { return false }
            hasSequence = true
            sequence = number
        case .exclusions, .exclusionRule, .stamp, .status: break
        }
        return true
    }

    /// When one instance ends at the latest, in civil seconds.
    func end(from start: Int) -> Int {
        var end = start + (mayBeDate ? 86_400 : 0)
        if let endTime { end = max(end, endTime) }
        // A day at a change of the clocks is at most some hours longer, which the slack for zones covers.
        if let duration { end = max(end, start + duration + 86_400) }
        return end
    }

    /// When the last instance starts at the latest, or nil when no bound is known.
    func lastStart(from start: Int) -> Int? {
        guard !hasSeveralRules else { return nil }
        return rule?.lastStart(from: start)
    }

    /// Reads the value of a line, up to its end, as a rule.
    private mutating func readRule(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        guard let value = Self.value(bytes, from, end), let read = ScreenRule(bytes, value, end) else {
            return false
        }
        rule = read
        return true
    }

    /// Notes where the UID is, when it has no parameters.
    private mutating func readUID(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        guard uid == nil, bytes[from] == Ascii.colon else { return false }
        uid = from + 1..<LineFolding.contentEnd(bytes, from + 1, end)
        return true
    }

    /// Reads a RECURRENCE-ID that names one instance and no more.
    private mutating func readOriginal(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        // Of parameters, one alone leaves no room for RANGE beside TZID or VALUE.
        if bytes[from] == Ascii.semicolon {
            var index = from + 1
            var name: UInt64 = 0
            while index < end, bytes[index] != Ascii.equals, index < from + 7 {
                name = name << 8 | UInt64(Ascii.capital(bytes[index]))
                index += 1
            }
            // TZID, or VALUE.
            guard name == 0x545A_4944 || name == 0x56_414C_5545 else { return false }
            while index < end, bytes[index] != Ascii.colon {
                if bytes[index] == Ascii.semicolon { return false }
                index += 1
            }
        }
        guard original == nil, let time = Self.time(bytes, from, end, &day) else { return false }
        original = time.second
        return true
    }
}

extension ScreenKeys {
    /// The date or time that is the value of a line whose name ends at `from`; nil when it is not plainly one.
    static func time(_ bytes: Span<UInt8>, _ from: Int, _ end: Int, _ day: inout WrittenDay) -> (
        second: Int, isDate: Bool
    )? {
        guard let value = value(bytes, from, end), let moment = day.moment(bytes, value, end) else {
            return nil
        }
        // Nothing but the line's end may follow: a list, or anything else, is not for a screen to judge.
        return moment.next >= end || bytes[moment.next] == Ascii.carriageReturn
            || bytes[moment.next] == Ascii.lineFeed
            ? (moment.second, moment.isDate) : nil
    }

    /// The seconds of the DURATION that is the value of a line; nil when it is none.
    static func duration(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Int? {
        guard let value = value(bytes, from, end) else { return nil }
        let last = LineFolding.contentEnd(bytes, value, end)
        var remarks: [ValueRemark] = []
        guard let duration = DurationText.parse(bytes.extracting(value..<last), &remarks) else { return nil }
        return max(0, duration.days * 86_400 + duration.seconds)
    }

    /// Where the value starts, behind the colon; nil when a quote makes that a question.
    static func value(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Int? {
        // Only what has parameters has anything before the colon.
        if from < end, bytes[from] == Ascii.colon { return from + 1 }
        let place = bytes.firstPlace(of: Ascii.colon, or: Ascii.quote, in: from..<max(from, end))
        return place < end && bytes[place] == Ascii.colon ? place + 1 : nil
    }
}
