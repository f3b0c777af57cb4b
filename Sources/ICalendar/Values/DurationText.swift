/// DURATION as text (RFC 5545 section 3.3.6).
///
/// Weeks mixed with days and times are accepted, small letters and a sign in odd places too; `P` and `PT` are no time.
enum DurationText {
    /// The longest duration that is read, in days.
    ///
    /// It is some 10,950 years, and keeps all later sums far from overflow.
    static let largestDays = 4_000_000
    /// The same bound in seconds.
    static let largestSeconds = largestDays * 86_400

    /// Reads a duration, or gives nil when the text is none or is longer than ``largestDays``.
    static func parse(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> NominalDuration? {
        var index = 0
        var isNegative = sign(text, at: &index) ?? false
        guard index < text.count, Ascii.capital(text[index]) == 0x50 else { return nil }
        index += 1
        var days = 0
        var seconds = 0
        var lastRank = -1
        var isInTime = false
        var parts = 0
        while index < text.count {
            if Ascii.capital(text[index]) == 0x54, !isInTime {
                isInTime = true
                index += 1
                continue
            }
            if let inner = sign(text, at: &index) {
                guard parts == 0 else { return nil }
                remarks.note(.badValue, "has its sign inside; read as the sign of the whole duration")
                isNegative = isNegative != inner
            }
            guard let number = Digits.run(text, at: &index, upTo: largestSeconds), index < text.count,
                let (rank, unit) = unit(Ascii.capital(text[index]), isInTime: isInTime), rank > lastRank
            else { return nil }
            index += 1
            lastRank = rank
            parts += 1
            // Both factors are bounded, so neither product nor sum can overflow.
            if rank < 2 { days += number * unit } else { seconds += number * unit }
            guard days <= largestDays, seconds <= largestSeconds else { return nil }
        }
        if parts == 0 { remarks.note(.badValue, "has no number or unit; read as zero") }
        return NominalDuration(days: isNegative ? -days : days, seconds: isNegative ? -seconds : seconds)
    }

    /// Passes over a sign: true for minus, false for plus, nil when there is none.
    private static func sign(_ text: Span<UInt8>, at index: inout Int) -> Bool? {
        guard index < text.count else { return nil }
        let byte = text[index]
        guard byte == Ascii.minus || byte == Ascii.plus else { return nil }
        index += 1
        return byte == Ascii.minus
    }

    /// A unit's place in the order W, D, H, M, S, and how many days or seconds it has.
    private static func unit(_ letter: UInt8, isInTime: Bool) -> (rank: Int, size: Int)? {
        switch (letter, isInTime) {
        case (0x57, false): (0, 7)
        case (0x44, false): (1, 1)
        case (0x48, true): (2, 3600)
        case (0x4D, true): (3, 60)
        case (0x53, true): (4, 1)
        default: nil
        }
    }
}
