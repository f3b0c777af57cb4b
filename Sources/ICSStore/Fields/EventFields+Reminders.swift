import ICalendar
import ICalendarStore

extension EventFields {
    /// What a reminder says.
    init(_ reminder: Reminder) {
        names = EventField.ofReminders
        func put(_ field: EventField, _ text: String?) {
            if let text, !text.isEmpty { self[field] = [text] }
        }
        put(.title, Self.oneLine(reminder.title))
        put(.due, reminder.due.map(Self.text))
        // One that is never due has the zone of its start.
        switch reminder.due ?? reminder.todo.start {
        case .zoned(_, let id): put(.timeZone, id)
        case .utc: put(.timeZone, "UTC")
        case .floating: put(.timeZone, "floating")
        case .date, nil: break
        }
        put(.location, reminder.location.map(Self.oneLine))
        put(.url, reminder.url.map(Self.oneLine))
        self[.repeats] = reminder.recurrenceRules.map { RuleLine.text(of: $0) }
        if reminder.priority != 0 { put(.priority, "\(reminder.priority)") }
        put(.done, reminder.isCompleted ? "yes" : "no")
        put(.notes, reminder.notes)
    }

    /// Writes what differs from other fields into a reminder; what is the same there stays as it is.
    ///
    /// - Parameter zone: that of the due time of what was due on a day, or never; nil lets it float.
    /// - Throws: ``FieldError`` for a text that cannot be read; the reminder is as it was then.
    func apply(over old: EventFields, to reminder: inout Reminder, in zone: Zone? = nil) throws(FieldError) {
        var changed = reminder
        let differences = differences(from: old)
        if differences.contains(.due) || differences.contains(.timeZone) {
            let before = reminder.due
            if let reason = reason(ofMissingDate: .due, besides: old) {
                throw FieldError(field: .due, reason: reason)
            }
            let form = before ?? reminder.todo.start
            let due = try due(form, old, in: old.text(.timeZone).isEmpty ? zone : nil)
            if due != before {
                changed.todo.due = due
                // DUE and DURATION exclude each other (RFC 5545 section 3.6.2).
                changed.todo.duration = nil
            }
            // What begins when it is due goes on to do so, and what begins before goes along into another zone.
            if let start = reminder.todo.start {
                if start == before {
                    changed.todo.start = changed.todo.due
                } else if differences.contains(.timeZone), !start.isDate, due?.isDate != true {
                    if let due {
                        changed.todo.start = Self.time(start.civil, like: due)
                    } else {
                        changed.todo.start = try named(start.civil)
                    }
                }
            }
        }
        for field in differences { try apply(field, to: &changed) }
        reminder = changed
    }

    private func apply(_ field: EventField, to reminder: inout Reminder) throws(FieldError) {
        let text = text(field)
        let value = text.isEmpty ? nil : text
        switch field {
        case .title: reminder.title = text
        case .location: reminder.location = value
        case .url: reminder.url = value
        case .notes: reminder.notes = value
        case .repeats:
            var rules: [RecurrenceRule] = []
            for text in self[field] { rules.append(try RuleLine.rule(text)) }
            rules = rules.map { $0.ending(like: reminder.todo.start ?? reminder.todo.due) }
            reminder.recurrenceRules = rules
        case .priority:
            let number = value.map { Int($0) ?? -1 } ?? 0
            guard (0...9).contains(number) else {
                throw FieldError(field: field, reason: "'\(text)' is none of 1 to 9")
            }
            reminder.priority = number
        case .done:
            switch text.lowercased() {
            case "yes", "true": reminder.isCompleted = true
            case "no", "false", "": reminder.isCompleted = false
            default: throw FieldError(field: field, reason: "'\(text)' is neither yes nor no")
            }
        case .due, .timeZone, .start, .end, .allDay, .status, .attendee, .alarm: break
        }
    }

    /// When it is due: in the zone that it had, be it one that only the file defines, or in another one that is named.
    private func due(_ form: EventTime?, _ old: EventFields, in usual: Zone?) throws(FieldError) -> EventTime?
    {
        guard !text(.due).isEmpty else { return nil }
        let time: EventTime
        do throws(CalendarError) { time = try EventTime(text(.due)) } catch {
            throw FieldError(field: .due, reason: error.detail)
        }
        switch time {
        case .date, .utc: return time
        default: break
        }
        if let form, !form.isDate, self[.timeZone] == old[.timeZone] {
            return Self.time(time.civil, like: form)
        }
        return text(.timeZone).isEmpty ? Self.time(time.civil, in: usual) : try named(time.civil)
    }

    /// A time in the zone that is named.
    private func named(_ civil: CivilDateTime) throws(FieldError) -> EventTime {
        switch text(.timeZone).lowercased() {
        case "utc", "z": return .utc(civil)
        case "floating", "": return .floating(civil)
        case let zone:
            do throws(CalendarError) {
                return .zoned(civil, timeZoneID: try Zone(identifier: zone).identifier)
            } catch {
                throw FieldError(field: .due, reason: error.detail)
            }
        }
    }
}
