#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// An alarm and its item's details.
    struct AlarmNotice {
        /// The time when the alarm goes off.
        let instant: Instant
        /// The event, occurrence, or reminder identifier.
        let identifier: String
        let calendar: EventCalendar
        let title: String
        let location: String?
        let url: String?
        let start: OccurrenceTime
        let end: OccurrenceTime
        let isReminder: Bool
        /// Whether the reminder has neither a start nor a due time.
        let isTimeless: Bool
        /// The key that identifies the alarm.
        ///
        /// Simultaneous alarms for one occurrence share a key.
        let key: String

        init(_ time: AlarmTime, in calendar: EventCalendar) {
            let occurrence = time.occurrence
            instant = time.instant
            identifier = occurrence.identifier(inCalendar: calendar.calendarIdentifier)
            self.calendar = calendar
            title = Words.title(occurrence.summary ?? "")
            location = occurrence.event.location
            url = occurrence.event.url
            (start, end) = (occurrence.start, time.end)
            isReminder = time.isTodo
            isTimeless = time.isOfTimelessTodo
            let name = "\(identifier)\n\(time.instant.secondsSince1970)"
            key = String(FileDigest(of: Array(name.utf8)).text.prefix(16))
        }

        /// The time to display: an event's start or a reminder's due time.
        private var moment: OccurrenceTime { isReminder ? end : start }

        /// Returns the alarm as one line: `2026-03-30 09:45 Dentist (10:00-11:00, Room 4, in Home)`.
        func line(isMissed: Bool, in zone: Zone) -> String {
            let day = zone.civil(at: instant).date
            var details = isMissed ? ["missed"] : []
            if !isTimeless { details.append(timeText(besides: day, in: zone)) }
            if let location, !location.isEmpty { details.append(location) }
            details.append("in \(calendar.title)")
            return
                "\(day) \(MomentText.time(instant, in: zone))  \(title) (\(details.joined(separator: ", ")))"
        }

        /// Returns the item's time.
        ///
        /// Omits the date if it is `day`.
        private func timeText(besides day: CivilDate, in zone: Zone) -> String {
            let word = isReminder ? "due " : ""
            if case .date(let date) = moment { return "\(word)\(date)" }
            let (from, to) = (start.instant(in: zone), end.instant(in: zone))
            let text =
                isReminder || to <= from
                ? MomentText.time(moment.instant(in: zone), in: zone) : MomentText.span(from..<to, in: zone)
            let own = zone.civil(at: moment.instant(in: zone)).date
            return own == day ? "\(word)\(text)" : "\(word)\(own) \(text)"
        }

        /// Appends the alarm as a JSON object.
        func append(isMissed: Bool, in zone: Zone, to bytes: inout [UInt8]) {
            let kind = isReminder ? "reminder" : "event"
            let times = isTimeless ? [] : [("start", start.description), ("end", end.description)]
            JSONText.append(
                object: [
                    ("alarm", MomentText.rfc3339(instant, in: zone)), ("kind", kind), ("id", identifier),
                    ("calendarId", calendar.calendarIdentifier), ("calendar", calendar.title),
                    ("summary", title),
                ] + times + [("location", location), ("url", url)],
                to: &bytes
            ) {
                if isMissed { JSONText.append(key: "missed", literal: true, to: &$0) }
            }
        }

        /// The maximum length of an environment variable's value.
        ///
        /// Operating systems limit this length.
        private static let longestValue = 4096

        /// Returns the environment variables for a program that is run for the alarm.
        ///
        /// Each value is one line without control characters.
        func variables(isMissed: Bool, in zone: Zone) -> [(name: String, value: String)] {
            let values = [
                ("ICS_TITLE", title), ("ICS_START", isTimeless ? "" : start.description),
                ("ICS_END", isTimeless ? "" : end.description), ("ICS_LOCATION", location ?? ""),
                ("ICS_CALENDAR", calendar.title), ("ICS_ID", identifier), ("ICS_URL", url ?? ""),
                ("ICS_KIND", isReminder ? "reminder" : "event"),
                ("ICS_ALARM", MomentText.rfc3339(instant, in: zone)), ("ICS_MISSED", isMissed ? "1" : "0"),
                ("ICS_TEXT", line(isMissed: isMissed, in: zone)),
            ]
            return values.map { name, value in
                (name, PrintableText.string(String(value.prefix(Self.longestValue))))
            }
        }
    }

    /// Finds the alarms in a store.
    struct AlarmSource {
        let store: EventStore
        /// The names of the calendars to search.
        ///
        /// An empty array means all calendars.
        let calendars: [String]

        /// The maximum number of alarms per calendar in one search.
        private static let most = 10_000

        /// Returns, in order, the alarms that go off from `start` up to, but not including, `end`.
        ///
        /// Acknowledged alarms are skipped.
        func notices(from start: Instant, to end: Instant) throws -> [AlarmNotice] {
            guard start < end else { return [] }
            let window = try OccurrenceWindow(from: start, to: end, in: store.zone)
            let finder = ItemFinder(store: store)
            let wanted = calendars.isEmpty ? nil : try calendars.map { try finder.calendarOfAnyType($0) }
            var found: [AlarmNotice] = []
            var keys: Set<String> = []
            for (calendar, files) in try store.filesWithAlarms(in: wanted) {
                for time in files.alarms(in: window, limit: Self.most) where !time.isAcknowledged {
                    let notice = AlarmNotice(time, in: calendar)
                    if keys.insert(notice.key).inserted { found.append(notice) }
                }
            }
            return found.sorted { ($0.instant, $0.title, $0.key) < ($1.instant, $1.title, $1.key) }
        }
    }
#endif
