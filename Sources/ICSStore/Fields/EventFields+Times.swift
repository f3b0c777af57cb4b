import ICSConsole
import ICalendar
import ICalendarStore

extension EventFields {
    /// Writes when the event happens: start, end, whole days and the zone together.
    ///
    /// What took whole days and gets times has them in the zone where nobody named another.
    func applyTimes(to event: inout Event, _ old: EventFields, in zone: Zone?) throws(FieldError) {
        let isAllDay = try self.isAllDay(old)
        guard !text(.start).isEmpty else { throw FieldError(field: .start, reason: "an event needs a start") }
        let start = try time(.start, isAllDay: isAllDay, old, event.start, in: zone)
        // What is shown of such an end is no other than the length says.
        if old.saysLength, old.endsInOtherZone, !isEndSaid, self[.end] == old[.end], isAllDay == old.tookDays
        {
            event.start = start
            return
        }
        guard let end = try end(after: start, old, event, in: zone) else {
            event.start = start
            event.end = nil
            event.duration = nil
            return
        }
        let isLater: Bool
        switch (start, end) {
        case (.date(let first), .date(let day)): isLater = day > first
        // The clocks of one zone can be compared; at a change of the clocks, and of two zones, the store looks again.
        case (.zoned(_, let zone), .zoned(_, let other)) where zone != other: isLater = true
        case (.zoned, .utc), (.utc, .zoned): isLater = true
        default: isLater = end.civil >= start.civil
        }
        guard isLater else {
            throw FieldError(field: .end, reason: "the event ends before it starts")
        }
        // What says what it said stays as it is written, and so does a DURATION of what was only moved.
        if start == event.start, self[.end] == old[.end], keepsForm(old) { return }
        let isMoved =
            event.duration != nil && keepsForm(old) && isAllDay == old.tookDays && length == old.length
        event.start = start
        if isMoved { return }
        if let exactLength, !start.isDate {
            event.end = nil
            event.duration = exactLength
            return
        }
        let isPoint = end == end.with(start.civil) && end == start.with(end.civil)
        event.end = isPoint ? nil : end
        if isPoint { event.duration = nil }
    }

    /// The end, excluded; nil where there is none.
    ///
    /// Of whole days, and of a day that is the end of what took whole days, it is the midnight after it. What took one
    /// day and said no end takes 24 hours by the clock on the wall.
    private func end(
        after start: EventTime,
        _ old: EventFields,
        _ event: Event,
        in zone: Zone?
    ) throws(FieldError) -> EventTime? {
        guard let written = self[.end].first else {
            guard old.tookDays, old[.end].isEmpty, !start.isDate else { return nil }
            return start.with(start.civil.adding(seconds: 86_400))
        }
        // What takes place from one zone to another does so afterwards.
        let isWithZone = ((try? self.written(.end))?.zone) != nil
        let form = endsInOtherZone && !isWithZone ? event.start : event.end ?? event.start
        let end = try time(.end, isAllDay: start.isDate, old, form, in: zone)
        let isDay = !written.contains(":")
        if case .date(let day) = end {
            // A midnight belongs to the day before it.
            let isMidnight = !isDay && (try? self.written(.end))?.time.civil.secondOfDay == 0
            return .date(isMidnight && day > start.civil.date ? day : day.adding(days: 1))
        }
        guard isDay, old.tookDays else { return end }
        return end.with(end.civil.adding(seconds: 86_400))
    }

    var tookDays: Bool { (try? EventTime(text(.start)))?.isDate == true }

    /// The seconds from start to end by the clock on the wall; nil where one of them says no time.
    private var length: Int? {
        guard let start = try? EventTime(text(.start)), let end = try? written(.end).time,
            start.isDate == end.isDate
        else { return nil }
        return end.civil.secondNumber - start.civil.secondNumber
    }

