#if Records
    import EssentialFoundation
    import ICalendar
    import ICalendarStore

    protocol RecordSource: Sendable {
        /// The store's location, used to keep the records of different stores apart.
        var place: String { get }

        /// The calendars that exist but could not be fully read.
        var unreadCalendars: Set<String> { get }

        /// Returns whether something else is at the path of a calendar or of an item in it, so that the original's
        /// state is unknown.
        func isHidden(calendar: String) -> Bool

        /// Returns the number of occurrences that overlap a nonempty range of any width. Counting stops shortly after
        /// `most` occurrences, and the result is nil if counting takes too long.
        func occurrenceCount(in range: Range<Instant>, calendars: Set<String>?, most: Int) throws -> Int?

        /// Calls a function with each occurrence that overlaps a range of at most four years, sorted by start.
        func forEachOccurrence(
            in range: Range<Instant>,
            calendars: Set<String>?,
            _ body: (FoundOccurrence) throws -> Void
        ) throws

        /// Calls a function with each of an item's occurrences that overlap a range of at most four years.
        func forEachOccurrence(
            ofUID uid: String,
            inCalendar calendar: String,
            in range: Range<Instant>,
            _ body: (FoundOccurrence) throws -> Void
        ) throws

        /// Returns the occurrence with an identifier, even if it was moved, or nil if the occurrence no longer exists.
        func occurrence(withIdentifier identifier: String) throws -> FoundOccurrence?
    }

    extension RecordSource {
        func isHidden(calendar: String) -> Bool { false }
    }

    struct StoreRecordSource: RecordSource {
        let store: EventStore

        var place: String {
            URL(filePath: store.folder.description).standardizedFileURL.resolvingSymlinksInPath().path
        }

        var unreadCalendars: Set<String> { store.unreadCalendars }

        func isHidden(calendar: String) -> Bool { store.isHidden(calendar: calendar) }

        func occurrenceCount(in range: Range<Instant>, calendars: Set<String>?, most: Int) throws -> Int? {
            let wanted = try wanted(calendars)
            var count = 0
            // An occurrence that extends into the next step is counted only once, in the first step.
            let steps = try store.predicates(
                withStart: range.lowerBound.date,
                end: range.upperBound.date,
                calendars: wanted
            )
            for step in steps where count <= most {
                let (number, remarks) = try store.eventCount(matching: step)
                // If counting the occurrences takes too long, so would converting them to rows.
                guard remarks.isEmpty else { return nil }
                let (sum, isBeyond) = count.addingReportingOverflow(number)
                count = isBeyond ? .max : sum
            }
            return count
        }

        private func wanted(_ calendars: Set<String>?) throws -> [EventCalendar]? {
            try calendars.map { identifiers in
                try identifiers.sorted().compactMap { try store.calendar(withIdentifier: $0) }
            }
        }

        func forEachOccurrence(
            in range: Range<Instant>,
            calendars: Set<String>?,
            _ body: (FoundOccurrence) throws -> Void
        ) throws {
            let predicate = try store.predicateForEvents(
                withStart: range.lowerBound.date,
                end: range.upperBound.date,
                calendars: try wanted(calendars)
            )
            let contents = SeriesContents()
            var failure: (any Error)?
            try store.enumerateEvents(matching: predicate) { event, stop in
                guard let occurrence = event.occurrence, let calendar = event.calendar else { return }
                do {
                    let identifier = calendar.calendarIdentifier
                    try body(found(occurrence, in: identifier, event.fileVersion, contents))
                } catch {
                    failure = error
                    stop = true
                }
            }
            if let failure { throw failure }
        }

        func forEachOccurrence(
            ofUID uid: String,
            inCalendar calendar: String,
            in range: Range<Instant>,
            _ body: (FoundOccurrence) throws -> Void
        ) throws {
            let window = try OccurrenceWindow(from: range.lowerBound, to: range.upperBound, in: store.zone)
            let contents = SeriesContents()
            try store.forEachOccurrence(ofUID: uid, inCalendar: calendar, in: window) {
                try body(found($0, in: calendar, nil, contents))
            }
        }

        func occurrence(withIdentifier identifier: String) throws -> FoundOccurrence? {
            let event: CalendarEvent?
            do {
                event = try store.event(withOccurrenceIdentifier: identifier)
            } catch  where error.code == .ambiguousIdentifier {
                // Several files now have this UID, but none of them has the occurrence in the window.
                return nil
            }
            // An occurrence without an original start no longer exists once its event has become recurring.
            guard let event, event.occurrenceIdentifier == identifier,
                let occurrence = event.occurrence, let calendar = event.calendar
            else { return nil }
            return found(occurrence, in: calendar.calendarIdentifier, event.fileVersion, SeriesContents())
        }

        private func found(
            _ occurrence: Occurrence,
            in calendar: String,
            _ fileVersion: String?,
            _ contents: SeriesContents
        ) -> FoundOccurrence {
            FoundOccurrence(
                occurrence,
                calendar: calendar,
                zone: store.zone,
                fileVersion: fileVersion,
                contents
            )
        }
    }
#endif
