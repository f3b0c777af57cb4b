/// The rarer properties of a PARTICIPANT (RFC 9073 section 7.1), each as RFC 5545 has it.
extension Participant {
    /// CREATED (RFC 5545 section 3.8.7.1).
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// DTSTAMP (RFC 5545 section 3.8.7.2).
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// LAST-MODIFIED (RFC 5545 section 3.8.7.3).
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// SEQUENCE (RFC 5545 section 3.8.7.4): absent means 0.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { component[integer: "SEQUENCE"] = newValue }
    }

    /// PRIORITY (RFC 5545 section 3.8.1.9): 1 is highest, 9 lowest, 0 undefined, which is also what absent means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { component[integer: "PRIORITY"] = newValue }
    }

    /// STATUS (RFC 5545 section 3.8.1.11), as written: the RFC names no words for it.
    public var status: String? {
        get { component[text: "STATUS"] }
        set { component[text: "STATUS"] = newValue }
    }

    /// ATTACH (RFC 5545 section 3.8.1.1).
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
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

    /// LOCATION (RFC 5545 section 3.8.1.7), which may occur several times here.
    public var locationTexts: [String] {
        get { component[texts: "LOCATION"] }
        set { component[texts: "LOCATION"] = newValue }
    }

    /// RESOURCES (RFC 5545 section 3.8.1.10) of all its properties.
    public var resourceTexts: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// REQUEST-STATUS (RFC 5545 section 3.8.8.3).
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }

    /// STYLED-DESCRIPTION (RFC 9073 section 6.5).
    public var styledDescriptions: [StyledDescription] {
        get { component.views("STYLED-DESCRIPTION") }
        set { component.setViews("STYLED-DESCRIPTION", to: newValue) }
    }

    /// STRUCTURED-DATA (RFC 9073 section 6.6).
    public var structuredData: [StructuredData] {
        get { component.views("STRUCTURED-DATA") }
        set { component.setViews("STRUCTURED-DATA", to: newValue) }
    }
}
