/// What VAVAILABILITY and AVAILABLE share (RFC 7953 section 3.1), each as RFC 5545 has it.
public protocol AvailabilityComponent: ComponentView {}

extension AvailabilityComponent {
    /// UID (RFC 5545 section 3.8.4.7).
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }

    /// DTSTAMP (RFC 5545 section 3.8.7.2).
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// DTSTART (RFC 5545 section 3.8.2.4); what it does to the end is what ``SchedulingComponent/start`` does.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// DTEND (RFC 5545 section 3.8.2.2), excluded; setting it takes DURATION away.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// DURATION (RFC 5545 section 3.8.2.5); setting it takes DTEND away.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// SUMMARY (RFC 5545 section 3.8.1.12).
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5).
    public var availabilityDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7).
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }

    /// CREATED (RFC 5545 section 3.8.7.1).
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// LAST-MODIFIED (RFC 5545 section 3.8.7.3).
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// CATEGORIES (RFC 5545 section 3.8.1.2) of all its properties.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// COMMENT (RFC 5545 section 3.8.1.4), one text a property.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }

    /// CONTACT (RFC 5545 section 3.8.4.2), one text a property.
    public var contacts: [String] {
        get { component[texts: "CONTACT"] }
        set { component[texts: "CONTACT"] = newValue }
    }
}
