extension NominalDuration: CustomStringConvertible {
    /// The RFC 5545 form, such as `-PT15M` or `PT0S`:
    /// `NominalDuration(days: 1, seconds: 9000).description // "P1DT2H30M"`.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Conversion to and from DURATION values (RFC 5545 section 3.3.6).
///
/// Parsing also accepts weeks mixed with days and times, lowercase letters, misplaced signs, and a T that is missing or
/// before the days. `P` and `PT` are read as zero.
extension NominalDuration {
    /// The longest accepted duration, in days.
    ///
    /// The limit is about 10,950 years, which prevents overflow in later sums.
    static let largestDays = 4_000_000
    static let largestSeconds = largestDays * 86_400

    /// Parses a duration without reporting remarks, or returns nil if the text is invalid.
    package init?(text: some StringProtocol) {
        var remarks: [ValueRemark] = []
        self.init(Array(text.utf8).span, &remarks)
    }

    /// Parses a duration, or returns nil if the text is invalid or exceeds ``largestDays``.
    package init?(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) {
        var index = 0
        var isNegative = Self.sign(text, at: &index) ?? false
        guard index < text.count, Ascii.capital(text[index]) == 0x50 else { return nil }
        index += 1
        var days = 0
        var seconds = 0
        var lastRank = -1
        var isInTime = false
        var isMisplaced = false
        var parts = 0
        while index < text.count {
            // A second T is accepted after the days, as in `PT0DT0H10M`.
            if Ascii.capital(text[index]) == 0x54, !isInTime || Ascii.capital(text[index - 1]) == 0x44 {
                isInTime = true
                index += 1
                continue
            }
            if let inner = Self.sign(text, at: &index) {
                guard parts == 0 else { return nil }
                remarks.note(ofValue: "has a misplaced sign; applied to the whole duration")
                isNegative = isNegative != inner
            }
            guard let number = text.number(at: &index, upTo: Self.largestSeconds), index < text.count,
                let (rank, unit, isTime) = Self.unit(Ascii.capital(text[index])), rank > lastRank,
                // Without a T, an M might stand for months, as in ISO 8601.
                isInTime || rank != 3
            else { return nil }
            if isInTime != isTime { isMisplaced = true }
            index += 1
            lastRank = rank
            parts += 1
            // Both factors are bounded, so neither the product nor the sum can overflow.
            if rank < 2 { days += number * unit } else { seconds += number * unit }
            guard days <= Self.largestDays, seconds <= Self.largestSeconds else { return nil }
        }
        if isMisplaced { remarks.note(ofValue: "has no T, or a T in the wrong place; read anyway") }
        if parts == 0 { remarks.note(ofValue: "has no number or unit; read as zero") }
        self.init(days: isNegative ? -days : days, seconds: isNegative ? -seconds : seconds)
    }

    /// Parses a sign, returning true for minus, false for plus, and nil if there is none.
    private static func sign(_ text: Span<UInt8>, at index: inout Int) -> Bool? {
        guard index < text.count else { return nil }
        let byte = text[index]
        guard byte == Ascii.minus || byte == Ascii.plus else { return nil }
        index += 1
        return byte == Ascii.minus
    }

    /// Returns a unit's rank in the order W, D, H, M, S, its length in days or seconds, and whether it is a unit of time.
    private static func unit(_ letter: UInt8) -> (rank: Int, size: Int, isTime: Bool)? {
        switch letter {
        case 0x57: (0, 7, false)
        case 0x44: (1, 1, false)
        case 0x48: (2, 3600, true)
        case 0x4D: (3, 60, true)
        case 0x53: (4, 1, true)
        default: nil
        }
    }

    /// Appends a duration, such as `P1W`, `-PT15M` or `P1DT1H0M30S`.
    ///
    /// As the RFC's grammar requires, weeks are not combined with other units, and minutes always separate hours from
    /// seconds. iCalendar cannot express days and seconds with opposite signs, so they are added together. The length
    /// is clamped to ``largestDays``.
    package func append(to bytes: inout [UInt8]) {
        var days = min(max(days, -Self.largestDays), Self.largestDays)
        var seconds = min(max(seconds, -Self.largestSeconds), Self.largestSeconds)
        if days.signum() * seconds.signum() < 0 {
            seconds += days * 86_400
            days = 0
        }
        if days < 0 || seconds < 0 { bytes.append(Ascii.minus) }
        days = abs(days)
        seconds = abs(seconds)
        bytes.append(0x50)
        if seconds == 0, days > 0, days % 7 == 0 { return Self.add(days / 7, 0x57, &bytes) }
        if days > 0 { Self.add(days, 0x44, &bytes) }
        guard seconds > 0 || days == 0 else { return }
        bytes.append(0x54)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        if hours > 0 { Self.add(hours, 0x48, &bytes) }
        if minutes > 0 || hours > 0 && rest > 0 { Self.add(minutes, 0x4D, &bytes) }
        if rest > 0 || seconds == 0 { Self.add(rest, 0x53, &bytes) }
    }

    private static func add(_ number: Int, _ unit: UInt8, _ bytes: inout [UInt8]) {
        bytes.appendNumber(number)
        bytes.append(unit)
    }
}
