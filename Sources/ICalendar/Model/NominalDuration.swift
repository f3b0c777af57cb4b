/// A DURATION (RFC 5545 section 3.3.6): days are nominal, the rest is exact.
///
/// A nominal day ends at the same wall-clock time, whatever the clocks did in between: `P1D` is not `PT24H` across a
/// change to daylight saving time. Both fields are negative in a negative duration.
public struct NominalDuration: Sendable, Hashable {
    /// Calendar days; a week counts seven.
    public var days: Int
    /// Seconds, from hours, minutes and seconds.
    public var seconds: Int

    /// A duration of calendar days and exact seconds.
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = days
        self.seconds = seconds
    }

    /// No time at all.
    public static let zero = NominalDuration()

    /// Whether the duration runs backwards.
    public var isNegative: Bool { days < 0 || seconds < 0 }
}

extension NominalDuration: CustomStringConvertible {
    /// The form of RFC 5545: `P1DT2H30M`, `-PT15M`, `PT0S`.
    public var description: String {
        let days = days.magnitude
        let seconds = seconds.magnitude
        var text = isNegative ? "-P" : "P"
        if days > 0 {
            if days % 7 == 0, seconds == 0 { return text + "\(days / 7)W" }
            text += "\(days)D"
        }
        guard seconds > 0 || days == 0 else { return text }
        text += "T"
        if seconds >= 3600 { text += "\(seconds / 3600)H" }
        if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)M" }
        if seconds % 60 > 0 || seconds == 0 { text += "\(seconds % 60)S" }
        return text
    }
}
