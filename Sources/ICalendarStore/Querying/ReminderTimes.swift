import EssentialFoundation
package import ICalendar

/// A reminder's start and due time, which programs set independently.
///
/// RFC 5545 section 3.8.2.3 requires the start and the due time to have the same form: date, floating, or zoned. If
/// their forms differ, the less exact time is written in the form of the more exact one. A date becomes the first or
/// last second of its day. A parameter records the original form.
struct ReminderTimes: Equatable {
    var start: EventTime?
    var due: EventTime?

    init(_ todo: Todo) {
        start = Self.shown(todo.start, todo.component.first("DTSTART"))
        due = Self.shown(todo.dueTime, todo.component.first("DUE"))
    }

    private static func shown(_ time: EventTime?, _ property: Property?) -> EventTime? {
        guard let time, !time.isDate, let property else { return time }
        let isFloating = property.parameters[Property.shownAs]?.uppercased() == "FLOATING"
        return property.isShownAsDate ? .date(time.civil.date) : isFloating ? .floating(time.civil) : time
    }

    /// Writes the times to a to-do, unless it already has them.
    func write(to todo: inout Todo) {
        guard self != ReminderTimes(todo) else { return }
        let (start, due) = (start, due)
        set("DTSTART", start, like: due, secondOfDay: 0, in: &todo.component)
        set("DUE", due, like: start, secondOfDay: 86_399, in: &todo.component)
        todo.component.set("DURATION", to: nil)
    }

    private func set(
        _ name: String,
        _ time: EventTime?,
        like other: EventTime?,
        secondOfDay: Int,
        in component: inout Component
    ) {
        var kept = component.first(name)?.parameters.filter { $0.name != Property.shownAs } ?? []
        guard let time, let other, time.exactness < other.exactness else {
            component.set(name, to: time.map { Property(name, at: $0, keeping: kept) })
            return
        }
        let civil = time.isDate ? CivilDateTime(time.civil.date, secondOfDay: secondOfDay) : time.civil
        kept.append(Parameter(Property.shownAs, time.isDate ? "DATE" : "FLOATING"))
        component.set(name, to: Property(name, at: other.with(civil), keeping: kept))
    }
}

extension EventTime {
    fileprivate var exactness: Int { isDate ? 0 : isFloating ? 1 : 2 }

    /// Creates a time from components, interpreted as in Foundation: November 31 is December 1.
    ///
    /// If the zone has no known name, as for a fixed offset, the time is in UTC. Returns nil if the year or day is
    /// missing.
    init?(reading components: DateComponents) {
        var components = components
        let isGregorian = [nil, .gregorian, .iso8601].contains(components.calendar?.identifier)
        if isGregorian, let time = EventTime(components) {
            self = time
            return
        }
        let days = [components.day, components.weekday, components.weekOfYear, components.weekOfMonth]
        guard components.year ?? components.yearForWeekOfYear != nil, days.contains(where: { $0 != nil })
        else { return nil }
        let zone = components.timeZone
        var calendar = components.calendar ?? Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        (components.calendar, components.timeZone) = (nil, nil)
        guard let date = calendar.date(from: components), date >= .distantPast, date < .distantFuture else {
            return nil
        }
        let civil = Zone.utc.civil(at: Instant(date))
        guard components.hour != nil else {
            self = .date(civil.date)
            return
        }
        let (year, month, day) = civil.date.fields
        var normal = DateComponents(year: year, month: month, day: day)
        (normal.hour, normal.minute, normal.second) = (civil.hour, civil.minute, civil.second)
        normal.timeZone = zone
        if let time = EventTime(normal) {
            self = time
        } else if let zone {
            self = .utc(civil.adding(seconds: -zone.secondsFromGMT(for: date)))
        } else {
            return nil
        }
    }
}

extension Reminder {
    package var due: EventTime? { times.due }

    var times: ReminderTimes {
        get { ReminderTimes(todo) }
        set { newValue.write(to: &todo) }
    }

    func isDueBeforeStart(in zone: Zone) -> Bool {
        let item = StoredItem(
            calendar: CalendarObject(todos: [todo]),
            uid: calendarItemExternalIdentifier,
            kind: Todo.componentName,
            displayZone: zone
        )
        guard let start = item.instant(of: todo.start, in: todo.component),
            let due = item.instant(of: todo.dueTime, in: todo.component)
        else { return false }
        return due < start
    }

    /// Makes alarms relative to the due time if the start is absent, and to the start if the due time is absent.
    ///
    /// Alarms that already lacked their anchor in `base` are unchanged.
    mutating func anchorAlarms(unlike base: Todo?) { todo.anchorAlarms(unlike: base) }
}

extension Todo {
    /// Removes a start that equals the due time, unless the to-do recurs.
    ///
    /// A start that equals the due time is needed only for recurrence rules.
    ///
    /// RFC 5545 section 3.8.2.3 requires the due time to be after the start.
    package mutating func removeNeedlessStart() {
        guard start != nil, start == due, !StoredItem.recurs(component), !component.isOverride else { return }
        start = nil
        anchorAlarms(unlike: nil)
    }

    fileprivate mutating func anchorAlarms(unlike base: Todo?) {
        guard (start == nil) != (dueTime == nil) else { return }
        let edge: Alarm.Trigger.Edge = start == nil ? .end : .start
        var known: [Alarm] = []
        if let base, (base.start == nil) == (edge == .end), (base.dueTime == nil) == (edge == .start) {
            known = base.alarms
        }
        var alarms = self.alarms
        for (place, alarm) in alarms.enumerated() where !known.contains(alarm) {
            guard case .relative(let offset, let other)? = alarm.trigger, other != edge else { continue }
            alarms[place].trigger = .relative(offset, to: edge)
        }
        if alarms != self.alarms { self.alarms = alarms }
    }
}

extension Reminder {
    /// The first start or due time of the stored series, or of this reminder if it is not stored.
    package var seriesStart: EventTime? {
        let todo = origin.map { Todo($0.instance.source) } ?? todo
        return todo.start ?? todo.due
    }
}
