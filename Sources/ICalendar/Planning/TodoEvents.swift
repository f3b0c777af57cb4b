/// To-dos as events, so that they recur as events do: DUE is where they end (RFC 5545 section 3.6.2).
enum TodoEvents {
    /// The mark of a to-do that starts when it is due: TRUE where it has no DTSTART, else FALSE.
    private static let mark = "X-ICALENDAR-DUE"

    /// The event of a to-do; nil when nothing says when it is.
    static func event(of todo: Component) -> Component? {
        guard let due = todo.first("DUE") ?? todo.first("DTSTART") else {
            // A cancelled instance may have no times of its own.
            guard todo.first("RECURRENCE-ID") != nil, isOver(todo, isTodo: false) else { return nil }
            return Component(name: "VEVENT", properties: todo.properties, components: [], line: todo.line)
        }
        var properties = todo.properties.filter { $0.name != "DTEND" && $0.name != "DUE" }
        let start = todo.first("DTSTART")
        if start == nil {
            properties.append(Property("DTSTART", due.value, parameters: due.parameters))
            properties.append(Property(mark, .text("TRUE")))
        } else if todo.first("DUE") != nil {
            if start?.eventTimes.first == due.eventTimes.first {
                properties.append(Property(mark, .text("FALSE")))
            } else {
                properties.append(Property("DTEND", due.value, parameters: due.parameters))
            }
        }
        return Component(name: "VEVENT", properties: properties, components: todo.components, line: todo.line)
    }

    /// The to-do of such an event.
    static func todo(of event: Component) -> Component {
        let isDueOnly = event.text(mark) == "TRUE"
        var properties = event.properties.filter { $0.name != mark && !(isDueOnly && $0.name == "DTSTART") }
        if let due = event.first(isDueOnly || event.first(mark) != nil ? "DTSTART" : "DTEND") {
            properties.removeAll { $0.name == "DTEND" }
            properties.append(Property("DUE", due.value, parameters: due.parameters))
        }
        return Component(
            name: "VTODO",
            properties: properties,
            components: event.components,
            line: event.line
        )
    }

    /// Whether an event of a to-do ends when it starts, whatever events without an end do.
    static func endsAtStart(_ event: Component) -> Bool { event.first(mark) != nil }

    /// Whether nothing reminds of a component any more: it is cancelled, or a to-do that is done.
    static func isOver(_ component: Component, isTodo: Bool) -> Bool {
        let status = component.text("STATUS")?.trimmingBlanks.uppercased()
        if status == "CANCELLED" { return true }
        return isTodo && (status == "COMPLETED" || component.first("COMPLETED") != nil)
    }
}
