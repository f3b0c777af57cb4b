import ICalendar
import ICalendarStore

extension EventFields {
    /// Whether the times or the rules differ from those of `old`.
    func mayMissRule(besides old: EventFields) -> Bool {
        isMoved(from: old) || self[.repeats] != old[.repeats]
    }

    /// Whether the times differ from those of `old`.
    fileprivate func isMoved(from old: EventFields) -> Bool {
        EventField.times.union([.due]).contains { self[$0] != old[$0] }
    }
}

#if CommandLine
    extension EditCommand {
        /// Runs `save`.
        ///
        /// If it fails because the new time does not fit the rule of the series, adds to the error how to set the rule
        /// together with the time.
        func hinting(
            from old: EventFields,
            _ new: () -> EventFields,
            _ save: () throws -> Void
        ) throws {
            do {
                try save()
            } catch var error as StoreError where error.code == .invalidSpan && span != .this {
                let new = new()
                guard !old[.repeats].isEmpty, old[.repeats] == new[.repeats], new.isMoved(from: old) else {
                    throw error
                }
                let rules = old[.repeats].map { "--set repeat=\"\($0)\"" }.joined(separator: " ")
                error.detail +=
                    "; set the new rule as well (currently \(rules)), or move this occurrence alone with --span this"
                throw error
            }
        }

        /// The occurrences that a span covers, in words.
        static func words(_ span: EventSpan, _ event: CalendarEvent) -> String {
            guard event.hasRecurrenceRules || event.occurrence?.recurrenceID != nil else {
                return "this event"
            }
            switch span {
            case .thisEvent: return "this occurrence"
            case .futureEvents: return "this occurrence and all that follow"
            case .allEvents: return "the whole series"
            }
        }
    }
#endif
