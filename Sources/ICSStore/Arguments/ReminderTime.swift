#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    /// The value of `--due` or `--start` for a reminder: a time, or `none` to remove the current one.
    enum ReminderTime {
        case time(TimeArgument)
        case none

        init(parsing text: String) throws {
            if text.isEmpty || text.lowercased() == "none" {
                self = .none
            } else {
                self = .time(try TimeArgument(parsingTimeOfItem: text))
            }
        }

        /// Returns the time for a new or edited reminder in the given zone, or nil for `none`.
        func time(in zone: Zone) throws -> EventTime? {
            guard case .time(let argument) = self else { return nil }
            return try Self.time(argument, in: zone)
        }

        /// Returns the time for a reminder: a date for a whole day, otherwise a time in the zone.
        static func time(_ time: TimeArgument, in zone: Zone) throws -> EventTime {
            let times = WindowTimes(zone: zone, now: .present)
            switch try times.exact(time) {
            case .date(let date): return .date(date)
            case .local(let civil): return EventTime(civil, timeZoneID: zone.identifier)
            case .instant(let instant): return .utc(Zone.utc.civil(at: instant))
            case .today, .tomorrow, .yesterday, .offset:
                return .date(zone.civil(at: try times.from(time)).date)
            case .now, .clock, .phrase, .period:
                let instant = try times.from(time)
                let civil = zone.civil(at: instant)
                guard zone.instant(of: civil) == instant else {
                    // The second pass of a repeated hour can be written only in UTC.
                    return .utc(Zone.utc.civil(at: instant.adding(seconds: -civil.second)))
                }
                // A user who types "now" does not expect seconds.
                return EventTime(civil.adding(seconds: -civil.second), timeZoneID: zone.identifier)
            }
        }
    }

    /// The alarms typed for a reminder.
    enum ReminderAlarms {
        /// Returns the alarms for the values of `--alarm`.
        ///
        /// A single `none` removes all alarms.
        static func alarms(_ texts: [String], of reminder: Reminder) throws -> [Alarm] {
            if texts.map({ $0.lowercased() }) == ["none"] { return [] }
            do throws(FieldError) {
                var alarms: [Alarm] = []
                for text in texts {
                    var alarm = try AlarmText.alarm(text, showing: reminder.title)
                    // Without a start, a trigger must be relative to the due time (RFC 5545 section 3.8.6.3).
                    if reminder.todo.start == nil, case .relative(let length, _)? = alarm.trigger {
                        alarm.trigger = .relative(length, to: .end)
                    }
                    alarms.append(alarm)
                }
                return alarms
            } catch {
                throw ValidationError("--\(error.text)")
            }
        }

        /// Throws an error if a typed alarm cannot be parsed.
        static func check(_ texts: [String]) throws {
            for text in texts { try checkTypedText(text, of: "--alarm") }
            _ = try alarms(texts, of: Reminder(Todo(Component(Todo.componentName))))
        }

        /// Throws an error if an alarm has no reference time.
        static func check(_ alarms: [Alarm], of reminder: Reminder) throws {
            guard reminder.due == nil, reminder.todo.start == nil else { return }
            let isRelative = alarms.contains { alarm in
                if case .relative? = alarm.trigger { true } else { false }
            }
            guard isRelative else { return }
            throw CommandError(
                "\(Words.title(reminder.title)): an alarm before the due time needs a due time; use --due, or an alarm such as "
                    + "'at 2026-03-30 07:00Z'"
            )
        }

        static let help = ArgumentHelp(
            """
            Alarm, as the time before the start or, without a start, before the due time: 15m, 2d, or none; \
            may be repeated.
            """,
            valueName: "length"
        )
    }
#endif
