/// The rarer properties of a PARTICIPANT (RFC 9073 section 7.1), each as RFC 5545 has it.
extension Participant {
    /// CREATED (RFC 5545 section 3.8.7.1): when it was made, as in `CREATED:20260301T080000Z`.
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// DTSTAMP (RFC 5545 section 3.8.7.2): when this revision was made, as in `DTSTAMP:20260301T080000Z`.
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// LAST-MODIFIED (RFC 5545 section 3.8.7.3): when it was changed, as in `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// SEQUENCE (RFC 5545 section 3.8.7.4), the revision, as in `SEQUENCE:2`: absent means 0.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { if newValue != sequence { component[integer: "SEQUENCE"] = newValue } }
    }

    /// PRIORITY (RFC 5545 section 3.8.1.9): `PRIORITY:1` is highest, `PRIORITY:9` lowest, 0 undefined, which is also
    /// what absent means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// STATUS (RFC 5545 section 3.8.1.11), as written, such as `STATUS:CONFIRMED`: the RFC names no words for it.
    public var status: String? {
        get { component[text: "STATUS"] }
        set { component[text: "STATUS"] = newValue }
    }

    /// ATTACH (RFC 5545 section 3.8.1.1), as in `ATTACH:https://example.com/portrait.jpg`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// CATEGORIES (RFC 5545 section 3.8.1.2) of all its properties, as in `CATEGORIES:guests,painters`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// COMMENT (RFC 5545 section 3.8.1.4), one text a property: `COMMENT:Comes by train`.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }

    /// CONTACT (RFC 5545 section 3.8.4.2), one text a property: `CONTACT:Jane's office\, +49 30 123456`.
    public var contacts: [String] {
        get { component[texts: "CONTACT"] }
        set { component[texts: "CONTACT"] = newValue }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7), which may occur several times here: `LOCATION:Room 4`.
    public var locationTexts: [String] {
        get { component[texts: "LOCATION"] }
        set { component[texts: "LOCATION"] = newValue }
    }

    /// RESOURCES (RFC 5545 section 3.8.1.10) of all its properties, as in `RESOURCES:projector,easel`.
    public var resourceTexts: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// REQUEST-STATUS (RFC 5545 section 3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }

    /// STYLED-DESCRIPTION (RFC 9073 section 6.5), as in
    /// `STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<p>Painter</p>`.
    public var styledDescriptions: [StyledDescription] {
        get { component.views("STYLED-DESCRIPTION") }
        set { component.setViews("STYLED-DESCRIPTION", to: newValue) }
    }

    /// STRUCTURED-DATA (RFC 9073 section 6.6), as in
    /// `STRUCTURED-DATA;FMTTYPE=application/ld+json;VALUE=URI:https://example.com/jane.json`.
    public var structuredData: [StructuredData] {
        get { component.views("STRUCTURED-DATA") }
        set { component.setViews("STRUCTURED-DATA", to: newValue) }
    }
}
