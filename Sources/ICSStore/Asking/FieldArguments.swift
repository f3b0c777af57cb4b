#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar

    /// The fields of a new event as options.
    struct FieldArguments: ParsableArguments {
        @Option(name: .long, help: "What it is called.")
        var title: String?

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp(
                "When it starts: 2026-03-30T09:30 or \"2026-03-30 09:30\", a date for whole days, today, tomorrow, now, +1d.",
                valueName: "time"
            ),
            transform: TimeArgument.init(parsing:)
        )
        var start: TimeArgument?

        @Option(
            name: .long,
            parsing: .unconditional,
            help: ArgumentHelp("When it ends; of whole days the last one.", valueName: "time"),
            transform: TimeArgument.init(parsing:)
        )
        var end: TimeArgument?

        @Option(
            name: .long,
            help: ArgumentHelp("How long it takes, instead of --end: 45m, 1h30m, 2d.", valueName: "length")
        )
        var duration: String?

        @Flag(name: .long, help: "It takes whole days.")
        var allDay = false

        @Option(
            name: .long,
            help: ArgumentHelp("The zone of its times (default: the system's).", valueName: "zone")
        )
        var timeZone: String?

        @Option(name: .long, help: "Where it takes place.")
        var location: String?

        @Option(name: .long, help: "More to say.")
        var notes: String?

        @Option(name: .long, help: "A link.")
        var url: String?

        @Option(
            name: .customLong("repeat"),
            help: ArgumentHelp("A rule of RFC 5545: \"FREQ=WEEKLY;BYDAY=MO\".", valueName: "rule")
        )
        var rule: String?

        @Option(name: .long, help: ArgumentHelp("confirmed, tentative or cancelled.", valueName: "status"))
        var status: String?

        @Option(
            name: .long,
            help: ArgumentHelp(
                "Who is invited: a mail address, or \"Jane <jane@studio.example>\"; may be repeated.",
                valueName: "mail"
            )
        )
        var attendee: [String] = []

        @Option(
            name: .long,
            help: ArgumentHelp("An alarm so long before the start; may be repeated.", valueName: "length")
        )
        var alarm: [String] = []

        func validate() throws {
            let texts: [(String, String?)] = [
                ("title", title), ("location", location), ("notes", notes), ("url", url), ("repeat", rule),
                ("status", status),
            ]
            for (name, text) in texts { try TypedText.check(text, of: "--\(name)") }
            for text in attendee { try TypedText.check(text, of: "--attendee") }
            for text in alarm { try TypedText.check(text, of: "--alarm") }
            if end != nil, duration != nil {
                throw ValidationError("--end and --duration say the same; use one of them")
            }
            if let duration, LengthText.length(duration) == nil {
                throw ValidationError("--duration: '\(duration)' is no length such as 45m, 1h30m or 2d")
            }
        }

        /// Whether nothing of an event was typed.
        var isEmpty: Bool {
            title == nil && start == nil && end == nil && duration == nil && !allDay && timeZone == nil
                && location == nil && notes == nil && url == nil && rule == nil && status == nil
                && attendee.isEmpty && alarm.isEmpty
        }

        /// The fields, with times in a zone.
        ///
        /// - Throws: ``FieldError`` for an end that cannot be.
        func values(in zone: Zone, now: Instant = .now) throws(FieldError) -> EventFields {
            var fields = EventFields()
            func put(_ field: EventField, _ text: String?) {
                if let text, !text.isEmpty { fields[field] = [text] }
            }
            put(.title, title)
            put(.location, location)
            put(.notes, notes)
            put(.url, url)
            put(.repeats, rule)
            put(.status, status)
            fields[.attendee] = attendee
            fields[.alarm] = alarm
            guard let start else { return fields }
            let begin = try civil(start, .start, in: zone, now)
            let isDays = allDay || begin.isDay && end.map(isDay) ?? (duration == nil || isWholeDays)
            var last = begin.time
            func lasts(_ length: NominalDuration) {
                let end = zone.instant(of: last).adding(seconds: length.seconds)
                last = zone.time(length.seconds, after: last)
                if zone.instant(of: last) != end { fields.exactLength = length }
            }
            if let end {
                // What is so long after something is so long after the start.
                last = try civil(end, .end, in: zone, zone.instant(of: begin.time)).time
            } else if let length = duration.flatMap(LengthText.length) {
                let days = isDays ? max(0, length.days - 1) : length.days
                last = CivilDateTime(last.date.adding(days: days), secondOfDay: last.secondOfDay)
                if isDays { last = last.adding(seconds: length.seconds) } else { lasts(length) }
            } else if !isDays {
                lasts(NominalDuration(seconds: 3600))
            }
            let form: EventTime = isDays ? .date(last.date) : .floating(last)
            put(.start, EventFields.text(EventFields.time(begin.time, like: form)))
            put(.end, EventFields.text(EventFields.time(last, like: form)))
            put(.allDay, isDays ? "yes" : "no")
            // A zone without a name, such as a rule in TZ, can be told nobody: the times float.
            if !isDays { put(.timeZone, zone.isNamed ? zone.identifier : "floating") }
            return fields
        }

        private var isWholeDays: Bool {
            duration.flatMap(LengthText.length).map { $0.days > 0 && $0.seconds == 0 } ?? false
        }

        private func isDay(_ time: TimeArgument) -> Bool {
            switch time {
            case .date, .today, .tomorrow, .offset: true
            case .instant, .local, .now: false
            }
        }

        /// What a clock of the zone shows at a time that was typed, and whether only a day was meant.
        private func civil(
            _ time: TimeArgument,
            _ field: EventField,
            in zone: Zone,
            _ base: Instant
        ) throws(FieldError) -> (time: CivilDateTime, isDay: Bool) {
            if case .local(let civil) = time { return (civil, false) }
            if case .date(let date) = time { return (CivilDateTime(date), true) }
            let times = WindowTimes(zone: zone, now: field == .start ? base : .now)
            do throws(WindowTimesError) {
                let instant = try field == .start ? times.from(time) : times.to(time, from: base)
                let civil = zone.civil(at: instant)
                // Nobody who types now means its seconds.
                return (time == .now ? civil.adding(seconds: -civil.second) : civil, isDay(time))
            } catch {
                throw FieldError(field: field, reason: "\(error)")
            }
        }
    }
#endif
