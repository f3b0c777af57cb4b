extension ExtendedTimeText {
    /// Appends a duration, such as `P1DT2H30M`; jCal and xCal write it as iCalendar does (RFC 7265 section 3.6.6).
    ///
    /// Hours and seconds have their minutes between them, as the grammar of RFC 5545 section 3.3.6 wants it. Days and
    /// seconds of different signs, which no text can say, are added up.
    static func append(_ duration: NominalDuration, to bytes: inout [UInt8]) {
        // Far beyond what is read, and far from where sums end.
        let bound = DurationText.largestSeconds
        var days = min(max(duration.days, -bound / 86_400), bound / 86_400)
        var seconds = min(max(duration.seconds, -bound), bound)
        if days.signum() * seconds.signum() < 0 {
            seconds += days * 86_400
            days = 0
        }
        if days < 0 || seconds < 0 { bytes.append(Ascii.minus) }
        (days, seconds) = (abs(days), abs(seconds))
        func add(_ number: Int, _ unit: String) {
            bytes.append(contentsOf: "\(number)\(unit)".utf8)
        }
        bytes.append(0x50)
        if seconds == 0, days > 0, days % 7 == 0 { return add(days / 7, "W") }
        if days > 0 { add(days, "D") }
        guard seconds > 0 || days == 0 else { return }
        bytes.append(0x54)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        if hours > 0 { add(hours, "H") }
        if minutes > 0 || hours > 0 && rest > 0 { add(minutes, "M") }
        if rest > 0 || seconds == 0 { add(rest, "S") }
    }
}
