import ICSConsole
package import ICalendar
package import ICalendarStore

/// The fields of an event or reminder as text.
package struct EventFields: Hashable, Sendable {
    private var values: [EventField: [String]] = [:]
    package var names = EventField.ofEvents
    /// Whether the event has a duration rather than an end.
    package var saysLength = false
    /// The exact duration, if the end cannot be written because it is in the second pass of a repeated hour.
    package var exactLength: NominalDuration?
    /// Whether the end is in a different zone than the start, as is typical of flights.
    package var endsInOtherZone = false
    /// Whether the user set the end, even if only to its current value.
    package var isEndSaid = false
    /// Whether the user set the all-day state.
    ///
    /// A user's setting takes precedence over the form of the start.
    package var isAllDaySaid = false

    package init() {}

    /// Returns the time in a field and the zone written after it, such as the zone where a flight ends.
    ///
    /// A nil zone means the start's zone.
    package func written(_ field: EventField) throws(CalendarError) -> (time: EventTime, zone: String?) {
        do throws(CalendarError) { return (try EventTime(typed: text(field)), nil) } catch {
            let words = text(field).split(separator: " ")
            for count in [1, 2] where words.count > count {
                let time = try? EventTime(typed: words[..<count].joined(separator: " "))
                guard let time, time.isFloating else { continue }
                return (time, words[count...].joined(separator: " "))
            }
            throw error
        }
    }

    package subscript(_ field: EventField) -> [String] {
        get { values[field] ?? [] }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    package func text(_ field: EventField) -> String { self[field].first ?? "" }

    package mutating func put(_ field: EventField, _ text: String?) {
        if let text, !text.isEmpty { self[field] = [text] }
    }

    package mutating func takeForm(of other: EventFields) {
        saysLength = other.saysLength
        endsInOtherZone = other.endsInOtherZone
    }

    package func differences(from other: EventFields) -> [EventField] {
        names.filter { self[$0] != other[$0] }
    }

    /// Returns the end of an event that keeps its duration but has the start in these fields, or nil if unknown.
    ///
    /// Days are counted in local time and the rest in seconds, so an hour remains an hour across a clock change. If
    /// times replace dates, each day becomes 24 hours of local time. If dates replace times, the event covers all days
    /// that it overlapped.
    ///
    /// If the end cannot be written because its local time is ambiguous, the result includes the duration.
    package func endWhenMoved(from old: EventFields) -> (text: String, length: NominalDuration?)? {
        guard let start = try? EventTime(old.text(.start)), let (end, zone) = try? old.written(.end),
            var moved = try? written(.start).time, let isAllDay = try? isAllDay(old)
        else { return nil }
        guard start.isDate == isAllDay else {
            let days = end.civil.date.dayNumber - start.civil.date.dayNumber
            if !isAllDay {
                let text = EventFields.text(.floating(moved.civil.adding(seconds: (days + 1) * 86_400)))
                if case .utc = moved { return (text + "Z", nil) }
                return (text, nil)
            }
            let isMidnight = end.civil.secondOfDay == 0 && days > 0
            let day = moved.civil.date.adding(days: isMidnight ? days - 1 : days)
            return (EventFields.text(.date(day)), nil)
        }
        // In a timed event, a date means midnight. In an all-day event, a time means its date.
        if moved.isDate != isAllDay {
            moved = isAllDay ? .date(moved.civil.date) : .floating(moved.civil)
        }
        // Keep a stored duration. The end is only for display.
        if old.saysLength, old.endsInOtherZone { return (old.text(.end), nil) }
        if case .utc = moved {
            // In UTC, keep the exact duration.
            let begin = old.clock?.instant(of: start.civil).secondsSince1970 ?? start.civil.secondNumber
            let own = zone.map { try? Zone(identifier: $0) } ?? old.clock
            let last = own?.instant(of: end.civil).secondsSince1970 ?? end.civil.secondNumber
            return (EventFields.text(.utc(moved.civil.adding(seconds: max(0, last - begin)))) + "Z", nil)
        }
        if let zone, let own = try? Zone(identifier: zone), !moved.isDate, let before = old.clock {
            let seconds =
                own.instant(of: end.civil).secondsSince1970 - before.instant(of: start.civil).secondsSince1970
            // Treat floating times like UTC.
            let instant = (clock ?? .utc).instant(of: moved.civil).adding(seconds: seconds)
            // An end is in UTC because its zone cannot express it.
            let isOfStart = zone == "UTC"
            let there = isOfStart ? clock ?? .utc : own
            let shown = there.civil(at: instant)
            if there.instant(of: shown) == instant {
                return (EventFields.text(.floating(shown)) + (isOfStart ? "" : " \(zone)"), nil)
            }
            return (EventFields.text(.floating(Zone.utc.civil(at: instant))) + " UTC", nil)
        }
        let length = end.civil.secondNumber - start.civil.secondNumber
        // A stored duration is unchanged.
        let staysWritten = old.saysLength && text(.timeZone) == old.text(.timeZone)
        let exact =
            staysWritten || moved.isDate || endsInOtherZone || length < 0
            ? nil : exactEnd(start.civil, end.civil, moved.civil, zone: old.clock)
        let time = exact?.time ?? moved.civil.adding(seconds: length)
        let shown = EventFields.text(end.with(time))
        return (zone.map { "\(shown) \($0)" } ?? shown, exact?.length)
    }

    /// Whether the end is in UTC only because the start's zone cannot express it.
    ///
    /// Unlike a flight's end, this end moves with the start.
    package var endFollowsStart: Bool {
        endsInOtherZone && !saysLength && clock != nil && (try? written(.end))?.zone == "UTC"
    }

    /// Returns the moved end for times in a known zone, and the duration if the end cannot be written.
    ///
    /// Returns nil for floating times and zones that are defined only in the file.
    private func exactEnd(
        _ start: CivilDateTime,
        _ end: CivilDateTime,
        _ moved: CivilDateTime,
        zone old: Zone?
    ) -> (time: CivilDateTime, length: NominalDuration?)? {
        guard let old, let new = clock else { return nil }
        let days = (end.secondNumber - start.secondNumber) / 86_400
        let rest =
            old.instant(of: end).secondsSince1970
            - old.instant(of: start.adding(seconds: days * 86_400)).secondsSince1970
        guard rest >= 0 else { return nil }
        // Replace a skipped time with the time that clocks show instead.
        let day = new.civil(at: new.instant(of: moved)).adding(seconds: days * 86_400)
        let time = new.time(rest, after: day)
        let isSaid = new.instant(of: time) == new.instant(of: day).adding(seconds: rest)
        return (time, isSaid ? nil : NominalDuration(days: days, seconds: rest))
    }

    /// The time zone, or nil for floating times and unknown zones.
    private var clock: Zone? {
        let name = text(.timeZone)
        return name.isEmpty || name.lowercased() == "floating" ? nil : try? Zone(identifier: name)
    }
}

extension Zone {
    /// Adds a number of seconds to a local time, taking clock changes into account.
    package func time(_ seconds: Int, after time: CivilDateTime) -> CivilDateTime {
        let end = instant(of: time).adding(seconds: seconds)
        let civil = civil(at: end)
        // If a local time occurs twice, only the first pass can be written.
        return instant(of: civil) == end ? civil : time.adding(seconds: seconds)
    }
}

extension EventFields {
    package init(_ event: Event) {
        put(.title, event.summary.map(Self.oneLine))
        put(.start, event.start.map(Self.text))
        saysLength = event.end == nil && event.duration != nil
        if saysLength, let end = Self.unsaidEnd(of: event) {
            endsInOtherZone = true
            put(.end, Self.text(end) + " UTC")
        } else {
            put(.end, Self.end(of: event).map(Self.text))
        }
        if let start = event.start { put(.allDay, start.isDate ? "yes" : "no") }
        put(.timeZone, event.start.flatMap(Self.zone(of:)))
        if let end = event.end, let start = event.start, let zone = Self.zone(ofEnd: end, besides: start) {
            endsInOtherZone = true
            put(.end, Self.text(end) + zone)
        }
        put(.location, event.location.map(Self.oneLine))
        put(.url, event.url.map(Self.oneLine))
        self[.repeats] = event.recurrenceRules.map { RuleLine.text(of: $0) }
        put(.status, event.status?.rawValue)
        self[.category] = event.categories.map(Self.oneLine)
        self[.attendee] = event.attendees.map(Self.text)
        self[.alarm] = event.alarms.compactMap { AlarmText.text(of: $0) }
        put(.notes, event.descriptionText)
    }

    /// Returns the zone suffix for an end in a different zone than the start, or nil for the same zone and for dates.
    private static func zone(ofEnd end: EventTime, besides start: EventTime) -> String? {
        switch (end, start) {
        case (.date, _), (_, .date), (.utc, .utc), (.floating, .floating): nil
        case (.zoned(_, let id), .zoned(_, let own)): id == own ? nil : " \(id)"
        case (.zoned(_, let id), _): " \(id)"
        case (.utc, _): " UTC"
        case (.floating, _): " floating"
        }
    }

    private static func end(of event: Event) -> EventTime? {
        guard let start = event.start else { return nil }
        if let end = event.end {
            guard end.isDate, case .date(let day) = end else { return end }
            return .date(max(day.adding(days: -1), start.civil.date))
        }
        guard let length = event.duration else { return nil }
        if case .date(let day) = start {
            return .date(day.adding(days: max(0, length.days - 1)))
        }
        if let (zone, instant) = exactEnd(of: event) {
            return start.with(zone.civil(at: instant))
        }
        let days = start.civil.adding(seconds: length.days * 86_400)
        return start.with(days.adding(seconds: length.seconds))
    }

    /// Returns the zone and exact end of an event with a duration, or nil if the zone is unknown.
    private static func exactEnd(of event: Event) -> (zone: Zone, instant: Instant)? {
        guard case .zoned(let civil, let id)? = event.start, let length = event.duration,
            let zone = try? Zone(identifier: id)
        else { return nil }
        let day = zone.instant(of: civil.adding(seconds: length.days * 86_400))
        return (zone, day.adding(seconds: length.seconds))
    }

    /// If the local end time is ambiguous and cannot be written in its zone, returns the end in UTC.
    private static func unsaidEnd(of event: Event) -> EventTime? {
        guard let (zone, instant) = exactEnd(of: event), zone.instant(of: zone.civil(at: instant)) != instant
        else { return nil }
        return .utc(Zone.utc.civil(at: instant))
    }

    private static func zone(of time: EventTime) -> String? {
        switch time {
        case .zoned(_, let id): id
        case .utc: "UTC"
        case .floating: "floating"
        case .date: nil
        }
    }

    /// Returns a time as `2026-03-30` or `2026-03-30 09:30`, including seconds if nonzero.
    package static func text(_ time: EventTime) -> String {
        if case .date(let date) = time { return date.description }
        let civil = time.civil
        let clock = civil.description.split(separator: "T").last ?? ""
        return "\(civil.date) \(clock.prefix(civil.second == 0 ? 5 : 8))"
    }

    /// Returns an attendee as `Jane Doe <jane@studio.example>`, or just the address.
    package static func text(_ attendee: some CalendarUser) -> String {
        let address = oneLine(attendee.email ?? attendee.uri)
        guard let name = attendee.name, !name.isEmpty else { return address }
        return "\(oneLine(name)) <\(address)>"
    }

    /// Returns a string with line breaks and tabs replaced by spaces.
    package static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    package init(_ reminder: Reminder) {
        names = EventField.ofReminders
        put(.title, Self.oneLine(reminder.title))
        // Hide a start that equals the due time, since the start moves with the due time.
        put(.start, reminder.todo.start == reminder.due ? nil : reminder.todo.start.map(Self.text))
        put(.due, reminder.due.map(Self.text))
        // Without a due time, use the start's zone.
        put(.timeZone, (reminder.due ?? reminder.todo.start).flatMap(Self.zone(of:)))
        put(.location, reminder.location.map(Self.oneLine))
        put(.url, reminder.url.map(Self.oneLine))
        self[.repeats] = reminder.recurrenceRules.map { RuleLine.text(of: $0) }
        if reminder.priority != 0 { put(.priority, "\(reminder.priority)") }
        self[.category] = reminder.todo.categories.map(Self.oneLine)
        put(.done, reminder.isCompleted ? "yes" : "no")
        put(.notes, reminder.notes)
    }

    /// Writes the fields that differ from `old` to a reminder.
    ///
    /// - Parameter zone: The zone for a due time that is new or replaces a date, or nil for a floating time.
    package func apply(over old: EventFields, to reminder: inout Reminder, in zone: Zone? = nil)
        throws(FieldError)
    {
        var changed = reminder
        let differences = differences(from: old)
        if !EventField.timesOfReminders.isDisjoint(with: differences) {
            try applyTimes(to: &changed.todo, reminder.due, old, in: zone)
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
        case .url: reminder.url = try LinkText.link(value)
        case .notes: reminder.notes = value
        case .repeats:
            var rules: [RecurrenceRule] = []
            for text in self[field] { rules.append(try RuleLine.rule(text)) }
            rules = rules.map { $0.ending(like: reminder.todo.start ?? reminder.todo.due) }
            reminder.recurrenceRules = rules
        case .priority:
            guard let number = value.map({ PriorityText.number(of: $0) }) ?? 0 else {
                throw FieldError(
                    field: field,
                    reason: "'\(text)' is not one of high, medium, low, none, or a number from 1 to 9"
                )
            }
            reminder.priority = number
        case .category: reminder.todo.categories = self[.category]
        case .done:
            switch text.lowercased() {
            case "yes", "true": reminder.isCompleted = true
            case "no", "false", "": reminder.isCompleted = false
            default: throw FieldError(field: field, reason: "'\(text)' is neither yes nor no")
            }
        case .due, .timeZone, .start, .end, .allDay, .status, .attendee, .alarm: break
        }
    }

    /// Writes the start and the due time.
    private func applyTimes(
        to todo: inout Todo,
        _ oldDue: EventTime?,
        _ old: EventFields,
        in zone: Zone?
    ) throws(FieldError) {
        let oldStart = todo.start
        let usual = old.text(.timeZone).isEmpty ? zone : nil
        let due = try time(.due, oldDue ?? oldStart, old, in: usual)
        if due != oldDue {
            todo.due = due
            // DUE and DURATION cannot be combined (RFC 5545 section 3.6.2).
            todo.duration = nil
        }
        let isZoneChanged = self[.timeZone] != old[.timeZone]
        if self[.start] != old[.start] {
            todo.start = try time(.start, oldStart ?? due, old, in: usual)
        } else if oldStart == oldDue {
            if oldStart != nil { todo.start = due }
        } else if isZoneChanged, let oldStart, !oldStart.isDate, due?.isDate != true {
            todo.start = try time(.start, nil, old, in: usual)
        }
        if due?.isDate != false, todo.start?.isDate != false { try refuseZone(besides: old) }
        guard let start = todo.start, let due, start != oldStart || due != oldDue else { return }
        if start == due { return todo.removeNeedlessStart() }
        guard start.isDate == due.isDate else {
            throw FieldError(
                field: .start,
                reason: "start and due must both be dates or both have a time of day"
            )
        }
        guard start.civil < due.civil || start.timeZoneID != due.timeZoneID else {
            throw FieldError(field: .start, reason: "the reminder starts after it is due")
        }
    }

    /// Returns a reminder's time in its previous zone, even one defined only in the file, or in a newly specified zone.
    private func time(
        _ field: EventField,
        _ form: EventTime?,
        _ old: EventFields,
        in usual: Zone?
    ) throws(FieldError) -> EventTime? {
        guard !text(field).isEmpty else { return nil }
        if let hint = hint(forPartialTime: field, besides: old) {
            throw FieldError(field: field, reason: hint)
        }
        let isKept = form?.isDate == false && self[.timeZone] == old[.timeZone]
        var (time, own): (EventTime, String?)
        do throws(CalendarError) { (time, own) = try written(field) } catch {
            throw FieldError(field: field, reason: error.detail)
        }
        time = localized(time, in: (isKept ? form?.timeZoneID : nil) ?? text(.timeZone))
        if let own { return try Self.time(time.civil, named: own, field) }
        switch time {
        case .date, .utc: return time
        default: break
        }
        if isKept, let form { return form.with(time.civil) }
        return text(.timeZone).isEmpty
            ? Self.time(time.civil, in: usual)
            : try Self.time(time.civil, named: text(.timeZone).lowercased(), field)
    }
}
