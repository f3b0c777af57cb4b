package import ICalendar

/// Finds the time zones of reminders that nobody knows, as nothing is expanded of reminders that could say it.
package enum UnknownZones {
    /// A warning of each TZID of the reminders of a file that neither its calendar defines nor the system knows.
    package static func diagnostics(ofRemindersIn file: CalendarFile) -> [Diagnostic] {
        file.calendars.flatMap { calendar in
            let defined = Set(
                calendar.timeZoneDefinitions.compactMap { $0.text("TZID").map(key) }
            )
            var seen: Set<String> = []
            var found: [Diagnostic] = []
            for todo in calendar.component.components where todo.name == Todo.componentName {
                for property in todo.properties {
                    guard let name = property.timeZoneID, !defined.contains(key(name)),
                        seen.insert(name).inserted, let what = lack(of: name)
                    else { continue }
                    found.append(
                        Diagnostic(
                            .warning,
                            .timeZone,
                            file: file.name,
                            line: property.line,
                            "\(what) its times are read as floating"
                        )
                    )
                }
            }
            return found
        }
    }

    /// Why there is no zone of a name, or nil where there is one.
    private static func lack(of name: String) -> String? {
        do {
            _ = try Zone(identifier: name)
            return nil
        } catch {
            return error.file == nil ? "unknown time zone \"\(name)\":" : "time zone \"\(name)\": \(error);"
        }
    }

    /// What two spellings of one name have in common.
    private static func key(_ name: String) -> String {
        String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
    }
}
