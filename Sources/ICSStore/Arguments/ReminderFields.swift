#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    /// The options that set a reminder's fields.
    struct ReminderFields: ParsableArguments {
        @Option(help: "Title.")
        var title: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                """
                Due time: 2026-04-02, 2026-04-02T18:00, today, tomorrow, now, +1d, +2h and +15min (from now), "fri \
                14:00", or none.
                """,
                valueName: "time"
            ),
            transform: ReminderTime.init(parsing:)
        )
        var due: ReminderTime?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Start, in the same form as the due time, or none.", valueName: "time"),
            transform: ReminderTime.init(parsing:)
        )
        var start: ReminderTime?

        @Option(
            help: ArgumentHelp("Time zone of --due and --start (default: the system's).", valueName: "zone")
        )
        var timeZone: String?

        @Option(help: PriorityArgument.help, transform: PriorityArgument.init(parsing:))
        var priority: PriorityArgument?

        @Option(help: "Notes.")
        var notes: String?

        @Option(help: "Location.")
        var location: String?

        @Option(help: "URL.")
        var url: String?

        @Option(help: ArgumentHelp("Category; may be repeated.", valueName: "name"))
        var category: [String] = []

        @Option(parsing: .unconditionalSingleValue, help: ReminderAlarms.help)
        var alarm: [String] = []

        func validate() throws {
            let texts: [(String, String?)] = [
                ("title", title), ("notes", notes), ("location", location), ("url", url),
            ]
            for (name, text) in texts { try checkTypedText(text, of: "--\(name)") }
            for text in category { try checkTypedText(text, of: "--category") }
            try ReminderAlarms.check(alarm)
            if title?.trimmed.isEmpty == true { throw ValidationError("--title must not be empty") }
        }

        var isEmpty: Bool {
            title == nil && due == nil && start == nil && priority == nil && notes == nil && location == nil
                && url == nil && category.isEmpty && alarm.isEmpty
        }

        /// Writes the given fields to a reminder.
        ///
        /// An empty value removes a field.
        ///
        /// - Parameter zone: The time zone for new times.
        func apply(to reminder: inout Reminder, in zone: Zone) throws {
            if let title { reminder.title = title }
            if let notes { reminder.notes = notes.isEmpty ? nil : notes }
            if let location { reminder.location = location.isEmpty ? nil : location }
            if let url { reminder.url = url.isEmpty ? nil : url }
            if let priority { reminder.priority = priority.number }
            if !category.isEmpty { reminder.todo.categories = category.filter { !$0.isEmpty } }
            do {
                try applyTimes(to: &reminder, in: zone)
            } catch let error as WindowTimesError {
                throw ValidationError("\(error)")
            }
            guard !alarm.isEmpty else { return }
            reminder.alarms = try ReminderAlarms.alarms(alarm, of: reminder)
            try ReminderAlarms.check(reminder.alarms, of: reminder)
        }

        private func applyTimes(to reminder: inout Reminder, in zone: Zone) throws {
            guard due != nil || start != nil else { return }
            let (oldStart, oldDue) = (reminder.todo.start, reminder.due)
            let end = due == nil ? oldDue : try due?.time(in: zone)
            var begin = start == nil ? oldStart : try start?.time(in: zone)
            // A start that equals the due time is redundant.
            if start == nil, oldStart != nil, oldStart == oldDue { begin = end }
            if let begin, let end, begin.isDate != end.isDate {
                throw CommandError(
                    "\(Words.title(reminder.title)): the start and the due time must both be dates or both have a time of day; set "
                        + "the \(start == nil ? "start" : "due time") as well"
                )
            }
            // DUE and DURATION cannot be combined (RFC 5545 section 3.6.2).
            if due != nil { reminder.todo.duration = nil }
            if begin != oldStart { reminder.todo.start = begin }
            if due != nil { reminder.todo.due = end }
            reminder.todo.removeNeedlessStart()
        }
    }
#endif
