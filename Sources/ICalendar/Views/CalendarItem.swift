/// What VEVENT, VTODO and VJOURNAL share beyond ``SchedulingComponent`` (RFC 5545 sections 3.6.1 to 3.6.3).
///
/// ```swift
/// func title(of item: some CalendarItem) -> String { item.summary ?? item.uid ?? "" }
/// ```
public protocol CalendarItem: SchedulingComponent {}

/// CLASS (RFC 5545 section 3.8.1.3): who may see an item.
///
/// ```swift
/// event.classification = .private
/// ```
public enum Classification: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// Anybody may see it: `CLASS:PUBLIC`, or nothing said.
    case `public`
    /// Only its owner may see it: `CLASS:PRIVATE`, or any other word.
    case `private`
    /// Only its owner may see it, others perhaps that there is something: `CLASS:CONFIDENTIAL`.
    case confidential
}

extension Component {
    /// CLASS: absent means public, an unknown word means private (RFC 5545 section 3.8.1.3).
    var classification: Classification {
        guard let word = text("CLASS") else { return .public }
        return Classification(keyword: word) ?? .private
    }
}

extension CalendarItem {
    /// SUMMARY (3.8.1.12), the title: `event.summary // "Stand-up"`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// CATEGORIES (3.8.1.2) of all its properties: `event.categories // ["clients", "weekly"]`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// CLASS (3.8.1.3), such as `CLASS:PRIVATE`: absent means public, an unknown word means private.
    public var classification: Classification {
        get { component.classification }
        set { if newValue != classification { component.setKeyword("CLASS", to: newValue) } }
    }

    /// ATTACH (3.8.1.1), as in `ATTACH:https://example.com/agenda.pdf`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// CREATED (3.8.7.1): when the item was made, as in `CREATED:20260301T080000Z`.
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// LAST-MODIFIED (3.8.7.3): when it was changed in a calendar, as in `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// SEQUENCE (3.8.7.4), the revision; absent means 0: `event.sequence // 2`.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { if newValue != sequence { component[integer: "SEQUENCE"] = newValue } }
    }

    /// COLOR (RFC 7986 section 5.9), a name of CSS3, as in `COLOR:turquoise`.
    public var color: String? {
        get { component[text: "COLOR"] }
        set { component[text: "COLOR"] = newValue }
    }

    /// IMAGE (RFC 7986 section 5.10), as in `IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.com/kiln.png`.
    public var images: [ImageReference] {
        get { component.views("IMAGE") }
        set { component.setViews("IMAGE", to: newValue) }
    }

    /// CONFERENCE (RFC 7986 section 5.11), as in `CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.com/42`.
    public var conferences: [Conference] {
        get { component.views("CONFERENCE") }
        set { component.setViews("CONFERENCE", to: newValue) }
    }
}
