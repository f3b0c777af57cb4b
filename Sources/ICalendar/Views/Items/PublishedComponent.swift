/// A component that RFC 9073 lets say more for people and machines than a plain text holds.
///
/// ```swift
/// func page(of component: some PublishedComponent) -> String? {
///     component.styledDescriptions.first { $0.formatType == "text/html" }?.text
/// }
/// ```
public protocol PublishedComponent: ComponentView {}

extension PublishedComponent {
    /// STYLED-DESCRIPTION (RFC 9073 section 6.5): `event.styledDescriptions.first { $0.formatType == "text/html" }`.
    public var styledDescriptions: [StyledDescription] {
        get { component.views("STYLED-DESCRIPTION") }
        set { component.setViews("STYLED-DESCRIPTION", to: newValue) }
    }

    /// STRUCTURED-DATA (RFC 9073 section 6.6): `event.structuredData.compactMap(\.schema)`.
    public var structuredData: [StructuredData] {
        get { component.views("STRUCTURED-DATA") }
        set { component.setViews("STRUCTURED-DATA", to: newValue) }
    }
}
