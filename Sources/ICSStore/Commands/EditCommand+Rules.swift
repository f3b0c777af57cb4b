import ICalendar
import ICalendarStore

extension EventFields {
    /// Whether it happens at other times, or by another rule, than other fields say.
    func mayMissRule(besides old: EventFields) -> Bool {
        isMoved(from: old) || self[.repeats] != old[.repeats]
    }

    /// Whether it happens at other times than other fields say.
    fileprivate func isMoved(from old: EventFields) -> Bool {
        EventField.times.union([.due]).contains { self[$0] != old[$0] }
    }
}

#if CommandLine
    extension EditCommand {
        /// Saves something; where a series cannot be moved by its rule, the refusal names the way out: the rule that is
        /// meant, said beside the time.
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
                    "; set the rule that is meant too (now it is \(rules)), or move one occurrence alone with --span this"
                throw error
            }
        }

        /// What a span reaches, in words.
        static func words(_ span: EventSpan, _ event: CalendarEvent) -> String {
            guard event.hasRecurrenceRules || event.occurrence?.recurrenceID != nil else {
                return "this event"
            }
            switch span {
            case .thisEvent: return "this occurrence"
            case .futureEvents: return "this occurrence and all that follow"
            case .allEvents: return "all of its series"
            }
        }
    }
#endif
