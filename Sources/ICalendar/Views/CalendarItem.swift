/// What VEVENT, VTODO and VJOURNAL share beyond ``SchedulingComponent`` (RFC 5545 sections 3.6.1 to 3.6.3).
///
/// ```swift
/// func title(of item: some CalendarItem) -> String { item.summary ?? item.uid ?? "" }
/// ```
public protocol CalendarItem: SchedulingComponent, RevisedComponent, SeriesComponent {}

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
