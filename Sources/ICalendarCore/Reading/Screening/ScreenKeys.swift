/// The scheduling data that bounds an event in time.
struct ScreenKeys {
    /// DTSTART in civil seconds.
    private(set) var start: Int?
    private(set) var isRecurring = false
    /// SEQUENCE, or 0 if it is missing.
    private(set) var sequence = 0
    private var hasSequence = false
    /// Whether DTSTART may be a whole day.
    private var mayBeDate = false
    private var endTime: Int?
    private var duration: Int?
    /// UNTIL in civil seconds, including the whole day for a date.
    private var until: Int?
    private var frequency: UInt8 = 0
    private var interval = 1
    private var count: Int?
    /// Whether the instances depend only on COUNT, INTERVAL, and days that exist in every period.
    private var isRegular = true
    /// Whether BYDAY specifies days that exist in every period.
    private var isOnCommonDays = false
    /// A bit for each of the ``ruleParts`` that has been read.
    private var seen = 0
    /// The range of the UID, unless the UID has parameters.
    private(set) var uid: Range<Int>?
    /// RECURRENCE-ID in civil seconds.
    private(set) var original: Int?
    private var hasSeveralRules = false
    /// The most recently read day.
    private var day = DateTimeText.Day()

    /// Reads a line that may be relevant; returns false if the event cannot be bounded and must be kept.
    ///
    /// The result must not depend on how the line was found, which varies with where the buffer ended.
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

    /// Returns whether a name with these first two bytes may be relevant.
    ///
    /// The check rules out most lines.
    @inline(__always)
    static func mayMatter(_ first: UInt8, _ second: UInt8) -> Bool {
        // All relevant names start with D, R, S, or U in either case.
        let letter = (first | 0x20) &- 0x61
        guard letter < 26, (1 << 3 | 1 << 17 | 1 << 18 | 1 << 20) as UInt32 >> letter & 1 == 1 else {
            return false
        }
        switch (letter, second | 0x20) {
        // DTSTART, DTEND, DTSTAMP; DURATION; RRULE; RDATE, RECURRENCE-ID, SEQUENCE; UID.
        case (3, 0x74), (3, 0x75), (17, 0x72), (17, 0x64), (17, 0x65), (18, 0x65), (20, 0x69): return true
        // The next byte is not a letter, but part of a fold or otherwise unusual.
        case (_, let other): return other &- 0x61 >= 26
        }
    }

    /// Reads a line whose name ends at `separator`.
    @inline(__always)
    private mutating func read(_ name: ScheduleName, _ bytes: Span<UInt8>, _ separator: Int, _ end: Int)
        -> Bool
    {
        switch name {
        case .start:
            guard start == nil, let time = Self.time(bytes, separator, end, &day) else { return false }
            start = time.second
            // VALUE=DATE turns a time at midnight into a day.
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
                let number = bytes.number(at: &index, upTo: UIDTable.largestSequence),
                index == end || LineFolding.isLineEnd(bytes[index])
            else { return false }
            hasSequence = true
            sequence = number
        case .exclusions, .exclusionRule, .stamp, .status: break
        }
        return true
    }

    /// Returns the latest possible end of an instance, in civil seconds.
    func end(from start: Int) -> Int {
        var end = start + (mayBeDate ? 86_400 : 0)
        if let endTime { end = max(end, endTime) }
        // A clock change makes a day at most a few hours longer, which the margin for zones covers.
        if let duration { end = max(end, start + duration + 86_400) }
        return end
    }

    /// Records the range of the UID if the UID has no parameters.
    private mutating func readUID(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        guard uid == nil, bytes[from] == Ascii.colon else { return false }
        uid = from + 1..<LineFolding.contentEnd(bytes, from + 1, end)
        return true
    }

