package import ICalendarCore

extension CalendarFile {
    /// Warnings about events' duplicate scheduling properties, such as DTSTART.
    ///
    /// Reading a file does not report these duplicates, since an expansion does.
    package var duplicatesInSchedules: [Diagnostic] {
        var remarks = DiagnosticList(file: name, limit: ReadingLimits.standard.diagnostics)
        for component in calendars.lazy.flatMap(\.events).map(\.component) {
            let schedule = EventSchedule(properties: component.properties, line: component.line)
            for (name, line) in schedule.repeated {
                remarks.noteIgnored(name, in: Event.componentName, line: line)
            }
        }
        return remarks.all
    }
}
