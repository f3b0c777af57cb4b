/// A component with a UID: the items of a calendar, what takes part in them, alarms, and the calendar itself.
///
/// ```swift
/// func key(of component: some IdentifiedComponent) -> String { component.uid ?? "" }
/// ```
public protocol IdentifiedComponent: ComponentView {}

extension IdentifiedComponent {
    /// UID (RFC 5545 section 3.8.4.7), unescaped and not trimmed; nil when it is absent or empty:
    /// `event.uid // "stand-up@studio.example"`.
    ///
    /// RFC 7986 section 5.3 gives one to the calendar, RFC 9074 section 4 to alarms, which a snoozed one refers to.
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }
}

/// A component that says when this revision of it was made, with remarks and whom to ask.
///
/// ```swift
/// func isOlder(_ left: some StampedComponent, than right: some StampedComponent) -> Bool {
///     (left.stamp ?? .now) < (right.stamp ?? .now)
/// }
/// ```
public protocol StampedComponent: IdentifiedComponent {}

extension StampedComponent {
    /// DTSTAMP (RFC 5545 section 3.8.7.2): when this revision was made:
    /// `event.stamp?.description // "2026-03-01T08:00:00Z"`.
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// COMMENT (RFC 5545 section 3.8.1.4), one text a property: `COMMENT:Bring an apron`.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }

    /// CONTACT (RFC 5545 section 3.8.4.2), one text a property: `CONTACT:Nora Lind\, +49 30 123456`.
    public var contacts: [String] {
        get { component[texts: "CONTACT"] }
        set { component[texts: "CONTACT"] = newValue }
    }
}

/// A component with a title, categories, and when it was made and changed in a calendar.
///
/// ```swift
/// func isWork(_ component: some DescribedComponent) -> Bool { component.categories.contains("work") }
/// ```
public protocol DescribedComponent: StampedComponent {}

extension DescribedComponent {
    /// SUMMARY (RFC 5545 section 3.8.1.12), the title, or a participant's name: `event.summary // "Stand-up"`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// CATEGORIES (RFC 5545 section 3.8.1.2) of all its properties: `event.categories // ["clients", "weekly"]`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// CREATED (RFC 5545 section 3.8.7.1): when it was made, as in `CREATED:20260301T080000Z`.
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// LAST-MODIFIED (RFC 5545 section 3.8.7.3): when it was changed in a calendar, as in
    /// `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }
}

/// A component whose revisions are counted.
///
/// ```swift
/// func beats(_ new: some RevisedComponent, _ old: some RevisedComponent) -> Bool { new.sequence > old.sequence }
/// ```
public protocol RevisedComponent: DescribedComponent {}

extension RevisedComponent {
    /// SEQUENCE (RFC 5545 section 3.8.7.4), the revision; absent means 0: `event.sequence // 2`.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { if newValue != sequence { component[integer: "SEQUENCE"] = newValue } }
    }
}

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

/// A component with a place on the earth.
///
/// ```swift
/// func isNorthern(_ component: some PlacedComponent) -> Bool { (component.position?.latitude ?? 0) > 0 }
/// ```
public protocol PlacedComponent: ComponentView {}

extension PlacedComponent {
    /// GEO (RFC 5545 section 3.8.1.6), in degrees north and east, as in `GEO:52.52;13.4`.
    public var position: (latitude: Double, longitude: Double)? {
        get {
            guard case .geo(let latitude, let longitude)? = component.first("GEO")?.value else { return nil }
            return (latitude, longitude)
        }
        set {
            component.setValue("GEO", newValue.map { .geo(latitude: $0.latitude, longitude: $0.longitude) })
        }
    }
}

/// A component that RFC 9073 lets say more for people and machines than a plain text holds.
///
/// ```swift
/// func page(of component: some PublishedComponent) -> String? {
///     component.styledDescriptions.first { $0.formatType == "text/html" }?.text
/// }
/// ```
public protocol PublishedComponent: ComponentView {}

extension PublishedComponent {
    /// STYLED-DESCRIPTION (RFC 9073 section 6.5): `event.styledDescriptions.first { $0.formatType == "text/html" }`.
    public var styledDescriptions: [StyledDescription] {
        get { component.views("STYLED-DESCRIPTION") }
        set { component.setViews("STYLED-DESCRIPTION", to: newValue) }
    }

    /// STRUCTURED-DATA (RFC 9073 section 6.6): `event.structuredData.compactMap(\.schema)`.
    public var structuredData: [StructuredData] {
        get { component.views("STRUCTURED-DATA") }
        set { component.setViews("STRUCTURED-DATA", to: newValue) }
    }
}
