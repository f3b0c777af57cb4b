#if Records
    import ICalendar
    import ICalendarStore

    /// An occurrence as a store gave it: what a row is to say.
    ///
    /// What its component says is worked out when it is asked for, as an occurrence whose file is as it was need not be
    /// decoded.
    final class FoundOccurrence {
        let identifier: String
        let calendarIdentifier: String
        let uid: String
        /// Instants in seconds since 1970.
        let occurrenceDate: Int
        let startDate: Int
        let endDate: Int
        let isAllDay: Bool
        let isDetached: Bool
        /// What stays the same while its file does, and what of it is hashed; nil where that is not known.
        let fileVersion: String?
        private let occurrence: Occurrence
        private let contents: SeriesContents

        /// - Parameter zone: where whole days and floating times take their place.
        init(
            _ occurrence: Occurrence,
            calendar: String,
            zone: Zone,
            fileVersion: String?,
            _ contents: SeriesContents
        ) {
            self.occurrence = occurrence
            self.contents = contents
            // Another hash differs for the same file, so a row of another version is to be made anew.
            self.fileVersion = fileVersion.map { "\(ContentHash.version):\($0)" }
            identifier = occurrence.identifier(inCalendar: calendar)
            calendarIdentifier = calendar
            uid = occurrence.uid
            startDate = occurrence.start.instant(in: zone).secondsSince1970
            endDate = occurrence.end.instant(in: zone).secondsSince1970
            occurrenceDate = occurrence.recurrenceID?.instant(in: zone).secondsSince1970 ?? startDate
            isAllDay = occurrence.isAllDay
            isDetached = occurrence.isDetached
        }

        var startText: String { occurrence.start.description }
        var endText: String { occurrence.end.description }
        var timeZone: String? { occurrence.start.timeZone }

        /// What its component says.
        private(set) lazy var content = contents.content(of: occurrence)

        /// Of all that it says, and of its times as they are written.
        private(set) lazy var contentHash: String = {
            var hash = ContentHash()
            hash.add(content.digest)
            hash.add(startText)
            hash.add(endText)
            hash.add(timeZone)
            return hash.text
        }()
    }
#endif
