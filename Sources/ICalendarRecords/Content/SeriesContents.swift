#if Records
    import ICalendar

    /// What the components of series say, each worked out once.
    final class SeriesContents {
        /// With an occurrence of each, which keeps the identity from being given to another component.
        private var known: [ObjectIdentifier: (Occurrence, EventContent)] = [:]

        /// What an occurrence says beside its times.
        func content(of occurrence: Occurrence) -> EventContent {
            // What happens once is not met again.
            guard occurrence.recurrenceID != nil else { return EventContent(occurrence.decodedEvent().event) }
            if let (_, content) = known[occurrence.eventIdentity] { return content }
            let content = EventContent(occurrence.decodedEvent().event)
            known[occurrence.eventIdentity] = (occurrence, content)
            return content
        }
    }
#endif
