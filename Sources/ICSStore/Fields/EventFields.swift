import ICalendar
import ICalendarStore

/// The values of an event's or a reminder's fields, as texts.
struct EventFields: Hashable, Sendable {
    private var values: [EventField: [String]] = [:]
    var names = EventField.ofEvents
    /// Whether the event says how long it takes, and not when it ends.
    var saysLength = false
    /// How long it takes, where no end can say that: it is in an hour that comes twice, the second time.
    var exactLength: NominalDuration?
    /// Whether the end is told by another clock than the start, as of a flight.
    var endsInOtherZone = false
    /// Whether the end was just said, though it may be the one that was shown.
    var isEndSaid = false
    /// Whether somebody said just now that it takes whole days or does not, so that the form of the start says nothing.
    var isAllDaySaid = false

    /// The time that a field says, and the zone that stands behind it, as of the end of a flight; nil for that of the start.
    func written(_ field: EventField) throws(CalendarError) -> (time: EventTime, zone: String?) {
        let words = text(field).split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return (try EventTime(text(field)), nil) }
        return (try EventTime("\(words[0]) \(words[1])"), String(words[2]))
    }

    subscript(_ field: EventField) -> [String] {
        get { values[field] ?? [] }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    func text(_ field: EventField) -> String { self[field].first ?? "" }

    mutating func put(_ field: EventField, _ text: String?) {
        if let text, !text.isEmpty { self[field] = [text] }
    }

    mutating func takeForm(of other: EventFields) {
        saysLength = other.saysLength
        endsInOtherZone = other.endsInOtherZone
    }

    func differences(from other: EventFields) -> [EventField] {
        names.filter { self[$0] != other[$0] }
    }

    /// The end of what is as long as before and starts when these fields say; nil where that cannot be told.
    ///
    /// Days are counted by the calendar, and what is left in seconds, so that an hour is an hour where the clocks are set
    /// forward meanwhile. Whole days that get times are as many times 24 hours by the clock on the wall; times that become
    /// whole days take the days that they touched.
    ///
    /// Where that end cannot be said, as it is in an hour that comes twice, the length is given besides.
    func endWhenMoved(from old: EventFields) -> (text: String, length: NominalDuration?)? {
        guard let start = try? EventTime(old.text(.start)), let (end, zone) = try? old.written(.end),
            var moved = try? EventTime(text(.start)), let isAllDay = try? isAllDay(old)
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
        // A day that was said not to be all of it is its midnight, and a time of whole days its day.
        if moved.isDate != isAllDay {
            moved = isAllDay ? .date(moved.civil.date) : .floating(moved.civil)
        }
        // A length that is written stays, and its end is only shown.
        if old.saysLength, old.endsInOtherZone { return (old.text(.end), nil) }
        if case .utc = moved {
            // Told by another clock than before, it is as long by that one.
            let begin = old.clock?.instant(of: start.civil).secondsSince1970 ?? start.civil.secondNumber
            let own = zone.map { try? Zone(identifier: $0) } ?? old.clock
            let last = own?.instant(of: end.civil).secondsSince1970 ?? end.civil.secondNumber
            return (EventFields.text(.utc(moved.civil.adding(seconds: max(0, last - begin)))) + "Z", nil)
        }
        if zone == "UTC", !moved.isDate, let before = old.clock {
            // An end in UTC is one that no clock of the zone can name; on one that is nowhere an hour is an hour.
            let clock = self.clock ?? .utc
            let seconds = end.civil.secondNumber - before.instant(of: start.civil).secondsSince1970
            let instant = clock.instant(of: moved.civil).adding(seconds: seconds)
            let shown = clock.civil(at: instant)
            if clock.instant(of: shown) == instant { return (EventFields.text(.floating(shown)), nil) }
            return (EventFields.text(.floating(Zone.utc.civil(at: instant))) + " UTC", nil)
        }
        let length = end.civil.secondNumber - start.civil.secondNumber
        // A length that is written stays as it is.
        let staysWritten = old.saysLength && text(.timeZone) == old.text(.timeZone)
        let exact =
            staysWritten || moved.isDate || endsInOtherZone || length < 0
            ? nil : exactEnd(start.civil, end.civil, moved.civil, zone: old.clock)
        let time = exact?.time ?? moved.civil.adding(seconds: length)
        let shown = EventFields.text(end.with(time))
        return (zone.map { "\(shown) \($0)" } ?? shown, exact?.length)
    }

    /// Whether the end is in UTC and the start in a zone, as where no clock of the zone can name the end: it goes along with
    /// the start, and is no end of a flight.
    var endFollowsStart: Bool {
        endsInOtherZone && !saysLength && clock != nil && (try? written(.end))?.zone == "UTC"
    }

    /// The same for times in one zone, with the length where the end cannot be said; nil where that is none, or one that only the file knows.
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
        // A time that the clocks skip is the one that they show then.
        let day = new.civil(at: new.instant(of: moved)).adding(seconds: days * 86_400)
        let time = new.time(rest, after: day)
        let isSaid = new.instant(of: time) == new.instant(of: day).adding(seconds: rest)
        return (time, isSaid ? nil : NominalDuration(days: days, seconds: rest))
    }

    /// The zone of the times; nil for floating ones and for a zone that nobody knows.
    private var clock: Zone? {
        let name = text(.timeZone)
        return name.isEmpty || name.lowercased() == "floating" ? nil : try? Zone(identifier: name)
    }
}

