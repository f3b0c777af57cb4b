import ICalendarCore

/// To-dos as events, so that they recur as events do: DUE is where they end (RFC 5545 section 3.6.2).
enum TodoEvents {
    private static let mark = "X-ICALENDAR-DUE"
    /// What stands before the names of properties that mean nothing for a to-do without times.
    private static let kept = "X-ICALENDAR-KEPT-"

    private enum Mark: String {
        /// It starts when it is due, and has no DTSTART.
        case due = "TRUE"
        /// It has a DTSTART, and is due then.
        case start = "FALSE"
        /// It has neither, and is an override that starts when its instance does.
        case instance = "INSTANCE"
        /// It has none of these, and starts when its first alarm goes off.
        case alarm = "ALARM"
    }

    /// The properties that say when a to-do is, or what an override of one stands for.
    static let times = ["DUE", "DTSTART", "RECURRENCE-ID"]
    /// The properties that mean nothing without DTSTART.
    private static let needsStart: Set = ["DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE"]

    /// The event of a to-do; nil when nothing says when it is, and no alarm of it has a time of its own.
    static func event(of todo: Component) -> Component? {
        // A DTSTART that cannot be read is none: DUE may say when it is.
        let start = todo.first("DTSTART").flatMap { $0.eventTime == nil ? nil : $0 }
        guard let written = times.lazy.compactMap({ $0 == "DTSTART" ? start : todo.first($0) }).first else {
            return timeless(todo)
        }
        var properties = todo.properties.filter {
            $0.name != "DTEND" && $0.name != "DUE" && ($0.name != "DTSTART" || start != nil)
        }
        func add(_ name: String) {
            properties.append(Property(name, written.value, parameters: written.parameters))
        }
        func add(_ mark: Mark) { properties.append(Property(Self.mark, .text(mark.rawValue))) }
        if start == nil {
            add("DTSTART")
            add(todo.first("DUE") != nil ? .due : .instance)
        } else if todo.first("DUE") != nil {
            if start?.eventTimes.first == written.eventTimes.first { add(.start) } else { add("DTEND") }
        }
        return event(of: todo, properties)
    }

    private static func event(of todo: Component, _ properties: [Property]) -> Component {
        Component(name: "VEVENT", properties: properties, components: todo.components, line: todo.line)
    }

    /// The event of a to-do without times: it is when the first of its alarms with a time of its own goes off.
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

    /// The to-do of such an event.
    static func todo(of event: Component) -> Component {
        let mark = mark(of: event)
        var properties = event.properties.filter { $0.name != Self.mark }
        if mark != nil, mark != .start { properties.removeAll { $0.name == "DTSTART" } }
        switch mark {
        case .instance: break
        case .alarm:
            properties = properties.map { property in
                guard property.name.hasPrefix(kept) else { return property }
                let name = String(property.name.dropFirst(kept.count))
                return Property(name, property.value, parameters: property.parameters)
            }
        case .due, .start, nil:
            if let due = event.first(mark != nil ? "DTSTART" : "DTEND") {
                properties.removeAll { $0.name == "DTEND" }
                properties.append(Property("DUE", due.value, parameters: due.parameters))
            }
        }
        return Component(
            name: "VTODO",
            properties: properties,
            components: event.components,
            line: event.line
        )
    }

    private static func mark(of event: Component) -> Mark? { event.text(mark).flatMap(Mark.init) }

    /// Whether the event of a to-do is when an alarm goes off, as nothing else says when it is.
    static func isTimeless(_ event: Component) -> Bool { mark(of: event) == .alarm }

    /// Whether an event of a to-do ends when it starts, whatever events without an end do.
    static func endsAtStart(_ event: Component) -> Bool { event.first(mark) != nil }

    /// Whether nothing reminds of a component any more: it is cancelled, or a to-do that is done.
    static func isOver(_ component: Component, isTodo: Bool) -> Bool {
        let status = component.text("STATUS")?.trimmingBlanks.uppercased()
        if status == "CANCELLED" || status == "CANCELED" { return true }
        return isTodo && (status == "COMPLETED" || component.first("COMPLETED") != nil)
    }
}
