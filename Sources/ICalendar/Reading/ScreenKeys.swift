/// The lines of an event that say when it happens, read just far enough to bound it.
struct ScreenKeys {
    /// DTSTART in civil seconds.
    private(set) var start: Int?
    /// Whether there is a rule.
    private(set) var isRecurring = false
    /// SEQUENCE, 0 when it is missing.
    private(set) var sequence = 0
    private var hasSequence = false
    private var isDate = false
    private var endTime: Int?
    private var duration: Int?
    private var rule: ScreenRule?
    /// Where the UID is.
    private(set) var uid: Range<Int>?
    /// RECURRENCE-ID in civil seconds.
    private(set) var original: Int?
    private var hasSeveralRules = false

    /// Reads a line; false when the event must be kept, as this is nothing that can be bounded.
    mutating func read(_ line: SliceLine, _ bytes: Span<UInt8>) -> Bool {
        let offset = Int(line.offset)
        // All names that matter start with D, R, S or U.
        let first = Ascii.capital(bytes[offset])
        guard first == 0x44 || first &- 0x52 <= 3, first != 0x54 else { return true }
        guard !line.isFolded else { return !Self.isKey(bytes, offset, Int(line.length)) }
        let end = offset + Int(line.length)
        switch first {
        case 0x44:
            if Self.starts(bytes, offset, end, with: ScreenNames.start) {
                guard start == nil, let time = Self.time(bytes, offset + 7, end) else { return false }
                (start, isDate) = time
            } else if Self.starts(bytes, offset, end, with: ScreenNames.end) {
                guard endTime == nil, let time = Self.time(bytes, offset + 5, end) else { return false }
                endTime = time.second
            } else if Self.starts(bytes, offset, end, with: ScreenNames.duration) {
                guard duration == nil, let length = Self.duration(bytes, offset + 8, end) else {
                    return false
                }
                duration = length
            }
        case 0x52:
            if Self.starts(bytes, offset, end, with: ScreenNames.rule) {
                hasSeveralRules = isRecurring
                isRecurring = true
                return readRule(bytes, offset + 5, end)
            }
            if Self.starts(bytes, offset, end, with: ScreenNames.dates) { return false }
            if Self.starts(bytes, offset, end, with: ScreenNames.recurrenceID) {
                return readOriginal(bytes, offset + 13, end)
            }
        case 0x55:
            if Self.starts(bytes, offset, end, with: ScreenNames.uid) {
                return readUID(bytes, offset + 3, end)
            }
        default:
            if Self.starts(bytes, offset, end, with: ScreenNames.sequence) {
                var index = offset + 9
                guard !hasSequence, bytes[offset + 8] == Ascii.colon,
                    let number = Digits.run(bytes, at: &index, upTo: 1 << 40)
                else { return false }
                hasSequence = true
                sequence = number
            }
        }
        return true
    }

    /// When one instance ends at the latest, in civil seconds.
    func end(from start: Int) -> Int {
        var end = start + (isDate ? 86_400 : 0)
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

    /// Notes where the UID is, when it is written so plainly that its bytes are its text.
    private mutating func readUID(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        guard uid == nil, bytes[from] == Ascii.colon else { return false }
        var last = end
        while last > from, bytes[last - 1] == Ascii.lineFeed || bytes[last - 1] == Ascii.carriageReturn {
            last -= 1
        }
        for index in from..<last {
            let byte = bytes[index]
            guard byte >= Ascii.space, byte < 0x7F, byte != Ascii.backslash else { return false }
        }
        uid = from + 1..<last
        return true
    }

    /// Reads a RECURRENCE-ID that names one instance and no more.
    private mutating func readOriginal(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        // Of parameters, one alone leaves no room for RANGE beside TZID or VALUE.
        if bytes[from] == Ascii.semicolon {
            guard
                Self.starts(bytes, from + 1, end, with: ScreenNames.timeZone, before: Ascii.equals)
                    || Self.starts(bytes, from + 1, end, with: ScreenNames.value, before: Ascii.equals)
            else { return false }
            var index = from + 1
            while index < end, bytes[index] != Ascii.colon {
                if bytes[index] == Ascii.semicolon { return false }
                index += 1
            }
        }
        guard original == nil, let time = Self.time(bytes, from, end) else { return false }
        original = time.second
        return true
    }

    /// Whether a line, folded as it is, starts like one that matters.
    private static func isKey(_ bytes: Span<UInt8>, _ offset: Int, _ length: Int) -> Bool {
        let end = offset + length
        for name in ScreenNames.all
        where starts(bytes, offset, end, with: name, before: nil) { return true }
        // The fold may stand inside the name.
        return length < 20 || foldsEarly(bytes, offset, end)
    }

    private static func foldsEarly(_ bytes: Span<UInt8>, _ offset: Int, _ end: Int) -> Bool {
        for index in offset..<min(end, offset + 16)
        where bytes[index] == Ascii.lineFeed || bytes[index] == Ascii.carriageReturn { return true }
        return false
    }
}
