#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICSPhrases
    import ICalendar

    /// An event or reminder typed as a phrase.
    struct TypedPhrase {
        let phrase: Phrase

        /// Parses a phrase and prints its interpretation.
        ///
        /// If the phrase is ambiguous, the user chooses an interpretation on the terminal.
        ///
        /// - Parameters:
        ///   - hasDueTime: Whether an option contains the due time.
        ///   - read: The parser for events or reminders.
        init(
            _ text: String,
            in zone: Zone,
            _ options: StoreOptions,
            hasDueTime: Bool = false,
            by read: (String, PhraseContext) throws(PhraseError) -> Phrase
        ) throws {
            var text = text
            while true {
                do throws(PhraseError) {
                    phrase = try read(text, .present(in: zone))
                    break
                } catch {
                    guard !error.readings.isEmpty, Prompt.isPossible, !options.yes, !options.dryRun else {
                        throw ValidationError("\(error)")
                    }
                    let choices = error.readings.map(\.words)
                    let choice = try Prompt.choice("\(error.message). Which one do you mean?", choices)
                    text = error.readings[choice].text
                }
            }
            Program.say("understood: \(withEnd.words(hasDueTimeElsewhere: hasDueTime))")
        }

        /// The phrase with the default end for an event.
        private var withEnd: Phrase {
            var shown = phrase
            if !shown.isReminder, shown.end == nil, case .local(let start)? = shown.start {
                shown.end = .local(shown.zone.time(3600, after: start))
            }
            return shown
        }

        /// Sets the options from the phrase.
        func put(into fields: inout FieldArguments) throws {
            try check(location: fields.location, timeZone: fields.timeZone)
            fields.title = phrase.title
            fields.location = phrase.place ?? fields.location
            fields.timeZone = phrase.namedZone ?? fields.timeZone
            fields.start = start
            fields.end = phrase.end.map(Self.argument)
            fields.rule = phrase.rule.map { RuleLine.text(of: $0) }
            fields.category += phrase.categories
        }

        /// Sets the options from the phrase and returns its repetition.
        func put(into fields: inout ReminderFields) throws -> RecurrenceRule? {
            try check(location: fields.location, timeZone: fields.timeZone)
            guard phrase.priority == nil || fields.priority == nil else {
                throw ValidationError("--priority and a priority in the phrase cannot be combined")
            }
            fields.title = phrase.title
            fields.location = phrase.place ?? fields.location
            fields.timeZone = phrase.namedZone ?? fields.timeZone
            if let start {
                guard fields.due == nil else {
                    throw ValidationError("--due and a time in the phrase cannot be combined")
                }
                fields.due = .time(start)
            }
            fields.priority = phrase.priority.map(PriorityArgument.init) ?? fields.priority
            fields.category += phrase.categories
            return phrase.rule
        }

        private func check(location: String?, timeZone: String?) throws {
            guard phrase.place == nil || location == nil else {
                throw ValidationError("--location and a place after '@' cannot be combined")
            }
            guard phrase.namedZone == nil || timeZone == nil else {
                throw ValidationError("--time-zone and a time zone in the phrase cannot be combined")
            }
        }

        /// The event's start or the reminder's due time.
        private var start: TimeArgument? {
            guard case .local(let civil)? = phrase.start, let instant = phrase.instant,
                phrase.zone.instant(of: civil) != instant
            else { return phrase.start.map(Self.argument) }
            // The local time is ambiguous.
            return .instant(instant)
        }

        private static func argument(_ time: Phrase.Time) -> TimeArgument {
            switch time {
            case .date(let date): .date(date)
            case .local(let civil): .local(civil)
            }
        }
    }

    /// The description of phrases in the help text of `add`.
    enum PhraseHelp {
        static let text = """
            A phrase contains the title, the time, and optionally a place after @ and categories after #, in \
            any order: "Lunch with Ann tomorrow 12:30-13:30 @ Da Elena #food". The command prints how it \
            interpreted the phrase. If a phrase is ambiguous, it is rejected with an unambiguous form for \
            each meaning; on a terminal, you can choose one of the meanings. Words in double quotes belong \
            to the title.

            Days: today, tomorrow, fri, this fri, next mon, the 3rd, 1 dec, dec 1st 2027, 2026-12-01, 1.12., \
            12/1 in the order of your locale, in 3 days. Times: 9am, 14:00, noon, in 2 hours, 9am \
            Europe/Berlin. Spans: 9-10:30, from 9am to 5pm, 9am for 1h30, mon-wed, 1-3 dec, \
            2026-12-01..2026-12-05, all day. Repetitions: daily, every weekday, every 2 weeks, every tue and \
            thu, every first monday, monthly on the 1st. To end a repetition, add until 2026-12-31, or 10 \
            times.

            "Call mom fri 18:00"
            "Dentist 1 dec 9:30-10:15 @ Main St 5"
            "Vacation 21 dec - 3 jan"
            "Pay rent monthly on the 1st"
            "Gym every tue and thu 18:00 until 2026-12-31"
            "Stand-up every weekday 9:15 for 15 minutes"
            "Call Lee tomorrow 9am America/New_York"
            "Tea in 2 hours"
            """

        private static let extensions = [
            ".ics", ".ical", ".icalendar", ".ifb", ".vcs", ".json", ".jcal", ".xml", ".eml",
        ]

        /// Returns the phrase in the arguments, or nil if the argument names a file.
        ///
        /// A single word names a file if it looks like a path or the file exists.
        static func phrase(_ words: [String]) -> String? {
            let text = words.joined(separator: " ")
            guard !words.contains(where: isFile) else { return nil }
            if text.contains(where: \.isWhitespace) { return text }
            let isFile = text.isEmpty || text == "-" || text.contains("/") || exists(text)
            return isFile ? nil : text
        }

        private static func isFile(_ word: String) -> Bool {
            let name = word.lowercased()
            if extensions.contains(where: name.hasSuffix) { return true }
            return word.contains { $0.isWhitespace } && exists(word)
        }

        private static func exists(_ name: String) -> Bool { (try? CalendarPath(name).identity()) != nil }
    }
#endif
