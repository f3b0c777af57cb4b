import ICSConsole
package import ICalendar

/// The text form of alarms: `15m` before the start, `+5m` after it, `end 10m` before the end, `at 2026-03-30 07:00Z`.
package enum AlarmText {
    /// Returns an alarm's text, or nil if the alarm has no time or none that counts.
    package static func text(of alarm: Alarm) -> String? {
        guard alarm.goesOffAtTime else { return nil }
        switch alarm.trigger {
        case .relative(let distance, let edge):
            let isAfter = !distance.isNegative && distance != .zero
            return (edge == .end ? "end " : "") + (isAfter ? "+" : "") + LengthText.text(of: distance)
        case .absolute(let instant): return "at \(EventFields.text(.utc(Zone.utc.civil(at: instant))))Z"
        case nil: return nil
        }
    }

    package static func alarm(_ text: String, showing title: String) throws(FieldError) -> Alarm {
        let words = title.isEmpty ? "Alarm" : title
        var rest = text.lowercased()[...]
        if rest.hasPrefix("at ") {
            if TimeArgument.isTimeOfDay(text.dropFirst(3)) {
                throw FieldError(
                    field: .alarm,
                    reason: "the date is missing; write it before the time, as in 'at 2026-03-30 07:00Z'"
                )
            }
            guard case .utc(let civil)? = try? EventTime(typed: String(text.dropFirst(3))) else {
                throw FieldError(
                    field: .alarm,
                    reason: "'\(text)' is not a UTC time; use a form such as 'at 2026-03-30 07:00Z'"
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
                reason:
                    "'\(text)' is neither a duration such as '1d12h' nor a time such as 'at 2026-03-30 07:00Z'"
            )
        }
        let edge: Alarm.Trigger.Edge = isEnd ? .end : .start
        return .display(
            words,
            isAfter ? .after(length, edge) : .before(length, edge)
        )
    }
}

/// The text form of links.
enum LinkText {
    /// Returns a link, which must not contain blanks (RFC 3986 section 2).
    static func link(_ text: String?) throws(FieldError) -> String? {
        guard let text, text.contains(where: \.isWhitespace) else { return text }
        throw FieldError(field: .url, reason: "'\(text)' is not a link, since it contains blanks")
    }
}

/// The text form of durations: `15m`, `1h30m`, `2d`.
package enum LengthText {
    /// Parses a duration.
    ///
    /// Returns nil for any other string and for durations of more than a hundred years.
    package static func length(_ text: String) -> NominalDuration? {
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

    /// Parses a duration as typed by a user, including `1h30` and the RFC 5545 form `PT1H30M`.
    package static func typed(_ text: String) -> NominalDuration? {
        if let length = length(text) { return length }
        let word = text.lowercased().filter { $0 != " " }
        // After hours, the unit for minutes may be omitted.
        if let hour = word.firstIndex(of: "h"), word.distance(from: hour, to: word.endIndex) == 3,
            let length = length(word + "m")
        {
            return length
        }
        var remarks: [ValueRemark] = []
        let bytes = Array(word.utf8)
        guard word.hasPrefix("p"), let length = NominalDuration(bytes.span, &remarks), remarks.isEmpty,
            length.days >= 0, length.seconds >= 0, length.days < 36_600, length.seconds < 36_600 * 86_400
        else { return nil }
        return length
    }

    package static func text(of length: NominalDuration) -> String {
        let seconds = length.seconds.magnitude
        let parts: [(UInt, String)] = [
            (length.days.magnitude, "d"), (seconds / 3600, "h"), (seconds / 60 % 60, "m"),
            (seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return text.isEmpty ? "0m" : text
    }
}

/// The text form of rules, as in the value of RRULE: `FREQ=WEEKLY;BYDAY=MO`.
package enum RuleLine {
    package static func text(of rule: RecurrenceRule) -> String {
        var event = Event(Component(Event.componentName))
        event.recurrenceRules = [rule]
        let lines = String(decoding: event.component.contentLines, as: UTF8.self)
            .replacing("\r\n ", with: "")
        let line = lines.split(whereSeparator: \.isNewline).first { $0.hasPrefix("RRULE") }
        return line.map { String($0.drop { $0 != ":" }.dropFirst()) } ?? ""
    }

    package static func rule(_ text: String) throws(FieldError) -> RecurrenceRule {
        let text = text.uppercased().hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
        guard !text.contains(where: { $0.isNewline }) else {
            throw FieldError(field: .repeats, reason: "a rule must be on one line")
        }
        let calendar =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:rule\nBEGIN:VEVENT\nUID:rule\nDTSTAMP:20260101T000000Z\n"
            + "DTSTART:20260101T000000Z\nRRULE:\(text)\nEND:VEVENT\nEND:VCALENDAR\n"
        let file = try? CalendarFile(text: calendar)
        if let rule = file?.calendars.first?.events.first?.recurrenceRules.first,
            file?.diagnostics.isEmpty == true
        {
            return rule
        }
        // Invalid parts are ignored in a file, but they are errors in a typed rule.
        let message = file?.diagnostics.first?.message ?? "'\(text)' is not a rule"
        // The user knows the field as `repeat`.
        let found = (message.hasPrefix("RRULE: ") ? message.dropFirst(7) : message[...]).prefix { $0 != ";" }
        throw FieldError(field: .repeats, reason: "\(found); use a rule such as FREQ=WEEKLY;BYDAY=MO")
    }
}

extension RecurrenceRule {
    /// Returns the rule with its UNTIL in the form that RFC 5545 section 3.3.10 requires for the start.
    ///
    /// A date as UNTIL includes the whole day. If UNTIL cannot be converted, it is unchanged and the store checks it.
    package func ending(like start: EventTime?) -> RecurrenceRule {
        guard let start, let until else { return self }
        var rule = self
        let civil = until.isDate ? CivilDateTime(until.civil.date, secondOfDay: 86_399) : until.civil
        switch (start, until) {
        case (.date, _): rule.until = .date(until.civil.date)
        case (_, .utc), (_, .zoned): break
        case (.floating, _): rule.until = .floating(civil)
        case (.utc, _): rule.until = .utc(civil)
        case (.zoned(_, let id), _):
            guard let zone = try? Zone(identifier: id) else { break }
            rule.until = .utc(CivilDateTime(secondNumber: zone.instant(of: civil).secondsSince1970))
        }
        return rule
    }
}
