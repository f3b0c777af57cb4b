import ICalendar

extension EventFields {
    /// Writes when the event happens: start, end, whole days and the zone together.
    func applyTimes(to event: inout Event, _ old: EventFields) throws(FieldError) {
        let isAllDay = try self.isAllDay(old)
        guard !text(.start).isEmpty else { throw FieldError(field: .start, reason: "an event needs a start") }
        let start = try time(.start, isAllDay: isAllDay)
        guard !text(.end).isEmpty else {
            event.start = start
            event.end = nil
            event.duration = nil
            return
        }
        var end = try time(.end, isAllDay: isAllDay)
        if case .date(let day) = end { end = .date(day.adding(days: 1)) }
        let isLater: Bool
        switch (start, end) {
        case (.date(let first), .date(let day)): isLater = day > first
        // Both are of one zone, so that their clocks can be compared; at a change of the clocks the store looks again.
        default: isLater = end.civil >= start.civil
        }
        guard isLater else {
            throw FieldError(field: .end, reason: "the event ends before it starts")
        }
        event.start = start
        event.end = end.civil == start.civil ? nil : end
        if event.end == nil { event.duration = nil }
    }

    /// Whether it takes whole days: as is said, or else as the start is written.
    private func isAllDay(_ old: EventFields) throws(FieldError) -> Bool {
        let start = text(.start)
        let isDay = !start.contains(":")
        switch text(.allDay).lowercased() {
        case "yes", "true":
            // A time that was written just now is meant; the day was said before.
            return !(self[.allDay] == old[.allDay] && self[.start] != old[.start] && !isDay)
        case "no", "false":
            if self[.allDay] == old[.allDay], self[.start] != old[.start], isDay { return true }
            return false
        case "": return isDay
        case let text: throw FieldError(field: .allDay, reason: "'\(text)' is neither yes nor no")
        }
    }

    private func time(_ field: EventField, isAllDay: Bool) throws(FieldError) -> EventTime {
        let text = text(field)
        let time: EventTime
        do throws(CalendarError) { time = try EventTime(text) } catch {
            throw FieldError(field: field, reason: error.detail)
        }
        if isAllDay { return .date(time.civil.date) }
        if case .utc = time { return time }
        let zone = self.text(.timeZone)
        switch zone.lowercased() {
        case "utc", "z": return .utc(time.civil)
        case "floating": return .floating(time.civil)
        case "": return .floating(time.civil)
        default:
            do throws(CalendarError) {
                return .zoned(time.civil, timeZoneID: try Zone(identifier: zone).identifier)
            } catch {
                throw FieldError(field: .timeZone, reason: error.detail)
            }
        }
    }
}
