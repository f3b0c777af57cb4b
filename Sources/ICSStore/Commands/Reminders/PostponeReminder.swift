#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct PostponeReminder: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "postpone",
            abstract: "Postpone a reminder, or one instance of a recurring one, and print when it is due.",
            discussion: """
                The time is an offset (+1d, +2h, +15min), a day (tomorrow, 2026-04-02), which keeps the time of day, \
                or a day with a time (2026-04-02T18:00). An offset is relative to the due time or, if that has \
                passed, to the current time. In the latter case, +1d means tomorrow at the same time of day. A \
                reminder due on a later day without a time cannot be postponed by hours or minutes.

                For a recurring reminder, only the next due instance is postponed, or the one that the identifier \
                refers to. The start and any alarms at fixed times move by the same amount.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Identifier of a reminder, unless --match is used.", valueName: "id"))
        var identifier: String?

        @Argument(help: ArgumentHelp("New due time, or an offset such as +1d.", valueName: "time"))
        var words: [String] = []

        @Option(
            help: ArgumentHelp("Select the open reminder whose title contains this text.", valueName: "text")
        )
        var match: String?

        @Option(
            help: ArgumentHelp("Time zone of the new due time (default: the system's).", valueName: "zone")
        )
        var timeZone: String?

        /// The typed time.
        private var time: String {
            // With --match, the first argument is part of the time.
            let first = match == nil ? [] : [identifier].compactMap(\.self)
            return (first + words).joined(separator: " ")
        }

        func validate() throws {
            guard match != nil || identifier != nil else {
                throw ValidationError("no reminder given; use its identifier or --match TEXT")
            }
            guard !time.isEmpty else {
                throw ValidationError("the time is missing; write one such as +1d or tomorrow")
            }
        }

        func run() async throws {
            let argument: TimeArgument
            do {
                argument = try TimeArgument(parsingTimeOfItem: time)
            } catch {
                throw ValidationError("'\(time)': \(error)")
            }
            let zone = try displayZone(named: timeZone)
            let home = try displayZone(named: nil)
            let store = try await options.open(for: .readReminders)
            let finder = ItemFinder(store: store)
            let named =
                if let match { try finder.reminder(matching: match, isOpen: true) } else {
                    try finder.reminder(identifier ?? "")
                }
            guard var reminder = named.reminder else { return }
            try named.checkWritable()
            guard !reminder.isCompleted, reminder.todo.status != .cancelled else {
                let state = reminder.isCompleted ? "completed" : "cancelled"
                throw CommandError(
                    "\(Words.title(reminder.title)): already \(state); only open reminders can be postponed"
                )
            }
            let old = reminder.postponed
            let new: EventTime
            do {
                new = try Postponement(zone: zone, home: home, now: .present).time(of: reminder, argument)
            } catch let error as WindowTimesError {
                throw ValidationError("'\(time)': \(error)")
            }
            guard new != old else {
                throw CommandError(
                    "\(Words.title(reminder.title)): already due \(EventFields.text(new)); nothing was changed"
                )
            }
            if match != nil {
                try options.ask("Postpone \(named.words(.thisEvent)) to \(EventFields.text(new))?")
            }
            reminder.move(to: new, in: home)
            try store.save(&reminder, span: .thisEvent, commit: !options.dryRun)
            let due = ReminderOutput.dueText(reminder, of: store)
            if options.dryRun {
                return try ListOutput.print([
                    "would postpone \(Words.title(reminder.title)) to \(EventFields.text(new))"
                ])
            }
            let verb = reminder.due == nil ? "starts" : "due"
            try DoneOutput.print(["\(Words.title(reminder.title)): \(verb) \(due)  \(reminder.id)"])
        }
    }

    /// Computes a later due time.
    struct Postponement {
        /// The zone of the typed time.
        let zone: Zone
        /// The zone in which floating times are interpreted.
        let home: Zone
        let now: Instant
        /// Whether an offset is relative to now if the due time has passed.
        var countsFromNow = true

        /// Returns a reminder's new due time in the reminder's zone unless that zone is unknown.
        func time(of reminder: Reminder, _ argument: TimeArgument) throws -> EventTime {
            guard let old = reminder.postponed, let due = old.instant(in: home) else {
                return try ReminderTime.time(argument, in: zone)
            }
            let today = zone.civil(at: now).date
            let argument = try WindowTimes(zone: zone, now: now).exact(argument)
            switch argument {
            case .today: return onDay(today, like: old, due)
            case .yesterday: return onDay(today.adding(days: -1), like: old, due)
            case .tomorrow: return onDay(today.adding(days: 1), like: old, due)
            case .date(let date): return onDay(date, like: old, due)
            case .offset:
                let civil = old.isDate ? old.civil : zone.civil(at: due)
                let isPast = countsFromNow && (old.isDate ? civil.date < today : due < now)
                // Keep the time of day and count the days from today.
                let first = isPast ? max(today, civil.date) : civil.date
                let midnight = zone.instant(of: CivilDateTime(first))
                // The offset is relative to midnight on the first day.
                let moved = try WindowTimes(zone: zone, now: midnight).from(argument)
                return onDay(zone.civil(at: moved).date, like: old, due)
            case .clock(let seconds):
                if old.isDate, old.civil.date > today {
                    throw CommandError(
                        "\(Words.title(reminder.title)): due on a later day without a time; "
                            + "use an offset in days, such as +1d, or a day with a time, such as 2026-04-02T18:00"
                    )
                }
                let base = old.isDate ? now : countsFromNow ? max(due, now) : due
                let instant = base.adding(seconds: seconds)
                return at(instant.adding(seconds: -zone.civil(at: instant).second), like: old)
            case .now, .instant, .local, .phrase, .period:
                if case .local(let civil) = argument { warn(civil) }
                guard let instant = try ReminderTime.time(argument, in: zone).instant(in: zone) else {
                    return try ReminderTime.time(argument, in: zone)
                }
                return at(instant, like: old)
            }
        }

        private func warn(_ civil: CivilDateTime) {
            ClockWarnings.print(about: EventFields.time(civil, in: zone), named: "the due time", in: zone)
        }

        /// Returns a due time on another day at the same time of day.
        private func onDay(_ day: CivilDate, like old: EventTime, _ due: Instant) -> EventTime {
            if old.isDate { return .date(day) }
            let civil = CivilDateTime(day, secondOfDay: zone.civil(at: due).secondOfDay)
            warn(civil)
            return at(zone.instant(of: civil), like: old)
        }

        /// Returns an instant in the same form as a given time, or in the display zone if that time is a date.
        private func at(_ instant: Instant, like old: EventTime) -> EventTime {
            let form: EventTime
            let clock: Zone
            switch old {
            case .zoned(_, let name):
                guard let own = try? Zone(identifier: name) else {
                    return .utc(Zone.utc.civil(at: instant))
                }
                (form, clock) = (old, own)
            case .utc: (form, clock) = (old, .utc)
            case .floating: (form, clock) = (old, home)
            case .date: (form, clock) = (EventFields.time(zone.civil(at: instant), in: zone), zone)
            }
            let civil = clock.civil(at: instant)
            // The second pass of a repeated hour can be written only in UTC.
            guard clock.instant(of: civil) == instant else { return .utc(Zone.utc.civil(at: instant)) }
            return form.with(civil)
        }
    }

    extension Reminder {
        /// The time to postpone: the due time, or the start if there is no due time.
        var postponed: EventTime? { due ?? todo.start }

        /// Moves the due time, along with the start and any alarms at fixed times.
        mutating func move(to new: EventTime, in zone: Zone) {
            let (start, old) = (todo.start, postponed)
            let (from, to) = (old?.instant(in: zone), new.instant(in: zone))
            if due == nil, start != nil {
                todo.start = new
            } else {
                todo.duration = nil
                todo.due = new
            }
            guard let old, let from, let to else { return }
            if let start { todo.start = start.moved(from: old, to: new, in: zone) }
            let seconds = to.secondsSince1970 - from.secondsSince1970
            alarms = alarms.map { $0.moved(by: seconds) }
        }
    }

    extension EventTime {
        /// Returns this start, shifted by as much as the due time and in the same form.
        ///
        /// The interval between start and due time on the clock is kept unless a clock change skips the resulting
        /// start.
        fileprivate func moved(from old: EventTime, to new: EventTime, in zone: Zone) -> EventTime {
            guard self != old else { return new }
            guard isDate == new.isDate else {
                // RFC 5545 requires the same type for both.
                let day = civil.date.adding(days: new.civil.date.dayNumber - old.civil.date.dayNumber)
                return new.with(CivilDateTime(day, secondOfDay: new.civil.secondOfDay))
            }
            let moved = with(civil.adding(seconds: new.civil.secondNumber - old.civil.secondNumber))
            let clock = timeZoneID.flatMap { try? Zone(identifier: $0) } ?? zone
            guard !isDate, let start = instant(in: zone), let first = old.instant(in: zone),
                let last = new.instant(in: zone), case let second = clock.instant(of: moved.civil),
                moved.instant(in: zone) == second, clock.civil(at: second) != moved.civil
            else { return moved }
            return with(
                clock.civil(at: start.adding(seconds: last.secondsSince1970 - first.secondsSince1970))
            )
        }
    }
#endif
