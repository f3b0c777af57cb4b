import ICSConsole
import ICalendar

/// Alarms as people write them: `15m` before the start, `+5m` after it, `end 10m` before the end, `at 2026-03-30 07:00Z`.
enum AlarmText {
    /// The text of an alarm; nil for one that never goes off.
    static func text(of alarm: Alarm) -> String? {
        switch alarm.trigger {
        case .relative(let distance, let edge):
            let isAfter = !distance.isNegative && distance != .zero
            return (edge == .end ? "end " : "") + (isAfter ? "+" : "") + LengthText.text(of: distance)
        case .absolute(let instant): return "at \(EventFields.text(.utc(Zone.utc.civil(at: instant))))Z"
        case nil: return nil
        }
    }

    /// An alarm that shows a text.
    ///
    /// - Throws: ``FieldError`` for what is no length.
    static func alarm(_ text: String, showing title: String) throws(FieldError) -> Alarm {
        let words = title.isEmpty ? "Alarm" : title
        var rest = text.lowercased()[...]
        if rest.hasPrefix("at ") {
            if TimeArgument.isTimeOfDay(text.dropFirst(3)) {
                throw FieldError(
                    field: .alarm,
                    reason: "the date is missing; write it before the time, as in 'at 2026-03-30 07:00Z'"
                )
            }
            guard case .utc(let civil)? = try? EventTime(String(text.dropFirst(3))) else {
                throw FieldError(
                    field: .alarm,
                    reason: "'\(text)' is no time in UTC such as at 2026-03-30 07:00Z"
                )
            }
            return .display(words, .absolute(Instant(secondsSince1970: civil.secondNumber)))
        }
        let isEnd = rest.hasPrefix("end ")
        if isEnd { rest = rest.dropFirst(4) }
        let isAfter = rest.hasPrefix("+")
        if isAfter || rest.hasPrefix("-") { rest = rest.dropFirst() }
        guard let length = LengthText.length(String(rest)) else {
            throw FieldError(
                field: .alarm,
                reason: "'\(text)' is no length such as 15m or 1d12h, nor a time such as at 2026-03-30 07:00Z"
            )
        }
        let edge: Alarm.Trigger.Edge = isEnd ? .end : .start
        return .display(
            words,
            isAfter ? .after(length, edge) : .before(length, edge)
        )
    }
}
