#if CommandLine
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    /// Warns about busy events that overlap a new or changed event.
    ///
    /// An overlap is not an error, since people may plan two events at once on purpose. An all-day event counts only if
    /// it is explicitly marked as busy, since birthdays and holidays are often not marked as free.
    struct OverlapWarnings {
        private let store: EventStore
        private let zone: Zone

        /// The maximum number of other events to name.
        private static let mostNamed = 3
        /// The maximum number of instances of a series to compare.
        private static let mostInstances = 100
        /// The maximum number of other occurrences to examine, which limits the cost of series that repeat every
        /// minute.
        private static let mostVisits = 20_000
        /// The length of the period in which a series is checked, in seconds: a year.
        private static let reach = 366 * 86_400

        init(in store: EventStore) {
            self.store = store
            zone = store.zone
        }

        /// Warns if a new event overlaps others or has problems with its start or end.
        static func print(about event: CalendarEvent, in store: EventStore) {
            let item = event.event
            ClockWarnings.print(about: item.start, named: "the start", in: store.zone)
            if item.end != item.start {
                ClockWarnings.print(about: item.end, named: "the end", in: store.zone)
            }
            OverlapWarnings(in: store).print(
                about: [CalendarFile(calendars: [CalendarObject(events: [item])])],
                event
            )
        }

        /// Warns if a changed event, as written in these files, overlaps others.
        static func print(
            aboutSaving event: CalendarEvent,
            span: EventSpan,
            _ files: [CalendarFile],
            in store: EventStore
        ) {
            ClockWarnings.print(about: event.event.start, named: "the start", in: store.zone)
            let isAlone = span == .thisEvent && event.hasRecurrenceRules
            OverlapWarnings(in: store).print(about: isAlone ? [alone(event)] : files, event)
        }

        /// Returns a file with only an event, detached from its series.
        private static func alone(_ event: CalendarEvent) -> CalendarFile {
            var alone = event.event
            alone.component.removeRecurrenceProperties()
            return CalendarFile(calendars: [CalendarObject(events: [alone])])
        }

        private func print(about files: [CalendarFile], _ event: CalendarEvent) {
            guard store.authorizationStatus(for: .event) == .fullAccess,
                let overlaps = try? overlaps(of: files, event), let text = text(overlaps)
            else { return }
            Program.say("warning: \(text)")
        }

        /// Returns the events that an invitation overlaps, or nil if there are none.
        static func text(about event: CalendarEvent, _ calendar: CalendarObject?, in store: EventStore)
            -> String?
        {
            let warnings = OverlapWarnings(in: store)
            let file = calendar.map { CalendarFile(calendars: [$0]) } ?? alone(event)
            guard let overlaps = try? warnings.overlaps(of: [file], event) else { return nil }
            return warnings.text(overlaps)
        }

        /// The overlapping events, ordered by first overlap.
        private struct Overlaps {
            var events: [Overlap] = []
            var places: [String: Int] = [:]
            /// Whether the search was cut short and there may be more overlaps.
            var isCut = false

            /// Counts another overlapping occurrence of an event.
            mutating func add(_ key: String, _ overlap: @autoclosure () -> Overlap) {
                if let place = places[key] {
                    events[place].others += 1
                } else {
                    places[key] = events.count
                    events.append(overlap())
                }
            }
        }

        /// An overlapping event, and the number of its other overlapping occurrences.
        private struct Overlap {
            let text: String
            var others = 0
        }

        /// Returns the busy events in the store that overlap the instances of an event, at most a year ahead.
        private func overlaps(of files: [CalendarFile], _ event: CalendarEvent) throws -> Overlaps {
            var found = Overlaps()
            guard let start = event.event.start?.instant(in: zone) else { return found }
            let isSeries = files.contains { $0.calendars.contains { $0.events.contains(where: \.recurs) } }
            // Check a single event even in the past, but a series only from now on.
            let first = isSeries ? max(start, .present) : start
            let reached = first.adding(seconds: isSeries ? Self.reach : 8 * 86_400)
            let own = instances(of: files, from: first, to: reached)
            guard let low = own.map(\.lowerBound).min(), let high = own.map(\.upperBound).max(), low < high
            else { return found }
            let uid = event.calendarItemExternalIdentifier
            let predicate = try store.predicateForEvents(
                withStart: Instant(secondsSince1970: low).date,
                end: Instant(secondsSince1970: high).date
            )
            var visits = 0
            try store.enumerateEvents(matching: predicate) { other, stop in
                visits += 1
                guard visits <= Self.mostVisits else {
                    (found.isCut, stop) = (true, true)
                    return
                }
                guard let occurrence = other.occurrence, occurrence.uid != uid else { return }
                let range = Self.seconds(of: occurrence, in: zone)
                guard own.contains(where: { $0.overlaps(range) }), takesTime(occurrence.event) else { return }
                found.add(other.eventIdentifier ?? occurrence.uid, Overlap(text: name(other, occurrence)))
            }
            return found
        }

        /// Returns the times of the busy instances, in seconds since 1970.
        private func instances(of files: [CalendarFile], from start: Instant, to end: Instant) -> [Range<Int>]
        {
            guard let window = try? OccurrenceWindow(from: start, to: end, in: zone) else { return [] }
            var ranges: [Range<Int>] = []
            for occurrence in files.occurrences(in: window).prefix(Self.mostInstances) {
                let range = Self.seconds(of: occurrence, in: zone)
                if !range.isEmpty, takesTime(occurrence.event) { ranges.append(range) }
            }
            return ranges
        }

        private func takesTime(_ event: Event) -> Bool {
            guard BusyPeriod.FreeBusyType(of: event) != .free else { return false }
            guard event.start?.isDate == true else { return true }
            return event.component.first("TRANSP") != nil || event.microsoftBusyStatus == .outOfOffice
        }

        private static func seconds(of occurrence: Occurrence, in zone: Zone) -> Range<Int> {
            let start = occurrence.start.instant(in: zone).secondsSince1970
            return start..<max(start, occurrence.end.instant(in: zone).secondsSince1970)
        }

        /// Returns an event's name, such as `"Dentist" (2026-03-30 10:00-11:00, Home)`.
        private func name(_ event: CalendarEvent, _ occurrence: Occurrence) -> String {
            let start = occurrence.start.instant(in: zone)
            let end = max(start, occurrence.end.instant(in: zone))
            var time = MomentText.start(occurrence, in: zone)
            if !occurrence.isAllDay {
                time = "\(zone.civil(at: start).date) \(MomentText.span(start..<end, in: zone))"
            }
            let title = event.title.isEmpty ? "(no title)" : "\"\(event.title)\""
            return "\(title) (\(time), \(event.calendar?.title ?? ""))"
        }

        private func text(_ overlaps: Overlaps) -> String? {
            guard !overlaps.events.isEmpty else { return nil }
            let named = overlaps.events.prefix(Self.mostNamed).map { overlap in
                switch overlap.others {
                case 0: overlap.text
                case 1: "\(overlap.text) and once more"
                default: "\(overlap.text) and \(overlap.others) more times"
                }
            }
            let left = overlaps.events.count - named.count
            let rest =
                left > 0 || overlaps.isCut ? ", … and \(left > 0 ? "\(left) more" : "perhaps more")" : ""
            return "overlaps with " + named.joined(separator: ", ") + rest
        }
    }

    extension NamedItem {
        /// Prints warnings about the new times of a changed item.
        func warn(bySaving span: EventSpan?, _ files: [CalendarFile]? = nil, in store: EventStore) {
            switch item {
            case .event(let event):
                guard let files = try? files ?? self.files(bySaving: span, in: store) else { return }
                OverlapWarnings.print(aboutSaving: event, span: span ?? usualSpan, files, in: store)
            case .reminder(let reminder):
                ClockWarnings.print(about: reminder.due, named: "the due time", in: store.zone)
            }
        }
    }

    extension Event {
        fileprivate var recurs: Bool { component.first("RRULE") != nil || component.first("RDATE") != nil }
    }

    extension Component {
        /// Removes the properties that make an item a series or an instance of one.
        mutating func removeRecurrenceProperties() {
            for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"] { set(name, to: nil) }
        }
    }
#endif
