import ICalendar

/// What is refused.
extension StoreEdit {
    /// What a person made of an event, held to what an event must have; an end that says nothing is left out.
    func checked(_ draft: EventDraft, _ title: String) throws(StoreError) -> EventDraft {
        var draft = draft
        if let base = draft.base {
            let changes = PropertyChanges(from: base.component, to: draft.event.component)
            guard changes.touch(PropertyChanges.times) else { return draft }
        }
        guard let start = draft.start else {
            throw StoreError(.noStartDate, title, "the event has no start")
        }
        guard draft.event.end != nil || draft.event.duration != nil, let end = draft.end else { return draft }
        guard end >= start else {
            throw StoreError(.datesInverted, title, "the event ends at \(end), before it starts at \(start)")
        }
        // RFC 5545 section 3.8.2.2 wants an end to be later; without one the event takes no time, or one day.
        if end == start { draft.event.end = nil }
        return draft
    }

    /// Refuses rules of RFC 5545 that an edit breaks; what was broken before may stay so.
    ///
    /// That an end is not after its start is not judged here: what ends earlier is refused before, and an end that is the
    /// start breaks RFC 5545 sections 3.8.2.2 and 3.8.2.3 and is written by many, as in Apple's reminders.
    func checkRules(
        _ file: CalendarFile,
        against before: CalendarFile?,
        _ title: String?
    ) throws(StoreError) {
        let errors = file.validate().filter { $0.severity == .error && $0.code != .endNotAfterStart }
        guard !errors.isEmpty else { return }
        var known: [BrokenRule: Int] = [:]
        for violation in before?.validate() ?? [] { known[BrokenRule(violation), default: 0] += 1 }
        for violation in errors {
            let rule = BrokenRule(violation)
            guard let left = known[rule], left > 0 else {
                throw StoreError(.invalidItem, title, "\(violation.message) (\(violation.section))")
            }
            known[rule] = left - 1
        }
    }
}

/// A rule that is broken, wherever that is.
private struct BrokenRule: Hashable {
    let code: Violation.Code
    let component: String?
    let property: String?

    init(_ violation: Violation) {
        code = violation.code
        component = violation.component
        property = violation.property
    }
}
