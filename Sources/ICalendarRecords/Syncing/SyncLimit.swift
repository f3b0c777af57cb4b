#if Records
    import ICalendar

    extension RecordSource {
        /// Throws where a window has more occurrences than may be made rows, which are counted without looking at them.
        func refuseFlood(in range: Range<Instant>, calendars: Set<String>?, limit: Int) throws {
            let range = range.clamped(to: SyncSteps.limits)
            if range.isEmpty { return }
            guard let count = try occurrenceCount(in: range, calendars: calendars, most: limit),
                count <= limit
            else { throw RecordsError.tooMany(limit) }
        }
    }

    extension RecordsError {
        /// That there are more occurrences than so many.
        static func tooMany(_ limit: Int) -> RecordsError {
            RecordsError(
                .tooManyOccurrences,
                "there are more than \(limit) occurrences, or rules that take as long to follow,"
                    + " too many for a database"
            )
        }
    }
#endif
