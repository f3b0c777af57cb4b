/// A component with a UID, such as an item, a participant, an alarm, or the calendar itself.
///
/// ```swift
/// func key(of component: some IdentifiedComponent) -> String { component.uid ?? "" }
/// ```
public protocol IdentifiedComponent: ComponentView {}

extension IdentifiedComponent {
    /// The UID, unescaped and untrimmed (RFC 5545 section 3.8.4.7): `event.uid // "stand-up@studio.example"`.
    ///
    /// It is nil if the property is absent or empty. RFC 7986 section 5.3 adds a UID to calendars. RFC 9074 section 4
    /// adds one to alarms, so that a snoozed alarm can refer to its original.
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }
}

/// A component with the time of its revision, comments, and contacts.
///
/// ```swift
/// func isOlder(_ left: some StampedComponent, than right: some StampedComponent) -> Bool {
///     (left.stamp ?? .now) < (right.stamp ?? .now)
/// }
/// ```
public protocol StampedComponent: IdentifiedComponent {}

extension StampedComponent {
    /// The time at which this revision was created (DTSTAMP, RFC 5545 section 3.8.7.2):
    /// `event.stamp?.description // "2026-03-01T08:00:00Z"`.
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// The comments, one per property (COMMENT, RFC 5545 section 3.8.1.4): `COMMENT:Bring an apron`.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }

    /// The contacts, one per property (CONTACT, RFC 5545 section 3.8.4.2): `CONTACT:Nora Lind\, +49 30 123456`.
    public var contacts: [String] {
        get { component[texts: "CONTACT"] }
        set { component[texts: "CONTACT"] = newValue }
    }
}

/// A component with a title, categories, and the times of its creation and last change in a calendar.
///
/// ```swift
/// func isWork(_ component: some DescribedComponent) -> Bool { component.categories.contains("work") }
/// ```
public protocol DescribedComponent: StampedComponent {}

extension DescribedComponent {
    /// The title, or the name of a participant (SUMMARY, RFC 5545 section 3.8.1.12): `event.summary // "Stand-up"`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// The categories from all CATEGORIES properties (RFC 5545 section 3.8.1.2):
    /// `event.categories // ["clients", "weekly"]`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// The creation time (CREATED, RFC 5545 section 3.8.7.1), as in `CREATED:20260301T080000Z`.
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// The time of the last change in a calendar (LAST-MODIFIED, RFC 5545 section 3.8.7.3), as in
    /// `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }
}

/// A component with a revision number.
///
/// ```swift
/// func beats(_ new: some RevisedComponent, _ old: some RevisedComponent) -> Bool { new.sequence > old.sequence }
/// ```
public protocol RevisedComponent: DescribedComponent {}

extension RevisedComponent {
    /// The revision number, 0 by default (SEQUENCE, RFC 5545 section 3.8.7.4): `event.sequence // 2`.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { if newValue != sequence { component[integer: "SEQUENCE"] = newValue } }
    }
}

/// A component that recurs: an item, a period of free time, or the onsets of a time zone offset.
///
/// ```swift
/// func recurs(_ component: some RecurringComponent) -> Bool {
///     !component.recurrenceRules.isEmpty || !component.recurrenceDates.isEmpty
/// }
/// ```
public protocol RecurringComponent: ComponentView {}

extension RecurringComponent {
    /// The recurrence rules (RRULE, RFC 5545 section 3.8.5.3), as in `RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR`.
    ///
    /// The RFC allows one rule, but files in the wild can have more.
    public var recurrenceRules: [RecurrenceRule] {
        get { component[rules: "RRULE"] }
        set { component[rules: "RRULE"] = newValue }
    }

    /// The dates from all RDATE properties (RFC 5545 section 3.8.5.2), as in
    /// `RDATE;TZID=Europe/Berlin:20260501T091500`.
    public var recurrenceDates: [RecurrenceDate] {
        get { component.recurrenceDates }
        set { component.recurrenceDates = newValue }
    }
}

/// A component that recurs with exceptions, or that overrides an instance of such a component.
///
/// ```swift
/// func isOverride(_ component: some SeriesComponent) -> Bool { component.recurrenceID != nil }
/// ```
public protocol SeriesComponent: RecurringComponent {}

extension SeriesComponent {
    /// The excluded dates from all EXDATE properties (RFC 5545 section 3.8.5.1), as in
    /// `EXDATE;TZID=Europe/Berlin:20260403T091500`.
    public var exceptionDates: [EventTime] {
        get { component[times: "EXDATE"] }
        set { component[times: "EXDATE"] = newValue }
    }

    /// The original start of the instance that this component overrides (RECURRENCE-ID, RFC 5545 section 3.8.4.4), as
    /// in `RECURRENCE-ID;TZID=Europe/Berlin:20260401T091500`.
    public var recurrenceID: EventTime? {
        get { component[time: "RECURRENCE-ID"] }
        set { component[time: "RECURRENCE-ID"] = newValue }
    }
}

/// A component with a geographic position.
///
/// ```swift
/// func isNorthern(_ component: some PlacedComponent) -> Bool { (component.position?.latitude ?? 0) > 0 }
/// ```
public protocol PlacedComponent: ComponentView {}

extension PlacedComponent {
    /// The position in degrees north and east (GEO, RFC 5545 section 3.8.1.6), as in `GEO:52.52;13.4`.
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

/// A component with the richer content of RFC 9073: styled descriptions and structured data.
///
/// ```swift
/// func page(of component: some PublishedComponent) -> String? {
///     component.styledDescriptions.first { $0.formatType == "text/html" }?.text
/// }
/// ```
public protocol PublishedComponent: ComponentView {}

extension PublishedComponent {
    /// The styled descriptions (STYLED-DESCRIPTION, RFC 9073 section 6.5):
    /// `event.styledDescriptions.first { $0.formatType == "text/html" }`.
    public var styledDescriptions: [StyledDescription] {
        get { component.views("STYLED-DESCRIPTION") }
        set { component.setViews("STYLED-DESCRIPTION", to: newValue) }
    }

    /// The structured data (STRUCTURED-DATA, RFC 9073 section 6.6): `event.structuredData.compactMap(\.schema)`.
    public var structuredData: [StructuredData] {
        get { component.views("STRUCTURED-DATA") }
        set { component.setViews("STRUCTURED-DATA", to: newValue) }
    }
}
