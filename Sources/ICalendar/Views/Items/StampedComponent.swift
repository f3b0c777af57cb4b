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
