import ICalendar

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