    /// Reads a RECURRENCE-ID that identifies exactly one instance.
    private mutating func readOriginal(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        // A single TZID or VALUE parameter leaves no room for RANGE.
        if bytes[from] == Ascii.semicolon {
            var index = from + 1
            var name: UInt64 = 0
            while index < end, bytes[index] != Ascii.equals, index < from + 7 {
                name = name << 8 | UInt64(Ascii.capital(bytes[index]))
                index += 1
            }
            // TZID or VALUE.
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

    /// Returns the date or time in a line whose name ends at `from`, or nil if its value is not plain.
    static func time(_ bytes: Span<UInt8>, _ from: Int, _ end: Int, _ day: inout DateTimeText.Day) -> (
        second: Int, isDate: Bool
    )? {
        guard let value = value(bytes, from, end), let moment = day.moment(bytes, value, end) else {
            return nil
        }
        // Only the line ending may follow. A list or any other form is left to the decoder.
        return moment.next >= end || bytes[moment.next] == Ascii.carriageReturn
            || bytes[moment.next] == Ascii.lineFeed
            ? (moment.second, moment.isDate) : nil
    }

    /// Returns the DURATION in a line, in seconds, or nil if its value is not a duration.
    static func duration(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Int? {
        guard let value = value(bytes, from, end) else { return nil }
        let last = LineFolding.contentEnd(bytes, value, end)
        var remarks: [ValueRemark] = []
        guard let duration = NominalDuration(bytes.extracting(value..<last), &remarks) else { return nil }
        return max(0, duration.days * 86_400 + duration.seconds)
    }

    /// Returns the start of the value after the colon, or nil if a quote makes the start uncertain.
    static func value(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Int? {
        // Without parameters, the colon comes first.
        if from < end, bytes[from] == Ascii.colon { return from + 1 }
        let place = bytes.firstPlace(of: Ascii.colon, or: Ascii.quote, in: from..<max(from, end))
        return place < end && bytes[place] == Ascii.colon ? place + 1 : nil
    }

    // MARK: - Rules
    //
    // UNTIL bounds the start of the last instance. COUNT gives a bound if every period of the rule has an instance,
    // because the rule then spans at most COUNT periods. Any other rule, or a set of several rules, has no known end.

    /// Reads a rule.
    ///
    /// Returns false if the rule's form must be left to the decoder.
    private mutating func readRule(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        guard let value = Self.value(bytes, from, end) else { return false }
        seen = 0
        var start = value
        while start < end {
            var stop = start
            while stop < end, bytes[stop] != Ascii.semicolon, bytes[stop] >= Ascii.space { stop += 1 }
            guard readPart(bytes, start, stop) else { return false }
            guard stop < end, bytes[stop] == Ascii.semicolon else {
                // Any other byte before the line ending means that the rule continues in a form that only the decoder
                // can read.
                return stop >= end || bytes[stop] == Ascii.lineFeed || bytes[stop] == Ascii.carriageReturn
            }
            start = stop + 1
        }
        return true
    }

    /// Returns the latest possible start of the last instance, in civil seconds, or nil if no bound is known.
    func lastStart(from start: Int) -> Int? {
        guard !hasSeveralRules else { return nil }
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
        // The first period may be partial.
        return start + (count + 1) * interval * length
    }

    /// Reads a `NAME=value` part.
    ///
    /// Returns false if the part must be left to the decoder.
    private mutating func readPart(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var index = start
        var name: UInt64 = 0
        while index < end, bytes[index] != Ascii.equals {
            // Blanks and lowercase letters are handled elsewhere.
            guard Ascii.capital(bytes[index]) == bytes[index], !Ascii.isBlank(bytes[index]),
                index - start < 10
            else { return false }
            name = name << 8 | UInt64(bytes[index])
            index += 1
        }
        index += 1
        guard index < end, let part = Self.ruleParts.firstIndex(of: name) else {
            isRegular = false
            return index < end
        }
        guard seen & 1 << part == 0 else { return false }
        seen |= 1 << part
        switch name {
        case 0x4652_4551:  // FREQ
            frequency = bytes[index]
            // MINUTELY, not MONTHLY.
            if end - index == 8 { frequency = 0 }
        case 0x494E_5445_5256_414C:  // INTERVAL
            interval = bytes.number(at: &index, upTo: 1 << 40) ?? .max
        case 0x43_4F55_4E54:  // COUNT
            count = bytes.number(at: &index, upTo: 1 << 40) ?? .max
        case 0x55_4E54_494C:  // UNTIL
            guard let time = day.moment(bytes, index, end) else { return false }
            until = time.second + 86_400
        case 0x574B_5354:  // WKST
            break
        case 0x42_5944_4159:  // BYDAY
            isRegular = isRegular && frequency != 0x44 && readDays(bytes, index, end)
        case 0x42_594D_4F4E_5448 where frequency == 0x59:  // BYMONTH
            // A yearly rule for a day that exists in every month has an instance every year.
            break
        default:
            isRegular = false
        }
        return true
    }

    /// The names of the rule parts to examine, one byte per letter.
    private static let ruleParts: [UInt64] = [
        0x4652_4551, 0x494E_5445_5256_414C, 0x43_4F55_4E54, 0x55_4E54_494C, 0x574B_5354, 0x42_5944_4159,
        0x42_594D_4F4E_5448,
    ]

    /// Returns whether each weekday has no number or, for months and years, a number that exists in every month.
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
