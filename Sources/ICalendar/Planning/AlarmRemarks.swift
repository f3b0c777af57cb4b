/// What there is to be said of alarms that will not be heard.
enum AlarmRemarks {
    /// Which alarms do not say when they go off, or how far apart they go off again.
    static func diagnostics(of components: [Component], in file: String?, limit: Int) -> [Diagnostic] {
        var remarks = DiagnosticList(file: file, limit: limit)
        for item in components where item.name == Event.componentName || item.name == Todo.componentName {
            let isTodo = item.name == Todo.componentName
            let alarms = item.components.filter { $0.name == Alarm.componentName }
            if alarms.isEmpty || TodoEvents.isOver(item, isTodo: isTodo) { continue }
            if isTodo, item.first("DUE") == nil, item.first("DTSTART") == nil {
                remarks.warn(
                    .badValue,
                    line: item.line,
                    "the VTODO has neither DTSTART nor DUE; its alarms are left out"
                )
                continue
            }
            for component in alarms {
                let alarm = Alarm(component)
                if alarm.trigger == nil {
                    remarks.warn(
                        .badValue,
                        line: component.line,
                        "the VALARM has no TRIGGER that says when it goes off; it is left out"
                    )
                } else if alarm.repetitions > 0, PlannedAlarm.pause(alarm.repetitionInterval) == nil {
                    remarks.warn(
                        .badValue,
                        line: component.line,
                        "the VALARM has a REPEAT without a DURATION to wait; it goes off once"
                    )
                }
            }
        }
        return remarks.all
    }
}
