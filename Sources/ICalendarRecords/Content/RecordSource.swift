#if Records
    import ICalendar

    /// What records are kept in step with: a store, or in tests something that fails.
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
        /// That a source has no places.
        func isHidden(calendar: String) -> Bool { false }
    }
#endif
