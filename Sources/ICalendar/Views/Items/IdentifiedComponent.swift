/// A component with a UID: the items of a calendar, what takes part in them, alarms, and the calendar itself.
///
/// ```swift
/// func key(of component: some IdentifiedComponent) -> String { component.uid ?? "" }
/// ```
public protocol IdentifiedComponent: ComponentView {}

extension IdentifiedComponent {
    /// UID (RFC 5545 section 3.8.4.7), unescaped and not trimmed; nil when it is absent or empty:
    /// `event.uid // "stand-up@studio.example"`.
    ///
    /// RFC 7986 section 5.3 gives one to the calendar, RFC 9074 section 4 to alarms, which a snoozed one refers to.
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }
}
