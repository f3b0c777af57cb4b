/// What makes an item recur, and which instance of a series it is (RFC 5545 sections 3.8.5 and 3.8.4.4).
extension CalendarItem {
    /// EXRULE of RFC 2445 section 4.8.5.2, which RFC 5545 dropped: `EXRULE:FREQ=WEEKLY;BYDAY=SA,SU`.
    public var exceptionRules: [RecurrenceRule] {
        get { component[rules: "EXRULE"] }
        set { component[rules: "EXRULE"] = newValue }
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
