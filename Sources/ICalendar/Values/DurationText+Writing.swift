/// Writing DURATION (RFC 5545 section 3.3.6).
extension DurationText {
    /// Adds a duration, such as `P1W`, `-PT15M` or `P1DT1H0M30S`.
    ///
    /// Weeks stand alone, and hours and seconds have their minutes between them, as the RFC's grammar wants it. Days
    /// and seconds of different signs have no form of their own and are added up; what is longer than
    /// ``largestDays`` is held there.
    static func append(_ duration: NominalDuration, to bytes: inout [UInt8]) {
        var days = min(max(duration.days, -largestDays), largestDays)
        var seconds = min(max(duration.seconds, -largestSeconds), largestSeconds)
        if days.signum() * seconds.signum() < 0 {
            seconds += days * 86_400
            days = 0
        }
        if days < 0 || seconds < 0 { bytes.append(Ascii.minus) }
        days = abs(days)
        seconds = abs(seconds)
        bytes.append(0x50)
        if seconds == 0, days > 0, days % 7 == 0 { return add(days / 7, 0x57, &bytes) }
        if days > 0 { add(days, 0x44, &bytes) }
        guard seconds > 0 || days == 0 else { return }
        bytes.append(0x54)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        if hours > 0 { add(hours, 0x48, &bytes) }
        if minutes > 0 || hours > 0 && rest > 0 { add(minutes, 0x4D, &bytes) }
        if rest > 0 || seconds == 0 { add(rest, 0x53, &bytes) }
    }

    private static func add(_ number: Int, _ unit: UInt8, _ bytes: inout [UInt8]) {
        Digits.append(number, to: &bytes)
        bytes.append(unit)
    }
}
