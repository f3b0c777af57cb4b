#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar

    struct FieldArguments: ParsableArguments {
        @Option(help: "Title of the event.")
        var title: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                """
                Start: 2026-03-30T09:30 or "2026-03-30 09:30"; a date for an all-day event; today, tomorrow, now or \
                +1d; +15min or +2h from now; a phrase such as "fri 14:00".
                """,
                valueName: "time"
            ),
            transform: TimeArgument.init(parsingTimeOfItem:)
        )
        var start: TimeArgument?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                """
                End or, for an all-day event, the last day. +1d, +2h and +15min are relative to the start. A \
                time alone, such as 10:00, refers to the day of the start.
                """,
                valueName: "time"
            ),
            transform: TimeArgument.init(parsingEndOfItem:)
        )
        var end: TimeArgument?

        @Option(
            help: ArgumentHelp("Duration, instead of --end: 45m, 1h30, 2d, PT1H30M.", valueName: "length")
        )
        var duration: String?

        @Flag(help: "Create an all-day event.")
        var allDay = false

        @Option(help: ArgumentHelp("Time zone of the event (default: the system's).", valueName: "zone"))
        var timeZone: String?

        @Option(help: "Location.")
        var location: String?

        @Option(help: "Notes.")
        var notes: String?

        @Option(help: "URL.")
        var url: String?

        @Option(help: ArgumentHelp("Status: confirmed, tentative or cancelled.", valueName: "status"))
        var status: String?

        @Option(help: ArgumentHelp("Category; may be repeated.", valueName: "name"))
        var category: [String] = []

        @Option(
            help: ArgumentHelp(
                "Attendee: an email address, or \"Jane <jane@studio.example>\"; may be repeated.",
                valueName: "email"
            )
        )
        var attendee: [String] = []

        @Option(
            help: ArgumentHelp("Alarm, as the time before the start; may be repeated.", valueName: "length")
        )
        var alarm: [String] = []

        @Option(
            name: .customLong("repeat"),
            help: ArgumentHelp(
                """
                Repetition: daily, weekly, monthly or yearly; a phrase such as "every 2 weeks"; or a recurrence rule \
                (RFC 5545) such as "FREQ=WEEKLY;BYDAY=MO".
                """,
                valueName: "rule"
            )
        )
        var rule: String?

        func validate() throws {
            let texts: [(String, String?)] = [
                ("title", title), ("location", location), ("notes", notes), ("url", url), ("repeat", rule),
                ("status", status),
            ]
            for (name, text) in texts { try checkTypedText(text, of: "--\(name)") }
            for text in category { try checkTypedText(text, of: "--category") }
            for text in attendee { try checkTypedText(text, of: "--attendee") }
            for text in alarm { try checkTypedText(text, of: "--alarm") }
            if end != nil, duration != nil {
                throw ValidationError("--end and --duration cannot be combined")
            }
            if let duration, LengthText.typed(duration) == nil {
                throw ValidationError("--duration: '\(duration)' is not a duration such as 45m, 1h30m or 2d")
            }
        }

        var isEmpty: Bool {
            title == nil && start == nil && end == nil && duration == nil && !allDay && timeZone == nil
                && location == nil && notes == nil && url == nil && rule == nil && status == nil
                && category.isEmpty && attendee.isEmpty && alarm.isEmpty
        }

        /// The name of a given option that cannot be combined with a phrase, if any.
        var optionOfPhrase: String? {
            let given: [(String, Bool)] = [
                ("title", title != nil), ("start", start != nil), ("end", end != nil),
                ("duration", duration != nil),
                ("all-day", allDay), ("repeat", rule != nil),
            ]
            return given.first { $0.1 }.map { "--\($0.0)" }
        }

        /// Returns the fields, converting times to the given zone and adjusting the rule as the other options specify.
        func values(
            _ repetition: RepetitionArguments,
            in zone: Zone,
            now: Instant = .present
        ) throws(FieldError) -> EventFields {
            var fields = EventFields()
            fields.put(.title, title)
            fields.put(.location, location)
            fields.put(.notes, notes)
            fields.put(.url, url)
            let rule = try repetition.rule(rule, in: zone, now: now)
            fields.put(.repeats, rule)
            fields.put(.status, status)
            fields[.category] = category.filter { !$0.isEmpty }
            fields[.attendee] = attendee
            fields[.alarm] = alarm
            guard let start = try exact(start, .start, in: zone, now) else { return fields }
            let begin = try place(start, .start, in: zone, now)
            let end = try exact(self.end, .end, in: zone, now, on: begin.time.date)
            let isDays = allDay || begin.isDay && end.map(isDay) ?? (duration == nil || isWholeDays)
            let length = duration.flatMap(LengthText.typed)
            // An offset for the end is relative to the start.
            let last = try end.map { last throws(FieldError) in try place(last, .end, in: zone, begin.instant)
            }
            fields.put(.allDay, isDays ? "yes" : "no")
            if isDays {
                // Count a partial day as a whole day.
                let days = length.map { $0.days + ($0.seconds + 86_399) / 86_400 } ?? 1
                let day = last?.time.date ?? begin.time.adding(seconds: max(0, days - 1) * 86_400).date
                fields.put(.start, EventFields.text(.date(begin.time.date)))
                fields.put(.end, EventFields.text(.date(day)))
                return fields
            }
            let finish = last?.instant ?? zone.instant(length ?? NominalDuration(seconds: 3600), after: begin)
            if zone.instant(of: begin.time) != begin.instant {
                // The hour is repeated, and its second pass can be written only in UTC.
                guard rule == nil else {
                    throw FieldError(
                        field: .start,
                        reason:
                            "this hour occurs twice, and a series in this zone cannot start in the second one; use "
                            + "another start, or --time-zone UTC"
                    )
                }
                fields.put(.start, EventFields.text(.utc(Zone.utc.civil(at: begin.instant))))
                fields.put(.end, EventFields.text(.utc(Zone.utc.civil(at: finish))))
                fields.put(.timeZone, "UTC")
                return fields
            }
            let seconds = finish.secondsSince1970 - begin.instant.secondsSince1970
            var shown = last?.time ?? zone.civil(at: finish)
            if seconds > 0, zone.instant(of: shown) != finish {
                fields.exactLength =
                    last == nil ? length ?? NominalDuration(seconds: 3600) : .init(seconds: seconds)
                shown = begin.time.adding(seconds: seconds)
            }
            // In a series, count days in local time, even for the first occurrence.
            if rule != nil, last == nil, let length, length.days > 0 { fields.exactLength = length }
            fields.put(.start, EventFields.text(.floating(begin.time)))
            fields.put(.end, EventFields.text(.floating(shown)))
            // Other programs cannot resolve a zone without a name, such as a rule in TZ, so make the times floating.
            fields.put(.timeZone, zone.isNamed ? zone.identifier : "floating")
            return fields
        }

        /// Returns notes about times of day that were assumed or ignored in the given values.
        func notes(on values: EventFields, in zone: Zone, now: Instant = .present) throws(FieldError)
            -> [String]
        {
            guard let start = try exact(start, .start, in: zone, now) else { return [] }
            guard allDay else {
                if case .offset = start { return [] }
                guard isDay(start), values.text(.allDay) == "no" else { return [] }
                return ["note: --start has no time of day; using 00:00"]
            }
            let end = try exact(self.end, .end, in: zone, now)
            let times = [("--start", start as TimeArgument?), ("--end", end)]
            return times.filter { $0.1.map(isDay) == false }.map { name, _ in
                "note: the event is all-day; time of day in \(name) ignored"
            }
        }

        private var isWholeDays: Bool {
            duration.flatMap(LengthText.typed).map { $0.days > 0 && $0.seconds == 0 } ?? false
        }

        private func isDay(_ time: TimeArgument) -> Bool {
            switch time {
            case .date, .today, .tomorrow, .yesterday, .offset: true
            // Phrases have already been replaced with one of the other cases.
            case .instant, .local, .now, .clock, .phrase, .period: false
            }
        }

        /// Returns a time with any phrase replaced by its exact form.
        private func exact(
            _ time: TimeArgument?,
            _ field: EventField,
            in zone: Zone,
            _ now: Instant,
            on day: CivilDate? = nil
        ) throws(FieldError) -> TimeArgument? {
            guard let time else { return nil }
            do throws(WindowTimesError) {
                return try WindowTimes(zone: zone, now: now).exact(time, on: day)
            } catch {
                throw FieldError(field: field, reason: "\(error)")
            }
        }

        private func isOfNow(_ time: TimeArgument) -> Bool {
            switch time {
            case .now, .clock: true
            default: false
            }
        }

        private func place(
            _ time: TimeArgument,
            _ field: EventField,
            in zone: Zone,
            _ base: Instant
        ) throws(FieldError) -> TypedPlace {
            func place(_ civil: CivilDateTime, isDay: Bool) -> TypedPlace {
                TypedPlace(time: civil, instant: zone.instant(of: civil), isDay: isDay)
            }
            if case .local(let civil) = time { return place(civil, isDay: false) }
            if case .date(let date) = time { return place(CivilDateTime(date), isDay: true) }
            let times = WindowTimes(zone: zone, now: field == .start ? base : .present)
            do throws(WindowTimesError) {
                var instant = try field == .start ? times.from(time) : times.to(time, from: base)
                // A user who types "now" or an offset does not expect seconds.
                if isOfNow(time), field == .start || time == .now {
                    instant = instant.adding(seconds: -zone.civil(at: instant).second)
                }
                return TypedPlace(time: zone.civil(at: instant), instant: instant, isDay: isDay(time))
            } catch {
                throw FieldError(field: field, reason: "\(error)")
            }
        }
    }

    /// A typed time as a local time and an instant.
    ///
    /// In a repeated hour, both values are needed.
    private struct TypedPlace {
        /// The local time in the zone.
        var time: CivilDateTime
        var instant: Instant
        var isDay: Bool
    }

    extension Zone {
        /// Adds a duration to a time, counting its days in local time and the rest as elapsed time.
        fileprivate func instant(_ length: NominalDuration, after place: TypedPlace) -> Instant {
            let day =
                length.days == 0
                ? place.instant : instant(of: place.time.adding(seconds: length.days * 86_400))
            return day.adding(seconds: length.seconds)
        }
    }

    /// Throws an error for control characters other than tabs and line endings, since such characters cannot
    /// be stored.
    func checkTypedText(_ text: String?, of option: String) throws {
        let hasControl = text?.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: false
            case 0x00..<0x20, 0x7F: true
            default: false
            }
        }
        guard hasControl == true else { return }
        throw ValidationError(
            "\(option) contains a control character, which is not allowed in calendars (RFC 5545 section 3.3.11)"
        )
    }
#endif
