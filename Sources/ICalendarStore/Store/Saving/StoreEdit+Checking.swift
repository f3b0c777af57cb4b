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

    /// The file of an item, to be written again; nil when the item is gone.
    ///
    /// - Throws: ``StoreError/Code/eventNotMutable`` for a file with parts that cannot be read: they would be lost.
    func editable(_ origin: Known) throws(StoreError) -> Located? {
        guard let located = try located(origin) else { return nil }
        if let (stored, file) = located.given, let line = LostLines.first(of: stored.bytes, in: file) {
            throw StoreError(
                .eventNotMutable,
                stored.name,
                "line \(line): a part of the file cannot be read, and would be lost; mend the file first"
            )
        }
        return located
    }

    /// What a file says.
    static func parsed(_ file: StoredFile) throws(StoreError) -> CalendarFile {
        do throws(CalendarError) {
            return try file.file
        } catch {
            throw StoreError(.internalFailure, file.name, error.detail)
        }
    }

    /// Refuses rules of RFC 5545 that an edit of items breaks, by their UIDs; what was broken of them before may stay so,
    /// and so may what is taken over from it.
    ///
    /// That an end is not after its start is not judged here: what ends earlier is refused before, and an end that is the
    /// start breaks RFC 5545 sections 3.8.2.2 and 3.8.2.3 and is written by many, as in Apple's reminders.
    func checkRules(
        _ file: CalendarFile,
        of uids: [String],
        against before: CalendarFile?,
        _ title: String?
    ) throws(StoreError) {
        let errors = file.with(itemsOf: uids).validate()
            .filter { $0.severity == .error && $0.code != .endNotAfterStart }
        guard !errors.isEmpty else { return }
        let known = Set((before?.with(itemsOf: uids).validate() ?? []).map(BrokenRule.init))
        guard let violation = errors.first(where: { !known.contains(BrokenRule($0)) }) else { return }
        throw StoreError(.invalidItem, title, "\(violation.message) (\(violation.section))")
    }
}

extension StoreError {
    /// The same of a file that could be read before.
    var afterForeignChange: StoreError {
        var error = self
        error.detail =
            "another program has changed the file, which can no longer be read, and nothing was saved: \(detail)"
        return error
    }
}

extension CalendarFile {
    /// The file with the items of some UIDs alone, and the zones.
    func with(itemsOf uids: [String]) -> CalendarFile {
        var file = self
        file.calendars = calendars.compactMap { calendar in
            var calendar = calendar
            calendar.component.components.removeAll { component in
                component.name != "VTIMEZONE" && !uids.contains { component.isOwn(of: $0) }
            }
            let isEmpty = calendar.component.components.allSatisfy { $0.name == "VTIMEZONE" }
            return isEmpty ? nil : calendar
        }
        return file
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
