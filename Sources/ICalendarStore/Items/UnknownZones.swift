package import ICalendar

/// Finds the time zones of reminders that nobody knows, as nothing is expanded of reminders that could say it.
package enum UnknownZones {
    /// A warning of each TZID of the reminders of a file that neither its calendar defines nor the system knows.
    package static func diagnostics(ofRemindersIn file: CalendarFile) -> [Diagnostic] {
        file.calendars.flatMap { calendar in
            let defined = Set(
                calendar.timeZoneDefinitions.compactMap { $0.text("TZID")?.zoneKey }
            )
            var seen: Set<String> = []
            var found: [Diagnostic] = []
            for todo in calendar.component.components where todo.name == Todo.componentName {
                for property in todo.properties {
                    guard let name = property.timeZoneID, !defined.contains(name.zoneKey),
                        seen.insert(name).inserted, let message = remark(on: name)
                    else { continue }
                    found.append(
                        Diagnostic(
                            .warning,
                            .timeZone,
                            file: file.name,
                            line: property.line,
                            message
                        )
                    )
                }
            }
            return found
        }
    }

    /// What is guessed of a name, or why there is no zone of it; nil where there is one.
    private static func remark(on name: String) -> String? {
        do {
            return try Zone.read(name).guess
        } catch {
            let what =
                error.file == nil ? "unknown time zone \"\(name)\":" : "time zone \"\(name)\": \(error);"
            return "\(what) its times are read as floating"
        }
    }
}