extension Zone {
    /// The wall-clock time so many seconds after another, which is more by the clock where that is set forward meanwhile.
    func time(_ seconds: Int, after time: CivilDateTime) -> CivilDateTime {
        let end = instant(of: time).adding(seconds: seconds)
        let civil = civil(at: end)
        // Of a time that comes twice only the first can be written.
        return instant(of: civil) == end ? civil : time.adding(seconds: seconds)
    }
}

extension EventFields {
    init(_ event: Event) {
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
        self[.attendee] = event.attendees.map(Self.text)
        self[.alarm] = event.alarms.compactMap { AlarmText.text(of: $0) }
        put(.notes, event.eventDescription)
    }

    /// What stands behind an end that another clock tells than the start; nil for the same clock, and for whole days.
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

    /// When an event ends that says how long it takes, and its zone; nil without a zone that is known.
    private static func exactEnd(of event: Event) -> (zone: Zone, instant: Instant)? {
        guard case .zoned(let civil, let id)? = event.start, let length = event.duration,
            let zone = try? Zone(identifier: id)
        else { return nil }
        let day = zone.instant(of: civil.adding(seconds: length.days * 86_400))
        return (zone, day.adding(seconds: length.seconds))
    }

    /// The same in UTC where no clock of the zone can name it, as an hour comes twice.
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

    /// `2026-03-30`, `2026-03-30 09:30`, with seconds where there are any.
    static func text(_ time: EventTime) -> String {
        if case .date(let date) = time { return date.description }
        let civil = time.civil
        let clock = civil.description.split(separator: "T").last ?? ""
        return "\(civil.date) \(clock.prefix(civil.second == 0 ? 5 : 8))"
    }

    /// `Jane Doe <jane@studio.example>`, or the address alone.
    static func text(_ attendee: Attendee) -> String {
        let address = oneLine(attendee.email ?? attendee.uri)
        guard let name = attendee.name, !name.isEmpty else { return address }
        return "\(oneLine(name)) <\(address)>"
    }

    /// A text without line ends and other controls.
    static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    init(_ reminder: Reminder) {
        names = EventField.ofReminders
        put(.title, Self.oneLine(reminder.title))
        put(.due, reminder.due.map(Self.text))
        // One that is never due has the zone of its start.
        put(.timeZone, (reminder.due ?? reminder.todo.start).flatMap(Self.zone(of:)))
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
                        changed.todo.start = due.with(start.civil)
                    } else {
                        changed.todo.start = try Self.time(
                            start.civil,
                            named: text(.timeZone).lowercased(),
                            .due
                        )
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
            return form.with(time.civil)
        }
        return text(.timeZone).isEmpty
            ? Self.time(time.civil, in: usual)
            : try Self.time(time.civil, named: text(.timeZone).lowercased(), .due)
    }
}
