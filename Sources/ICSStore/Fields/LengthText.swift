import ICalendar

/// Lengths as people write them: `15m`, `1h30m`, `2d`.
enum LengthText {
    /// Reads a length; nil for anything else, and for one of more than a hundred years.
    static func length(_ text: String) -> NominalDuration? {
        var (days, seconds) = (0, 0)
        var number: Int?
        for letter in text.lowercased() where letter != " " {
            if let digit = letter.wholeNumberValue, letter.isASCII {
                let next = (number ?? 0) * 10 + digit
                guard next < 3_200_000_000 else { return nil }
                number = next
                continue
            }
            guard let count = number else { return nil }
            number = nil
            switch letter {
            case "w": days += count * 7
            case "d": days += count
            case "h": seconds += count * 3600
            case "m": seconds += count * 60
            case "s": seconds += count
            default: return nil
            }
        }
        guard number == nil, !text.isEmpty, days < 36_600, seconds < 36_600 * 86_400 else { return nil }
        return NominalDuration(days: days, seconds: seconds)
    }

    /// The text of a length without its sign.
    static func text(of length: NominalDuration) -> String {
        let seconds = length.seconds.magnitude
        let parts: [(UInt, String)] = [
            (length.days.magnitude, "d"), (seconds / 3600, "h"), (seconds / 60 % 60, "m"),
            (seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return text.isEmpty ? "0m" : text
    }
}
