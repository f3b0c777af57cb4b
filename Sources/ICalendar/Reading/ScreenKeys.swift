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
    private var until: Int?
    private var hasSeveralRules = false

    /// Reads a line; false when the event must be kept, as this is nothing that can be bounded.
    mutating func read(_ line: SliceLine, _ bytes: Span<UInt8>) -> Bool {
        let offset = Int(line.offset)
        // All names that matter start with D, R or S.
        let first = Ascii.capital(bytes[offset])
        guard first == 0x44 || first == 0x52 || first == 0x53 else { return true }
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
                return readUntil(bytes, offset + 5, end)
            }
            if Self.starts(bytes, offset, end, with: ScreenNames.dates) { return false }
            // An override may be a later revision of one inside the range, or replace an instance there: all are kept.
            if Self.starts(bytes, offset, end, with: ScreenNames.recurrenceID) { return false }
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
        guard !hasSeveralRules, let until else { return nil }
        return max(start, until)
    }

    /// Reads UNTIL off a rule; true, as a rule without UNTIL is one without a known end.
    private mutating func readUntil(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> Bool {
        var index = from
        while index < end, bytes[index] != Ascii.colon {
            if bytes[index] == Ascii.quote { return false }
            index += 1
        }
        while index + 6 < end {
            if Ascii.capital(bytes[index]) == 0x55,
                Self.starts(bytes, index, end, with: ScreenNames.until, before: Ascii.equals)
            {
                let before = bytes[index - 1]
                // Blanks around parts are read; X-UNTIL and the like are other parts.
                if Ascii.isBlank(before) { return false }
                if before == Ascii.semicolon || before == Ascii.colon {
                    guard let time = Self.moment(bytes, index + 6, end) else { return false }
                    // A date means the whole day.
                    until = time.second + 86_400
                    return true
                }
            }
            index += 1
        }
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
