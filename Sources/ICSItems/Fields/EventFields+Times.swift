import ICSConsole
package import ICalendar
import ICalendarStore

extension EventFields {
    /// Writes the start, end, all-day state, and zone together.
    ///
    /// Times that replace dates are in `zone`, unless the fields specify another zone.
    package func applyTimes(to event: inout Event, _ old: EventFields, in zone: Zone?) throws(FieldError) {
        let isAllDay = try self.isAllDay(old)
        if isAllDay { try refuseZone(besides: old) }
        guard !text(.start).isEmpty else { throw FieldError(field: .start, reason: "an event needs a start") }
        let start = try time(.start, isAllDay: isAllDay, old, event.start, in: zone)
        // The end is only for display, since the event has a stored duration.
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
        // Compare local times only within one zone. The store checks clock changes and other zones.
        case (.zoned(_, let zone), .zoned(_, let other)) where zone != other: isLater = true
        case (.zoned, .utc), (.utc, .zoned): isLater = true
        default: isLater = end.civil >= start.civil
        }
        guard isLater else {
            throw FieldError(field: .end, reason: "the event ends before it starts")
        }
        // Unchanged times keep their form, and a moved event keeps its DURATION.
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

    /// Throws an error for a new time zone, which has no effect on dates.
    package func refuseZone(besides old: EventFields) throws(FieldError) {
        guard !text(.timeZone).isEmpty, self[.timeZone] != old[.timeZone] else { return }
        throw FieldError(field: .timeZone, reason: "dates have no time zone; set a time of day as well")
    }

    /// Returns the exclusive end, or nil if there is none.
    ///
    /// For an all-day event, this is the day after the last day. If a timed event was all-day before and its end is
    /// still a date, the end is midnight after that date. If it had no end before, it lasts 24 hours in local time.
    private func end(
        after start: EventTime,
        _ old: EventFields,
        _ event: Event,
        in zone: Zone?
    ) throws(FieldError) -> EventTime? {
        if self[.end].isEmpty {
            guard old.tookDays, old[.end].isEmpty, !start.isDate else { return nil }
            return start.with(start.civil.adding(seconds: 86_400))
        }
        // If the event ends in a different zone, keep that zone.
        let isWithZone = ((try? self.written(.end))?.zone) != nil
        let form = endsInOtherZone && !isWithZone ? event.start : event.end ?? event.start
        let end = try time(.end, isAllDay: start.isDate, old, form, in: zone)
        let isDay = (try? self.written(.end))?.time.isDate == true
        if case .date(let day) = end {
            // An end at midnight belongs to the previous day.
            let isMidnight = !isDay && (try? self.written(.end))?.time.civil.secondOfDay == 0
            return .date(isMidnight && day > start.civil.date ? day : day.adding(days: 1))
        }
        guard isDay, old.tookDays else { return end }
        return end.with(end.civil.adding(seconds: 86_400))
    }

    package var tookDays: Bool { (try? EventTime(text(.start)))?.isDate == true }

    /// The duration from start to end in seconds of local time, or nil if either is missing.
    private var length: Int? {
        guard let start = try? EventTime(text(.start)), let end = try? written(.end).time,
            start.isDate == end.isDate
        else { return nil }
        return end.civil.secondNumber - start.civil.secondNumber
    }

    private func keepsForm(_ old: EventFields) -> Bool {
        self[.timeZone] == old[.timeZone] && self[.allDay] == old[.allDay]
    }