    private func keepsForm(_ old: EventFields) -> Bool {
        self[.timeZone] == old[.timeZone] && self[.allDay] == old[.allDay]
    }

    /// Whether it takes whole days: as is said, or else as the start is written.
    func isAllDay(_ old: EventFields) throws(FieldError) -> Bool {
        let start = text(.start)
        let isDay = !start.contains(":")
        switch text(.allDay).lowercased() {
        case "yes", "true":
            // A time that was written just now is meant; the day was said before.
            return isAllDaySaid || !(self[.allDay] == old[.allDay] && self[.start] != old[.start] && !isDay)
        case "no", "false":
            if !isAllDaySaid, self[.allDay] == old[.allDay], self[.start] != old[.start], isDay {
                return true
            }
            return false
        case "": return isDay
        case let text: throw FieldError(field: .allDay, reason: "'\(text)' is neither yes nor no")
        }
    }

    /// The time that a field says, in the form that it had where that was not changed: a zone that only the file
    /// defines, or that nobody knows, stays what it is.
    private func time(
        _ field: EventField,
        isAllDay: Bool,
        _ old: EventFields,
        _ form: EventTime?,
        in usual: Zone?
    ) throws(FieldError) -> EventTime {
        let (time, own): (EventTime, String?)
        do throws(CalendarError) { (time, own) = try written(field) } catch {
            if let reason = reason(ofMissingDate: field, besides: old) {
                throw FieldError(field: field, reason: reason)
            }
            let year = text(field).prefix { $0 != "-" }
            let isTooLate = year.count > 4 && year.allSatisfy { $0.isASCII && $0.isNumber }
            throw FieldError(
                field: field,
                reason: isTooLate
                    ? "\(text(field)) is after the year 9999, the last of a calendar" : error.detail
            )
        }
        if isAllDay { return .date(time.civil.date) }
        if case .utc = time { return time }
        let isSame = own.map { form?.timeZoneID == $0 } ?? (self[.timeZone] == old[.timeZone])
        if isSame, let form, !form.isDate { return form.with(time.civil) }
        let zone = own ?? self.text(.timeZone)
        if zone.isEmpty, old.tookDays, usual != nil { return Self.time(time.civil, in: usual) }
        return try Self.time(time.civil, named: zone, .timeZone)
    }

    static func time(
        _ civil: CivilDateTime,
        named zone: String,
        _ field: EventField
    ) throws(FieldError) -> EventTime {
        switch zone.lowercased() {
        case "utc", "z": return .utc(civil)
        case "floating", "": return .floating(civil)
        default:
            do throws(CalendarError) {
                return .zoned(civil, timeZoneID: try Zone(identifier: zone).identifier)
            } catch {
                throw FieldError(field: field, reason: error.detail)
            }
        }
    }

    /// What to say of a time of day without its date: how it is written with the date that it had; nil where it is none.
    func reason(ofMissingDate field: EventField, besides old: EventFields) -> String? {
        let text = text(field)
        guard let word = text.split(separator: " ").first,
            TimeArgument.isTimeOfDay(word) || TimeArgument.isTimeOfDay(text)
        else { return nil }
        let dates = [old.text(field), old.text(.start), "2026-03-30"]
        let date = dates.first { !$0.isEmpty }?.prefix(10) ?? ""
        return "the date is missing; write it before the time, as in \(date) \(text)"
    }

    /// What the clocks of a zone show; floating without one, and in one that only this machine knows.
    static func time(_ civil: CivilDateTime, in zone: Zone?) -> EventTime {
        guard let zone else { return .floating(civil) }
        if zone == .utc { return .utc(civil) }
        return zone.isNamed ? .zoned(civil, timeZoneID: zone.identifier) : .floating(civil)
    }
}

extension Zone {
    /// Whether others know it by its name; a rule in TZ and the clock of this machine have none.
    var isNamed: Bool { self == .utc || (try? Zone(identifier: identifier)) != nil }
}
