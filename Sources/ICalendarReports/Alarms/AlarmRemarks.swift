import ICalendarCore

/// The diagnostics for alarms that never fire or whose actual times differ from the written ones.
struct AlarmRemarks {
    private var remarks: DiagnosticList
    private var zones: PropertyZones

    static func diagnostics(
        of components: [Component],
        in file: String?,
        limit: Int,
        _ zones: PropertyZones
    ) -> [Diagnostic] {
        var remarks = AlarmRemarks(
            remarks: DiagnosticList(file: file, limit: limit),
            zones: zones
        )
        for item in components {
            let isTodo = item.name == Todo.componentName
            let alarms = item.components.filter { $0.name == Alarm.componentName }
            guard isTodo || item.name == Event.componentName else {
                remarks.addMisplaced(item.name == Alarm.componentName ? [item] : alarms)
                continue
            }
            if alarms.isEmpty || TodoEvents.isOver(item, isTodo: isTodo) { continue }
            let hasTimes = !isTodo || TodoEvents.hasTime(item)
            if isTodo { remarks.addStart(of: item) }
            for component in alarms { remarks.add(Alarm(component), hasTimes: hasTimes) }
        }
        return remarks.remarks.all
    }

    private mutating func addMisplaced(_ alarms: [Component]) {
        for alarm in alarms {
            let message = "VALARM outside an event or to-do; alarm skipped"
            remarks.addRun(.error, .badValue, line: alarm.line, of: "misplaced", message)
        }
    }

    /// Reports a start on a date if the to-do is due at a time.
    private mutating func addStart(of todo: Component) {
        guard todo.first("DTSTART")?.eventTime?.isDate == true, let due = todo.first("DUE"),
            due.eventTime?.isDate == false
        else { return }
        let message = "DUE is a time, but DTSTART is a date; DTSTART read as midnight"
        remarks.addRun(.warning, .duration, line: due.line, of: "date start", message)
    }

    private mutating func add(_ alarm: Alarm, hasTimes: Bool) {
        if alarm.isNone { return }
        let component = alarm.component
        for name in Self.single {
            guard let second = component.all(name).dropFirst().first else { continue }
            let message = "duplicate \(name); using the first"
            remarks.addRun(.warning, .badValue, line: second.line, of: "duplicate \(name)", message)
        }
        guard let trigger = alarm.trigger else {
            let message = "VALARM without a usable TRIGGER; alarm skipped"
            return remarks.add(.error, .badValue, line: component.line, message)
        }
        if let property = component.first("TRIGGER") { add(property, trigger) }
        if alarm.isOfPlace {
            if trigger != .ofPlaces, let property = component.first("PROXIMITY") {
                let message = "PROXIMITY: alarm depends on a place, not a time; not listed"
                remarks.addRun(.note, .badValue, line: property.line, of: message, message)
            }
            return
        }
        if case .relative = trigger, !hasTimes {
            let message =
                "TRIGGER: VTODO has no DTSTART or DUE; alarm skipped"
            remarks.addRun(.error, .badValue, line: component.line, of: "timeless", message)
        }
        noteRange(of: "REPEAT", in: component)
        let missing = ["REPEAT", "DURATION"].filter { component.first($0) == nil }
        if missing.count == 1, let absent = missing.first {
            let present = absent == "REPEAT" ? "DURATION" : "REPEAT"
            let message = "VALARM has \(present) without \(absent); alarm goes off once"
            return remarks.addRun(.warning, .badValue, line: component.line, of: message, message)
        }
        guard let number = component[integer: "REPEAT"] else { return }
        if number > 0, PlannedAlarm.pause(alarm.repetitionInterval) == nil {
            let message = "VALARM has REPEAT without a positive DURATION; alarm goes off once"
            remarks.warn(.badValue, line: component.line, message)
        }
    }

    /// The properties that an alarm may have only once.
    private static let single = ["ACTION", "TRIGGER", "REPEAT", "DURATION", "ACKNOWLEDGED", "PROXIMITY"]

    private mutating func add(_ property: Property, _ trigger: Alarm.Trigger) {
        let related = property.parameters["RELATED"]
        switch trigger {
        case .relative:
            guard let related, Alarm.Trigger.Edge(keyword: related) == nil else { return }
            warn(property, .badParameter, "unknown RELATED '\(Words.short(related))'; read as START")
        case .absolute:
            if related != nil {
                warn(property, .badParameter, "RELATED does not apply to a date-time; ignored")
            }
            guard case .dateTime(_, isUTC: false) = property.value else { return }
            let zone = zones.zone(of: property).map { "a time in \(Words.short($0.identifier))" } ?? "UTC"
            let text = Words.quoted(ValueText.string(property.value))
            remarks.addRun(
                .warning,
                .badValue,
                line: property.line,
                of: "read as \(zone)",
                "TRIGGER: \(text) is not in UTC; read as \(zone)"
            )
        }
    }

    /// Reports an out-of-range number with the reader's diagnostic.
    private mutating func noteRange(of name: String, in alarm: Component) {
        guard let property = alarm.first(name), let place = PropertyDefinition.place(of: name) else { return }
        var found: [ValueRemark] = []
        ValueLimits.note(property.value, of: name, at: place, in: alarm.name, &found)
        for remark in found { warn(property, remark.code, remark.message) }
    }

    private mutating func warn(
        _ property: Property,
        _ code: Diagnostic.Code,
        _ message: @autoclosure () -> String
    ) {
        let text = "\(property.name): \(message())"
        remarks.addRun(.warning, code, line: property.line, of: text, text)
    }
}

extension PropertyZones {
    /// Returns an event or to-do with its alarm triggers converted to UTC where their zones are known.
    mutating func inUTC(_ item: Component) -> Component {
        var item = item
        for place in item.components.indices where item.components[place].name == Alarm.componentName {
            guard let trigger = item.components[place].first("TRIGGER"),
                case .dateTime(let time, isUTC: false) = trigger.value, let zone = zone(of: trigger)
            else { continue }
            item.components[place].set(
                "TRIGGER",
                to: Alarm.Trigger.absolute(zone.instant(of: time)).property
            )
        }
        return item
    }
}
