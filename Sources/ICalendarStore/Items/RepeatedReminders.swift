import ICalendar

/// Finds whole to-dos of one UID in one file, as nothing is expanded of reminders that could say it.
enum RepeatedReminders {
    /// A warning of each UID that several to-dos of a calendar have without RECURRENCE-ID.
    static func diagnostics(in file: CalendarFile, _ zone: Zone) -> [Diagnostic] {
        file.calendars.flatMap { calendar in
            var groups: [ExactText: [Component]] = [:]
            var order: [ExactText] = []
            for todo in calendar.component.components
            where todo.name == Todo.componentName && todo.first("RECURRENCE-ID") == nil {
                guard let uid = todo.text("UID").map({ ExactText($0) }) else { continue }
                if groups[uid] == nil { order.append(uid) }
                groups[uid, default: []].append(todo)
            }
            return order.compactMap { (uid) -> Diagnostic? in
                let todos = groups[uid] ?? []
                guard todos.count > 1 else { return nil }
                let editor = ItemEditor(
                    calendar: calendar.with(todos),
                    uid: uid.text,
                    kind: Todo.componentName,
                    displayZone: zone,
                    now: .now
                )
                let hidden = todos.count - 1 - editor.rivals.count
                let what =
                    hidden == 0
                    ? "all are shown"
                    : "\(hidden) of them \(hidden == 1 ? "is" : "are") not shown, as another has a higher SEQUENCE or, "
                        + "at the same times, is the later one"
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
