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

        func occurrences(
            ofUID uid: String,
            inCalendar calendar: String,
            in range: Range<Instant>
        ) throws -> [FoundOccurrence] {
            let window = try OccurrenceWindow(from: range.lowerBound, to: range.upperBound, in: store.zone)
            let contents = SeriesContents()
            return try store.occurrences(ofUID: uid, inCalendar: calendar, in: window).map {
                found($0, in: calendar, nil, contents)
            }
        }

        func occurrence(withIdentifier identifier: String) throws -> FoundOccurrence? {
            // What recurs now has no occurrence that is named without an original start.
            guard let event = try store.event(withOccurrenceIdentifier: identifier),
                event.occurrenceIdentifier == identifier,
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
