#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// `ics-store reminders add`.
    struct AddReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a reminder, and prints its identifier."
        )

        @OptionGroup var options: StoreOptions

        @Option(name: .long, help: "What is to be done.")
        var title: String

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp(
                "When it is due: 2026-04-02, 2026-04-02T18:00, today, tomorrow, now, +1d, +2h, +15min.",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsingTimeOfItem:)
        )
        var due: TimeArgument?

        @Option(
            name: .long,
            help: ArgumentHelp("The zone of its time (default: the system's).", valueName: "zone")
        )
        var timeZone: String?

        @Option(name: .long, help: "More to say.")
        var notes: String?

        @Option(
            name: .customLong("repeat"),
            help: ArgumentHelp("A rule of RFC 5545, which needs --due.", valueName: "rule")
        )
        var rule: String?

        @Option(name: .long, help: ArgumentHelp("1 is the most urgent, 9 the least.", valueName: "1-9"))
        var priority: Int?

        @Option(name: .long, help: ArgumentHelp("Where it is saved.", valueName: "name|id"))
        var calendar: String?

        func validate() throws {
            let texts: [(String, String?)] = [("title", title), ("notes", notes), ("repeat", rule)]
            for (name, text) in texts {
                try TypedText.check(text, of: "--\(name)")
            }
            if let priority, !(1...9).contains(priority) {
                throw ValidationError("--priority: '\(priority)' is none of 1 to 9")
            }
        }

        func run() async throws {
            let zone = try options.zone(timeZone)
            var time: EventTime?
            var rules: [RecurrenceRule] = []
            do {
                time = try due.map { try Self.time($0, in: zone) }
                if let rule {
                    guard due != nil else { throw ValidationError("--repeat needs --due") }
                    rules = [try RuleLine.rule(rule).ending(like: time)]
                }
            } catch let error as WindowTimesError {
                throw ValidationError("--due: \(error)")
            } catch let error as FieldError {
                throw ValidationError("--\(error.text)")
            }
            let store = try await options.open(for: .readReminders, in: zone)
            let target = try await ItemFinder(store: store).target(calendar, .reminder, options)
            var todo = try Todo(title, due: time)
            todo.todoDescription = notes
            todo.recurrenceRules = rules
            if let priority { todo.priority = priority }
            ImportedItem.warn(of: [CalendarFile(calendars: [CalendarObject(todos: [todo])])], in: zone)
            var reminder = Reminder(todo, calendar: target)
            try store.save(&reminder, commit: !options.dryRun)
            guard options.dryRun else { return try DoneOutput.print([reminder.calendarItemIdentifier]) }
            try ListOutput.print(["would add \(reminder.title) to \(reminder.calendar?.title ?? "")"])
        }

        /// The time that was typed: a day, an instant, or what a clock of the zone shows.
        private static func time(_ time: TimeArgument, in zone: Zone) throws -> EventTime {
            switch time {
            case .date(let date): return .date(date)
            case .local(let civil): return EventTime(civil, timeZoneID: zone.identifier)
            case .instant(let instant): return .utc(Zone.utc.civil(at: instant))
            case .today, .tomorrow, .offset:
                let times = WindowTimes(zone: zone, now: .now)
                return .date(zone.civil(at: try times.from(time)).date)
            case .now, .clock:
                let instant = try WindowTimes(zone: zone, now: .now).from(time)
                let civil = zone.civil(at: instant)
                guard zone.instant(of: civil) == instant else {
                    // The second time of an hour that comes twice has no name but that of UTC.
                    return .utc(Zone.utc.civil(at: instant.adding(seconds: -civil.second)))
                }
                // Nobody who types now means its seconds.
                return EventTime(civil.adding(seconds: -civil.second), timeZoneID: zone.identifier)
            }
        }
    }
#endif