    /// Returns whether the event is all-day, based on the all-day field or, without one, on the form of the start.
    package func isAllDay(_ old: EventFields) throws(FieldError) -> Bool {
        let isDay = (try? written(.start))?.time.isDate == true
        switch text(.allDay).lowercased() {
        case "yes", "true":
            // A new time in the start overrides the earlier all-day setting.
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

    /// Returns the time in a field, preserving its previous form if possible.
    ///
    /// Keeping the form preserves zones that are unknown or defined only in the file.
    private func time(
        _ field: EventField,
        isAllDay: Bool,
        _ old: EventFields,
        _ form: EventTime?,
        in usual: Zone?
    ) throws(FieldError) -> EventTime {
        var (time, own): (EventTime, String?)
        do throws(CalendarError) { (time, own) = try written(field) } catch {
            if let reason = hint(forPartialTime: field, besides: old) {
                throw FieldError(field: field, reason: reason)
            }
            let year = text(field).prefix { $0 != "-" }
            let isTooLate = year.count > 4 && year.allSatisfy { $0.isASCII && $0.isNumber }
            throw FieldError(
                field: field,
                reason: isTooLate
                    ? "\(text(field)) is after the year 9999" : error.detail
            )
        }
        time = localized(time, in: text(.timeZone))
        if isAllDay { return .date(time.civil.date) }
        if case .utc = time { return time }
        let isSame = own.map { form?.timeZoneID == $0 } ?? (self[.timeZone] == old[.timeZone])
        if isSame, let form, !form.isDate { return form.with(time.civil) }
        let zone = own ?? self.text(.timeZone)
        if zone.isEmpty, old.tookDays, usual != nil { return Self.time(time.civil, in: usual) }
        return try Self.time(time.civil, named: zone, .timeZone)
    }

    package static func time(
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

    /// Moves a zone written after the start to the time-zone field, so that it applies to the whole event, and rewrites
    /// an instant as a local time.
    package mutating func settleStart(over old: EventFields) throws(FieldError) {
        guard let (time, zone) = try? written(.start) else { return }
        if let zone {
            guard self[.timeZone] == old[.timeZone] || self[.timeZone] == [zone] else {
                throw FieldError(
                    field: .start,
                    reason:
                        "'\(text(.start))' and the field \(EventField.timeZone.rawValue) name different time zones; use one of them"
                )
            }
            self[.timeZone] = [zone]
        }
        let local = localized(time, in: text(.timeZone))
        if zone != nil || local != time { self[.start] = [Self.text(local)] }
    }

    /// Returns an instant as a local time in a zone.
    ///
    /// Returns any other time unchanged, as well as an instant that no local time in the zone represents.
    func localized(_ time: EventTime, in zone: String) -> EventTime {
        guard case .utc(let utc) = time, let zone = try? Zone(identifier: zone) else { return time }
        let instant = Zone.utc.instant(of: utc)
        let civil = zone.civil(at: instant)
        return zone.instant(of: civil) == instant ? .floating(civil) : time
    }

    /// Returns a hint for a relative time or a time of day without a date, or nil for any other value.
    package func hint(forPartialTime field: EventField, besides old: EventFields) -> String? {
        let text = text(field)
        let example = [old.text(field), old.text(.start), "2026-03-30 09:30"].first { !$0.isEmpty } ?? ""
        if let sign = text.first, "+-".contains(sign), text.dropFirst().first?.isNumber == true {
            return "'\(text)' could count from now or from the old time; write the new time, as in \(example)"
        }
        do throws(TimeArgumentError) { _ = try TimeArgument(parsing: text) } catch {
            guard case .missingDate = error else { return nil }
            let time = TimeArgument.onDay(text)
            return "the date is missing; write it before the time, as in \(example.prefix(10)) \(time)"
        }
        return nil
    }

    /// Returns a time in a zone.
    ///
    /// The time is floating if there is no zone or if only this machine knows the zone.
    package static func time(_ civil: CivilDateTime, in zone: Zone?) -> EventTime {
        guard let zone else { return .floating(civil) }
        if zone == .utc { return .utc(civil) }
        return zone.isNamed ? .zoned(civil, timeZoneID: zone.identifier) : .floating(civil)
    }
}

extension Zone {
    /// Whether other machines know the zone's name, unlike a rule in TZ or this machine's local zone.
    package var isNamed: Bool { self == .utc || (try? Zone(identifier: identifier)) != nil }
}
