/// What VEVENT, VTODO and VJOURNAL share beyond ``SchedulingComponent`` (RFC 5545 sections 3.6.1 to 3.6.3).
public protocol CalendarItem: SchedulingComponent {}

/// CLASS (RFC 5545 section 3.8.1.3): who may see an item.
public enum Classification: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    case `public`, `private`, confidential
}

extension Component {
    /// CLASS: absent means public, an unknown word means private (RFC 5545 section 3.8.1.3).
    var classification: Classification {
        guard let word = text("CLASS") else { return .public }
        return Classification(keyword: word) ?? .private
    }
}

extension CalendarItem {
    /// SUMMARY (3.8.1.12), the title.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// CATEGORIES (3.8.1.2) of all its properties.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// CLASS (3.8.1.3): absent means public, an unknown word means private.
    public var classification: Classification {
        get { component.classification }
        set { component.setKeyword("CLASS", to: newValue) }
    }

    /// ATTACH (3.8.1.1).
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// CREATED (3.8.7.1).
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// LAST-MODIFIED (3.8.7.3).
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// SEQUENCE (3.8.7.4): the revision; absent means 0.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { component[integer: "SEQUENCE"] = newValue }
    }

    /// COLOR (RFC 7986 section 5.9), a name of CSS3.
    public var color: String? {
        get { component[text: "COLOR"] }
        set { component[text: "COLOR"] = newValue }
    }

    /// IMAGE (RFC 7986 section 5.10).
    public var images: [ImageReference] {
        get { component.views("IMAGE") }
        set { component.setViews("IMAGE", to: newValue) }
    }

    /// CONFERENCE (RFC 7986 section 5.11).
    public var conferences: [Conference] {
        get { component.views("CONFERENCE") }
        set { component.setViews("CONFERENCE", to: newValue) }
    }
}
