/// What makes an item recur, and which instance of a series it is (RFC 5545 sections 3.8.5 and 3.8.4.4).
extension CalendarItem {
    /// RRULE (3.8.5.3), as in `RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR`; the RFC allows one, the wild has more.
    public var recurrenceRules: [RecurrenceRule] {
        get { component[rules: "RRULE"] }
        set { component[rules: "RRULE"] = newValue }
    }

    /// EXRULE of RFC 2445 section 4.8.5.2, which RFC 5545 dropped: `EXRULE:FREQ=WEEKLY;BYDAY=SA,SU`.
    public var exceptionRules: [RecurrenceRule] {
        get { component[rules: "EXRULE"] }
        set { component[rules: "EXRULE"] = newValue }
    }

    /// RDATE (3.8.5.2) of all its properties, as in `RDATE;TZID=Europe/Berlin:20260501T091500`.
    public var recurrenceDates: [RecurrenceDate] {
        get { component.all("RDATE").flatMap(\.recurrenceDates) }
        set { component.setAll("RDATE", to: newValue.map { Property("RDATE", $0) }) }
    }

    /// EXDATE (3.8.5.1) of all its properties, as in `EXDATE;TZID=Europe/Berlin:20260403T091500`.
    public var exceptionDates: [EventTime] {
        get { component.all("EXDATE").flatMap(\.eventTimes) }
        set { component.setAll("EXDATE", to: newValue.map { Property("EXDATE", [$0]) }) }
    }

    /// RECURRENCE-ID (3.8.4.4): the original start of the instance that this component overrides, as in
    /// `RECURRENCE-ID;TZID=Europe/Berlin:20260401T091500`.
    public var recurrenceID: EventTime? {
        get { component[time: "RECURRENCE-ID"] }
        set { component[time: "RECURRENCE-ID"] = newValue }
    }

    /// Whether the override holds for all later instances too (3.2.13):
    /// `RECURRENCE-ID;RANGE=THISANDFUTURE:20260401T091500`.
    public var overridesFollowingInstances: Bool {
        get { component.first("RECURRENCE-ID")?.isThisAndFuture ?? false }
        set {
            guard var property = component.first("RECURRENCE-ID") else { return }
            property.isThisAndFuture = newValue
            component.set("RECURRENCE-ID", to: property)
        }
    }
}
