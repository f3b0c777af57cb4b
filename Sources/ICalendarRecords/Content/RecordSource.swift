#if Records
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    protocol RecordSource: Sendable {
        /// Where it is, so that records of one store are not mistaken for those of another.
        var place: String { get }

        /// The calendars that are there, but of which not all could be read.
        var unreadCalendars: Set<String> { get }

        /// Whether something else stands in the place of a calendar, or of an item in it, so that nobody knows what became of
        /// what was there.
        func isHidden(calendar: String) -> Bool

        /// How many occurrences overlap a range of any width that is not empty, counted no further than a little beyond
        /// `most`; nil when that takes too long to be found out.
        func occurrenceCount(in range: Range<Instant>, calendars: Set<String>?, most: Int) throws -> Int?

        /// Gives the occurrences that overlap a range of at most four years, in the order of their starts.
        func forEachOccurrence(
            in range: Range<Instant>,
            calendars: Set<String>?,
            _ body: (FoundOccurrence) throws -> Void
        ) throws

        /// Gives the occurrences of an item that overlap a range of at most four years.
        func forEachOccurrence(
            ofUID uid: String,
            inCalendar calendar: String,
            in range: Range<Instant>,
            _ body: (FoundOccurrence) throws -> Void
        ) throws

        /// The occurrence of an identifier wherever it was moved to; nil when there is none any longer.
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
            // What lasts from one step into the next is counted in the first.
            let steps = try store.predicates(
                withStart: range.lowerBound.date,
                end: range.upperBound.date,
                calendars: wanted
            )
            for step in steps where count <= most {
                let (number, remarks) = try store.eventCount(matching: step)
                // Who is not counted to the end would not be made rows in any time either.
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
                // Several files have its UID by now, none of which has it in the window.
                return nil
            }
            // What recurs now has no occurrence that is named without an original start.
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
