import ICalendar

/// Rules as RRULE has them: `FREQ=WEEKLY;BYDAY=MO`.
enum RuleLine {
    /// The text of a rule.
    static func text(of rule: RecurrenceRule) -> String {
        var event = Event(Component(Event.componentName))
        event.recurrenceRules = [rule]
        let lines = String(decoding: event.component.contentLines, as: UTF8.self)
            .replacing("\r\n ", with: "")
        let line = lines.split(whereSeparator: \.isNewline).first { $0.hasPrefix("RRULE") }
        return line.map { String($0.drop { $0 != ":" }.dropFirst()) } ?? ""
    }

    /// Reads a rule, with or without `RRULE:` before it.
    ///
    /// - Throws: ``FieldError`` with what is wrong.
    static func rule(_ text: String) throws(FieldError) -> RecurrenceRule {
        let text = text.uppercased().hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
        guard !text.contains(where: { $0.isNewline }) else {
            throw FieldError(field: .repeats, reason: "a rule is one line")
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
        // A calendar would do without the part or the rule; a person meant it.
        let found = file?.diagnostics.first?.message.prefix { $0 != ";" } ?? "it is none"
        throw FieldError(field: .repeats, reason: "\(found); a rule looks like FREQ=WEEKLY;BYDAY=MO")
    }
}
