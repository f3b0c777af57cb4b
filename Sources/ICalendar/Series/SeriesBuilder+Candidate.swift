extension SeriesBuilder {
    /// A component that may be a master or an override.
    struct Candidate: Sendable {
        let member: SeriesMember
        /// Its place in the file.
        let place: Place
        /// Whether it was left out, and only takes the place of others.
        var isAbsent = false

        /// A place in a file: the line, and the place among the events that were given, as a whole jCal may be one line.
        struct Place: Hashable, Comparable {
            let line: Int
            let number: Int

            static func < (left: Place, right: Place) -> Bool {
                (left.line, left.number) < (right.line, right.number)
            }
        }

        var schedule: EventSchedule { member.schedule }
        var start: EventTime { member.start }

        /// Orders revisions of one thing: SEQUENCE, then DTSTAMP, then the place in the file.
        static func isOlder(_ left: Candidate, than right: Candidate) -> Bool {
            if left.schedule.sequence != right.schedule.sequence {
                return left.schedule.sequence < right.schedule.sequence
            }
            if left.schedule.stamp != right.schedule.stamp {
                return left.schedule.stamp < right.schedule.stamp
            }
            return left.place < right.place
        }
    }
}

extension EventSchedule {
    /// Whether more than DTSTART decides when the component happens.
    var needsSet: Bool { isRecurring || hasUnreadableRule || !exclusions.isEmpty || !exclusionRules.isEmpty }

    /// Whether an override is a series where its master is missing.
    var isSeriesByItself: Bool { isOverride && appliesToFuture && isRecurring && start != nil }
}
