/// What VAVAILABILITY and AVAILABLE share (RFC 7953 section 3.1), each as RFC 5545 has it.
///
/// ```swift
/// for period in hours.available { print(period.summary ?? "", period.start as Any) }
/// ```
public protocol AvailabilityComponent: ComponentView {}

extension AvailabilityComponent {
    /// UID (RFC 5545 section 3.8.4.7), as in `UID:hours@studio.example`.
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }

    /// DTSTAMP (RFC 5545 section 3.8.7.2): when this revision was made, as in `DTSTAMP:20260301T080000Z`.
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// DTSTART (RFC 5545 section 3.8.2.4), as in `DTSTART;TZID=Europe/Berlin:20260105T090000`; what it does to the
    /// end is what ``SchedulingComponent/start`` does.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// DTEND (RFC 5545 section 3.8.2.2), excluded, as in `DTEND;TZID=Europe/Berlin:20260105T120000`; setting it takes
    /// DURATION away.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// DURATION (RFC 5545 section 3.8.2.5), as in `DURATION:PT3H`; setting it takes DTEND away.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// SUMMARY (RFC 5545 section 3.8.1.12): `Availability("Office hours").summary // "Office hours"`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5), longer than the title: `DESCRIPTION:Please knock`.
    public var availabilityDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7), as in `LOCATION:Room 4`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }

    /// CREATED (RFC 5545 section 3.8.7.1): when it was made, as in `CREATED:20260301T080000Z`.
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// LAST-MODIFIED (RFC 5545 section 3.8.7.3): when it was changed, as in `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// CATEGORIES (RFC 5545 section 3.8.1.2) of all its properties, as in `CATEGORIES:clients,weekly`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// COMMENT (RFC 5545 section 3.8.1.4), one text a property: `COMMENT:Not in August`.
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
