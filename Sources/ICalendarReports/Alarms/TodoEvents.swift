import ICalendarCore

/// A conversion of to-dos to events that end at DUE, so that to-dos recur like events (RFC 5545 section 3.6.2).
enum TodoEvents {
    private static let mark = "X-ICALENDAR-DUE"
    /// The name prefix for properties that the event cannot have in their original form.
    private static let kept = "X-ICALENDAR-KEPT-"

    private enum Mark: String {
        /// A to-do with DUE but no DTSTART, which starts when it is due.
        case due = "TRUE"
        /// A to-do with DTSTART that is due when it starts.
        case start = "FALSE"
        /// A to-do with DTSTART that is never due.
        case open = "OPEN"
        /// An override without DTSTART and DUE, which starts at its instance's original time.
        case instance = "INSTANCE"
        /// A to-do without times, which starts when its first alarm fires.
        case alarm = "ALARM"
    }

    /// The properties that specify a to-do's time or the instance that an override replaces.
    private static let times = ["DUE", "DTSTART", "RECURRENCE-ID"]
    /// The properties to rename in a to-do without a readable time: the times and all properties that require DTSTART.
    private static let needsStart = Set(times + ["DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE"])

    /// Returns whether a to-do has a readable time or is an override with a readable RECURRENCE-ID.
    static func hasTime(_ todo: Component) -> Bool { times.contains { time($0, of: todo) != nil } }

    /// Returns a time property, or nil if it is missing or unreadable, since another one may specify the time.
    private static func time(_ name: String, of todo: Component) -> Property? {
        todo.first(name).flatMap { $0.eventTime == nil ? nil : $0 }
    }

    /// Returns the event for a to-do, or nil if the to-do has neither a time nor an alarm with an absolute trigger.
    static func event(of todo: Component) -> Component? {
        let start = time("DTSTART", of: todo)
        guard let written = times.lazy.compactMap({ time($0, of: todo) }).first else { return timeless(todo) }
        let isDue = time("DUE", of: todo) != nil
        // DUE takes precedence over DURATION if the to-do has both.
        var properties = todo.properties.filter {
            $0.name != "DTEND" && $0.name != "DUE" && ($0.name != "DTSTART" || start != nil)
                && ($0.name != "DURATION" || !isDue)
        }
        func add(_ name: String) {
            properties.append(Property(name, written.value, parameters: written.parameters))
        }
        func add(_ mark: Mark) { properties.append(Property(Self.mark, .text(mark.rawValue))) }
        if start == nil {
            add("DTSTART")
            add(isDue ? .due : .instance)
        } else if isDue {
            if start?.eventTimes.first == written.eventTimes.first { add(.start) } else { add("DTEND") }
            if let start, let day = start.eventTime, let due = written.eventTime, day.isDate, !due.isDate,
                let place = properties.firstIndex(where: { $0.name == "DTSTART" })
            {
                // In an event that starts on a date, DTEND would be read as a date, too.
                properties[place] = Property("DTSTART", at: due.with(CivilDateTime(day.civil.date)))
                properties.append(Property(kept + start.name, start.value, parameters: start.parameters))
            }
        } else if todo.first("DURATION") == nil {
            add(.open)
        }
        return event(of: todo, properties)
    }

    private static func event(of todo: Component, _ properties: [Property]) -> Component {
        Component(name: "VEVENT", properties: properties, components: todo.components, line: todo.line)
    }

    /// Returns the event for a to-do without times, at the time of its first absolute trigger.
    private static func timeless(_ todo: Component) -> Component? {
        let instants = todo.components.lazy.filter { $0.name == Alarm.componentName }.map(Alarm.init)
            .compactMap { alarm -> Instant? in
                guard alarm.goesOffAtTime, case .absolute(let instant)? = alarm.trigger else { return nil }
                return instant
            }
        guard let first = instants.min() else { return nil }
        var properties = todo.properties.map { property in
            guard needsStart.contains(property.name) else { return property }
            return Property(kept + property.name, property.value, parameters: property.parameters)
        }
        let start = CivilDateTime(secondNumber: first.secondsSince1970)
        properties.append(Property("DTSTART", .dateTime(start, isUTC: true)))
        properties.append(Property(mark, .text(Mark.alarm.rawValue)))
        return event(of: todo, properties)
    }

    /// Returns the to-do that an event was converted from.
    static func todo(of event: Component) -> Component {
        let mark = mark(of: event)
        var properties = event.properties.filter { $0.name != Self.mark }
        let hasKeptStart = event.first(kept + "DTSTART") != nil
        if hasKeptStart || mark != nil && mark != .start && mark != .open {
            properties.removeAll { $0.name == "DTSTART" }
        }
        switch mark {
        case .instance, .open, .alarm: break
        case .due, .start, nil:
            if let due = event.first(mark != nil ? "DTSTART" : "DTEND") {
                properties.removeAll { $0.name == "DTEND" }
                properties.append(Property("DUE", due.value, parameters: due.parameters))
            }
        }
        properties = properties.map { property in
            guard property.name.hasPrefix(kept) else { return property }
            let name = String(property.name.dropFirst(kept.count))
            return Property(name, property.value, parameters: property.parameters)
        }
        return Component(
            name: "VTODO",
            properties: properties,
            components: event.components,
            line: event.line
        )
    }

    private static func mark(of event: Component) -> Mark? { event.text(mark).flatMap(Mark.init) }

    /// Returns whether a to-do's event takes its time from an alarm.
    static func isTimeless(_ event: Component) -> Bool { mark(of: event) == .alarm }

    /// Returns whether a to-do's event ends when it starts.
    static func endsAtStart(_ event: Component) -> Bool { event.first(mark) != nil }

    /// Returns whether a component is a canceled event or a canceled or completed to-do, whose alarms no longer matter.
    static func isOver(_ component: Component, isTodo: Bool) -> Bool {
        let status = component.text("STATUS")?.trimmingBlanks.uppercased()
        if status == "CANCELLED" || status == "CANCELED" { return true }
        return isTodo && (status == "COMPLETED" || component.given("COMPLETED")?.eventTime != nil)
    }
}
