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

/// Alarms as people write them: `15m` before the start, `+5m` after it, `end 10m` before the end.
enum AlarmText {
    /// The text of an alarm; nil for one that goes off at an instant, or never.
    static func text(of alarm: Alarm) -> String? {
        guard case .relative(let distance, let edge)? = alarm.trigger else { return nil }
        let isAfter = !distance.isNegative && distance != .zero
        return (edge == .end ? "end " : "") + (isAfter ? "+" : "") + LengthText.text(of: distance)
    }

    /// An alarm that shows a text.
    ///
    /// - Throws: ``FieldError`` for what is no length.
    static func alarm(_ text: String, showing title: String) throws(FieldError) -> Alarm {
        var rest = text.lowercased()[...]
        let isEnd = rest.hasPrefix("end ")
        if isEnd { rest = rest.dropFirst(4) }
        let isAfter = rest.hasPrefix("+")
        if isAfter || rest.hasPrefix("-") { rest = rest.dropFirst() }
        guard let length = LengthText.length(String(rest)) else {
            throw FieldError(field: .alarm, reason: "'\(text)' is no length such as 15m or 1d12h")
        }
        let edge: Alarm.Trigger.Edge = isEnd ? .end : .start
        return .display(
            title.isEmpty ? "Alarm" : title,
            isAfter ? .after(length, edge) : .before(length, edge)
        )
    }
}
