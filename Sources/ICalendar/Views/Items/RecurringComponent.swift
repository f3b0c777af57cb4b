/// A component that recurs: an item, a time when somebody is free, the onsets of an offset.
///
/// ```swift
/// func recurs(_ component: some RecurringComponent) -> Bool {
///     !component.recurrenceRules.isEmpty || !component.recurrenceDates.isEmpty
/// }
/// ```
public protocol RecurringComponent: ComponentView {}

extension RecurringComponent {
    /// RRULE (RFC 5545 section 3.8.5.3), as in `RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR`; the RFC allows one, the wild has
    /// more.
    public var recurrenceRules: [RecurrenceRule] {
        get { component[rules: "RRULE"] }
        set { component[rules: "RRULE"] = newValue }
    }

    /// RDATE (RFC 5545 section 3.8.5.2) of all its properties, as in `RDATE;TZID=Europe/Berlin:20260501T091500`.
    public var recurrenceDates: [RecurrenceDate] {
        get { component.recurrenceDates }
        set { component.recurrenceDates = newValue }
    }
}

/// A component that recurs with exceptions, or overrides an instance of one that does.
///
/// ```swift
/// func isOverride(_ component: some SeriesComponent) -> Bool { component.recurrenceID != nil }
/// ```
public protocol SeriesComponent: RecurringComponent {}

extension SeriesComponent {
    /// EXDATE (RFC 5545 section 3.8.5.1) of all its properties, as in `EXDATE;TZID=Europe/Berlin:20260403T091500`.
    public var exceptionDates: [EventTime] {
        get { component[times: "EXDATE"] }
        set { component[times: "EXDATE"] = newValue }
    }

    /// RECURRENCE-ID (RFC 5545 section 3.8.4.4): the original start of the instance that this component overrides, as
    /// in `RECURRENCE-ID;TZID=Europe/Berlin:20260401T091500`.
    public var recurrenceID: EventTime? {
        get { component[time: "RECURRENCE-ID"] }
        set { component[time: "RECURRENCE-ID"] = newValue }
    }
}
