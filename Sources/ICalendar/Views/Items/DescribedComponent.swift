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
