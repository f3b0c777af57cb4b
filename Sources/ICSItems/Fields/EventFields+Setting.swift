package import ICalendar
package import ICalendarStore

extension EventFields {
    /// Writes the fields that differ from `old` to a new event.
    ///
    /// - Parameter zone: The zone for times that replace dates, or nil for floating times.
    /// - Throws: ``FieldError`` for an invalid value. In this case, the event is unchanged.
    package func apply(over old: EventFields, to event: inout Event, in zone: Zone? = nil) throws(FieldError)
    {
        var new = CalendarEvent(event)
        try apply(over: old, to: &new, in: zone)
        event = new.event
    }

    /// Writes the fields that differ from `old` to a stored event, using the public setters.
    ///
    /// Other fields are not modified.
    ///
    /// - Parameter zone: The zone for times that replace dates, or nil for floating times.
    package func apply(over old: EventFields, to event: inout CalendarEvent, in zone: Zone? = nil)
        throws(FieldError)
    {
        var changed = event
        let differences = differences(from: old)
        if !EventField.times.isDisjoint(with: differences) {
            try changed.editTimes { event throws(FieldError) in try applyTimes(to: &event, old, in: zone) }
        }
        // Outlook's flag can mark a timed event as all-day.
        if isAllDaySaid, !changed.isAllDay { changed.isAllDay = false }
        for field in differences { try apply(field, to: &changed, old) }
        event = changed
    }

    private func apply(_ field: EventField, to event: inout CalendarEvent, _ old: EventFields)
        throws(FieldError)
    {
        let text = text(field)
        let value = text.isEmpty ? nil : text
        switch field {
        case .title: event.title = text
        case .location: event.location = value
        case .url: event.event.url = try LinkText.link(value)
        case .notes: event.notes = value
        case .repeats:
            var rules: [RecurrenceRule] = []
            let start = event.event.start
            for text in self[field] { rules.append(try RuleLine.rule(text).ending(like: start)) }
            event.recurrenceRules = rules
        case .status: event.event.status = try status(value)
        case .category: event.event.categories = self[.category]
        case .attendee: event.event.attendees = try attendees(of: event.event)
        case .alarm: event.event.alarms = try alarms(of: event.event)
        case .start, .end, .allDay, .timeZone, .due, .priority, .done: break
        }
    }

    /// Returns the attendees.
    ///
    /// Existing attendees keep their other details.
    private func attendees(of event: Event) throws(FieldError) -> [Attendee] {
        var left = event.attendees
        var attendees: [Attendee] = []
        for text in self[.attendee] {
            if let place = left.firstIndex(where: { Self.text($0) == text }) {
                attendees.append(left.remove(at: place))
                continue
            }
            let new = try Self.attendee(text)
            let address = new.email?.lowercased()
            let place = left.firstIndex { other in
                other.email?.lowercased() == address && !self[.attendee].contains(Self.text(other))
            }
            guard let place else {
                attendees.append(new)
                continue
            }
            var known = left.remove(at: place)
            if let name = new.name { known.name = name }
            attendees.append(known)
        }
        return attendees
    }

    /// Returns the alarms.
    ///
    /// An alarm with a changed time keeps its other details.
    ///
    /// Alarms without a text form are preserved, since they were not shown and therefore cannot have been removed by
    /// the user.
    private func alarms(of event: Event) throws(FieldError) -> [Alarm] {
        var left = event.alarms.filter { AlarmText.text(of: $0) != nil }
        let unsaid = event.alarms.filter { AlarmText.text(of: $0) == nil }
        var alarms: [Alarm?] = self[.alarm].map { text in
            left.firstIndex { AlarmText.text(of: $0) == text }.map { left.remove(at: $0) }
        }
        let isRetimed = alarms.count { $0 == nil } == left.count
        for (place, text) in self[.alarm].enumerated() where alarms[place] == nil {
            var alarm = try AlarmText.alarm(text, showing: event.summary ?? "")
            if isRetimed {
                let trigger = alarm.trigger
                alarm = left.removeFirst()
                alarm.trigger = trigger
                // The alarm is no longer a default alarm. Remove these properties to keep Apple's programs from
                // resetting its time.
                for name in ["X-APPLE-DEFAULT-ALARM", "X-APPLE-LOCAL-DEFAULT-ALARM"] {
                    alarm.component.set(name, to: nil)
                }
            }
            alarms[place] = alarm
        }
        return alarms.compactMap(\.self) + unsaid
    }

    private func status(_ text: String?) throws(FieldError) -> Event.Status? {
        guard let text else { return nil }
        switch text.lowercased() {
        case "confirmed": return .confirmed
        case "tentative": return .tentative
        case "cancelled", "canceled": return .cancelled
        default:
            throw FieldError(
                field: .status,
                reason: "'\(text)' is not one of confirmed, tentative, cancelled"
            )
        }
    }

    package static func attendee(_ text: String) throws(FieldError) -> Attendee {
        var (name, address) = ("", text)
        if text.hasSuffix(">"), let open = text.lastIndex(of: "<") {
            name = String(text[..<open]).trimmed
            // Mail programs enclose names in quotation marks.
            if name.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") {
                name = String(name.dropFirst().dropLast())
            }
            address = String(text[text.index(after: open)...].dropLast())
        }
        address = address.trimmed
        if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
        guard address.contains("@"), !address.contains(where: { $0.isWhitespace }) else {
            throw FieldError(
                field: .attendee,
                reason: "'\(text)' is not an email address such as Jane Doe <jane@studio.example>"
            )
        }
        return Attendee(email: address, name: name.isEmpty ? nil : name)
    }
}

extension String {
    package var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
