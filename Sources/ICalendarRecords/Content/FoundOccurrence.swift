#if Records
    import ICalendar

    /// An occurrence as a store gave it: what a row is to say.
    struct FoundOccurrence {
        let identifier: String
        let calendarIdentifier: String
        let uid: String
        /// Instants in seconds since 1970.
        let occurrenceDate: Int
        let startDate: Int
        let endDate: Int
        let isAllDay: Bool
        let startText: String
        let endText: String
        let timeZone: String?
        let isDetached: Bool
        let content: EventContent
        let contentHash: String

        /// - Parameter zone: where whole days and floating times take their place.
        init(
            _ occurrence: Occurrence,
            identifier: String,
            calendar: String,
            zone: Zone,
            content: EventContent
        ) {
            let (start, end) = (occurrence.start, occurrence.end)
            self.identifier = identifier
            calendarIdentifier = calendar
            uid = occurrence.uid
            startDate = start.instant(in: zone).secondsSince1970
            endDate = end.instant(in: zone).secondsSince1970
            occurrenceDate = occurrence.recurrenceID?.instant(in: zone).secondsSince1970 ?? startDate
            isAllDay = occurrence.isAllDay
            startText = start.description
            endText = end.description
            timeZone = start.timeZone
            isDetached = occurrence.isDetached
            self.content = content
            var hash = ContentHash()
            hash.add(content.digest)
            hash.add(startText)
            hash.add(endText)
            hash.add(timeZone)
            contentHash = hash.text
        }
    }
#endif
