package import ICalendar

/// Finds to-dos in a file that share a UID.
///
/// Expansion reports duplicate UIDs only for events, since it does not process reminders.
enum RepeatedReminders {
    static func diagnostics(in file: CalendarFile, _ zone: Zone) -> [Diagnostic] {
        file.calendars.flatMap { calendar in
            var groups: [ExactText: [Component]] = [:]
            var order: [ExactText] = []
            for todo in calendar.component.components
            where todo.name == Todo.componentName && !todo.isOverride {
                guard let uid = todo.text("UID").map({ ExactText($0) }) else { continue }
                if groups[uid] == nil { order.append(uid) }
                groups[uid, default: []].append(todo)
            }
            return order.compactMap { (uid) -> Diagnostic? in
                let todos = groups[uid] ?? []
                guard todos.count > 1 else { return nil }
                let item = StoredItem(
                    calendar: calendar.with(todos),
                    uid: uid.text,
                    kind: Todo.componentName,
                    displayZone: zone
                )
                let hidden = todos.count - 1 - item.rivals.count
                let what =
                    hidden == 0
                    ? "all are shown"
                    : "\(hidden) of them \(hidden == 1 ? "is" : "are") not shown because another has a higher "
                        + "SEQUENCE or, at the same times, comes later"
                return Diagnostic(
                    .warning,
                    .series,
                    file: file.name,
                    line: todos.dropFirst().first?.line,
                    "\(todos.count) to-dos share the UID \"\(Words.short(uid.text))\"; \(what)"
                )
            }
        }
    }
}

/// Finds unknown time zones in components that are not expanded.
///
/// Expansion does not report these zones.
package enum UnknownZones {
    static func diagnostics(ofRemindersIn file: CalendarFile) -> [Diagnostic] {
        diagnostics(in: file) { $0.name == Todo.componentName }
    }

    /// Returns diagnostics for unknown zones in the components that satisfy the given condition.
    package static func diagnostics(
        in file: CalendarFile,
        where isIncluded: (Component) -> Bool
    ) -> [Diagnostic] {
        file.calendars.flatMap { calendar in
            let defined = Set(
                calendar.timeZoneDefinitions.compactMap { $0.text("TZID")?.zoneKey }
            )
            var seen: Set<String> = []
            var found: [Diagnostic] = []
            for component in calendar.component.components where isIncluded(component) {
                for property in component.properties {
                    guard let name = property.timeZoneID, name.zoneKey(where: defined.contains) == nil,
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

    private static func remark(on name: String) -> String? {
        do {
            return try Zone.read(name).guess
        } catch {
            let what =
                error.file == nil ? "unknown time zone \"\(name)\";" : "time zone \"\(name)\": \(error);"
            return "\(what) times read as floating"
        }
    }
}
