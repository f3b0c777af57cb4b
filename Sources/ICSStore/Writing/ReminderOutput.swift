#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// Writes reminders of a store as lines and as objects.
    enum ReminderOutput {
        /// `[ ] 2026-04-02 18:00  Water the plants                  home:plants`; `[x]` is done, `[-]` cancelled.
        static func line(_ reminder: Reminder, of store: EventStore) -> String {
            let time = MomentText.padded(dueText(reminder, of: store), to: 16)
            let title = reminder.title.isEmpty ? "(no title)" : reminder.title
            let mark = reminder.isCompleted ? "x" : reminder.todo.status == .cancelled ? "-" : " "
            return "[\(mark)] \(time)  \(MomentText.padded(title, to: 32))  \(reminder.id)"
        }

        /// When it is due, or else starts.
        static func due(_ reminder: Reminder) -> EventTime? { reminder.due ?? reminder.todo.start }

        /// The same by the clocks of the store's zone; nothing for one that is never due.
        static func dueText(_ reminder: Reminder, of store: EventStore) -> String {
            guard let time = due(reminder) else { return "" }
            switch time {
            case .utc, .zoned:
                guard let instant = reminder.latest else { return EventFields.text(time) }
                return "\(store.zone.civil(at: instant).date) \(MomentText.time(instant, in: store.zone))"
            case .date, .floating: return EventFields.text(time)
            }
        }

        /// Appends an object.
        static func append(_ reminder: Reminder, to bytes: inout [UInt8]) {
            JSONText.append(
                object: [
                    ("id", reminder.id), ("calendarId", reminder.calendar?.calendarIdentifier),
                    ("uid", reminder.calendarItemExternalIdentifier), ("summary", reminder.title),
                    ("due", due(reminder).map(MomentText.written)),
                    ("completed", reminder.todo.completed?.description),
                    ("location", reminder.location), ("description", reminder.notes),
                ],
                to: &bytes
            )
            bytes.removeLast()
            JSONText.append(key: "isCompleted", to: &bytes)
            bytes += Array("\(reminder.isCompleted)".utf8)
            JSONText.append(key: "priority", to: &bytes)
            bytes += Array("\(reminder.priority)".utf8)
            JSONDetails.append(reminder.recurrenceRules, reminder.alarms, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
    }
#endif
