/// What makes an item recur, and which instance of a series it is (RFC 5545 sections 3.8.5 and 3.8.4.4).
extension CalendarItem {
    /// RRULE (3.8.5.3); the RFC allows one, the wild has more.
    public var recurrenceRules: [RecurrenceRule] {
        get { component[rules: "RRULE"] }
        set { component[rules: "RRULE"] = newValue }
    }

    /// EXRULE of RFC 2445 section 4.8.5.2, which RFC 5545 dropped.
    public var exceptionRules: [RecurrenceRule] {
        get { component[rules: "EXRULE"] }
        set { component[rules: "EXRULE"] = newValue }
    }

    /// RDATE (3.8.5.2) of all its properties.
    public var recurrenceDates: [RecurrenceDate] {
        get { component.recurrenceDates }
        set { component.recurrenceDates = newValue }
    }

    /// EXDATE (3.8.5.1) of all its properties.
    public var exceptionDates: [EventTime] {
        get { component[times: "EXDATE"] }
        set { component[times: "EXDATE"] = newValue }
    }

    /// RECURRENCE-ID (3.8.4.4): the original start of the instance that this component overrides.
    public var recurrenceID: EventTime? {
        get { component[time: "RECURRENCE-ID"] }
        set { component[time: "RECURRENCE-ID"] = newValue }
    }

    /// Whether the override holds for all later instances too: RANGE=THISANDFUTURE (3.2.13).
    public var overridesFollowingInstances: Bool {
        get { component.first("RECURRENCE-ID")?.isThisAndFuture ?? false }
        set {
            guard var property = component.first("RECURRENCE-ID") else { return }
            property.isThisAndFuture = newValue
            component.set("RECURRENCE-ID", to: property)
        }
    }
}
