import ICSItems
import ICalendar
import ICalendarStore

/// An event in the editor, and the current and initial values of the controls.
///
/// Saving writes only the differences between them, which preserves concurrent changes by other programs.
struct EventForm: Sendable {
    /// The occurrence's identifier, or nil for a new event.
    var identifier: String?
    var values: EventValues
    var shown: EventValues
    /// Whether the new event was supplied by a program.
    ///
    /// A supplied event may have properties that the controls do not show.
    var isGiven = false
    /// The part of the series that the user chose.
    var span: EventSpan?

    init(_ values: EventValues) {
        identifier = nil
        self.values = values
        shown = values
    }

    init(_ event: CalendarEvent, in usual: Zone) {
        identifier = event.occurrenceIdentifier
        values = EventValues(event, in: usual)
        shown = values
    }

    init(_ fields: FormFields) {
        let text = fields.text("id")
        identifier = text.isEmpty ? nil : text
        values = EventValues(fields)
        shown = EventValues(fields, "was.")
        span = SpanWords.span(fields.text("span"))
    }

    /// Returns the changed fields' old and new values.
    func changes() throws(FieldError) -> [(name: String, old: String, new: String)] {
        let (old, new) = (try shown.fields(), try values.fields())
        var changes = new.differences(from: old).map { field in
            (
                name: field.rawValue, old: Self.text(old, field, shown), new: Self.text(new, field, values)
            )
        }
        if values.availability != shown.availability {
            changes.append(("availability", shown.availability, values.availability))
        }
        return changes
    }

    private static func text(_ fields: EventFields, _ field: EventField, _ values: EventValues) -> String {
        if field == .repeats, let words = values.rule.words(startingAt: values.start) { return words }
        return fields[field].joined(separator: ", ")
    }

    /// Whether the rules differ.
    ///
    /// Such a change cannot apply to a single occurrence.
    var changesRule: Bool { values.rule != shown.rule }

    /// Applies the difference to an event.
    func apply(to event: inout CalendarEvent, in zone: Zone, _ calendars: [EventCalendar]) throws(FieldError)
    {
        var changed = event
        guard !values.title.isEmpty else { throw FieldError(field: .title, reason: "an event needs a title") }
        var new = try values.fields()
        let isBlank = identifier == nil && !isGiven
        if isBlank {
            try new.apply(over: EventFields(), to: &changed, in: zone)
        } else {
            let now = EventFields(event.event)
            var old = try shown.fields()
            old.takeForm(of: now)
            new.takeForm(of: now)
            new.isEndSaid = new[.end] != old[.end]
            new.isAllDaySaid = values.isAllDay != shown.isAllDay
            let isMoved =
                new[.start] != old[.start] || new[.timeZone] != old[.timeZone] && old.endFollowsStart
            // An end that was not changed moves along with the start.
            if isMoved, !new.isEndSaid, let moved = new.endWhenMoved(from: old) {
                new[.end] = [moved.text]
                new.exactLength = moved.length
            }
            try new.apply(over: old, to: &changed, in: zone)
        }
        if values.availability != shown.availability || isBlank,
            let availability = EventValues.words[values.availability], availability != changed.availability
        {
            changed.availability = availability
        }
        if values.calendar != changed.calendar?.calendarIdentifier,
            let calendar = calendars.first(where: { $0.calendarIdentifier == values.calendar })
        {
            changed.calendar = calendar
        }
        event = changed
    }
}

/// Descriptions of the parts of a series that a change can apply to.
enum SpanWords {
    static let names: [(span: EventSpan, name: String, words: String)] = [
        (.thisEvent, "this", "Only this one"), (.futureEvents, "future", "This one and all that follow"),
        (.allEvents, "all", "The whole series"),
    ]

    static func span(_ name: String) -> EventSpan? { names.first { $0.name == name }?.span }
}
