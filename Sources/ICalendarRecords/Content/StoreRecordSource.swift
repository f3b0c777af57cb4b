#if Records
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A store as a source of records.
    struct StoreRecordSource: RecordSource {
        let store: EventStore

        var place: String {
            URL(filePath: store.folder.description).standardizedFileURL.resolvingSymlinksInPath().path
        }

        var unreadCalendars: Set<String> { store.unreadCalendars }

        func forEachOccurrence(
            in range: Range<Instant>,
            calendars: Set<String>?,
            _ body: (FoundOccurrence) throws -> Void
        ) throws {
            let wanted = try calendars.map { identifiers in
                try identifiers.sorted().compactMap { try store.calendar(withIdentifier: $0) }
            }
            let predicate = try store.predicateForEvents(
                withStart: range.lowerBound.date,
                end: range.upperBound.date,
                calendars: wanted
            )
            var contents = SeriesContents()
            var failure: (any Error)?
            try store.enumerateEvents(matching: predicate) { event, stop in
                guard let occurrence = event.occurrence, let calendar = event.calendar else { return }
                do {
                    try body(found(occurrence, in: calendar.calendarIdentifier, &contents))
                } catch {
                    failure = error
                    stop = true
                }
            }
            if let failure { throw failure }
        }

        func occurrences(
            ofUID uid: String,
            inCalendar calendar: String,
            in range: Range<Instant>
        ) throws -> [FoundOccurrence] {
            let window = try OccurrenceWindow(from: range.lowerBound, to: range.upperBound, in: store.zone)
            var contents = SeriesContents()
            return try store.occurrences(ofUID: uid, inCalendar: calendar, in: window).map {
                found($0, in: calendar, &contents)
            }
        }

        func occurrence(withIdentifier identifier: String) throws -> FoundOccurrence? {
            // What recurs now has no occurrence that is named without an original start.
            guard let event = try store.event(withOccurrenceIdentifier: identifier),
                event.occurrenceIdentifier == identifier,
                let occurrence = event.occurrence, let calendar = event.calendar
            else { return nil }
            var contents = SeriesContents()
            return found(occurrence, in: calendar.calendarIdentifier, &contents)
        }

        private func found(
            _ occurrence: Occurrence,
            in calendar: String,
            _ contents: inout SeriesContents
        ) -> FoundOccurrence {
            FoundOccurrence(
                occurrence,
                identifier: occurrence.identifier(inCalendar: calendar),
                calendar: calendar,
                zone: store.zone,
                content: contents.content(of: occurrence)
            )
        }
    }

    /// What the components of series say, each worked out once.
    private struct SeriesContents {
        /// With an occurrence of each, which keeps the identity from being given to another component.
        private var known: [ObjectIdentifier: (Occurrence, EventContent)] = [:]

        /// What an occurrence says beside its times.
        mutating func content(of occurrence: Occurrence) -> EventContent {
            // What happens once is not met again.
            guard occurrence.recurrenceID != nil else { return EventContent(occurrence.decodedEvent().event) }
            if let (_, content) = known[occurrence.eventIdentity] { return content }
            let content = EventContent(occurrence.decodedEvent().event)
            known[occurrence.eventIdentity] = (occurrence, content)
            return content
        }
    }
#endif
