/// What VLOCATION and VRESOURCE share (RFC 9073 sections 7.2 and 7.3): a place or a thing with a name.
///
/// ```swift
/// func label(of component: some StructuredComponent) -> String { component.name ?? component.uid ?? "" }
/// ```
public protocol StructuredComponent: IdentifiedComponent, PlacedComponent, PublishedComponent {}

extension StructuredComponent {
    /// NAME (RFC 7986 section 5.1): `StructuredLocation("Town hall").name // "Town hall"`.
    public var name: String? {
        get { component[text: "NAME"] }
        set { component[text: "NAME"] = newValue }
    }
}
