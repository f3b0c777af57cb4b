/// What RFC 9253 allows in every component.
extension ComponentView {
    /// RELATED-TO (RFC 5545 section 3.8.4.5, RFC 9253 section 9.1), as in
    /// `RELATED-TO;RELTYPE=SIBLING:review@studio.example`.
    public var relatedComponents: [RelatedComponent] {
        get { component.views("RELATED-TO") }
        set { component.setViews("RELATED-TO", to: newValue) }
    }

    /// CONCEPT (RFC 9253 section 8.1), URIs of formal categories: `CONCEPT:https://example.com/event-types/sports`.
    public var concepts: [String] {
        get { component[uris: "CONCEPT"] }
        set { component[uris: "CONCEPT"] = newValue }
    }

    /// LINK (RFC 9253 section 8.2): what else is to be known, elsewhere, as in
    /// `LINK;LINKREL=SOURCE;VALUE=URI:https://example.com/events`.
    public var links: [Link] {
        get { component.views("LINK") }
        set { component.setViews("LINK", to: newValue) }
    }

    /// REFID (RFC 9253 section 8.3), keys of the groups that the component belongs to: `REFID:itinerary-2026-11`.
    public var groupKeys: [String] {
        get { component[texts: "REFID"] }
        set { component[texts: "REFID"] = newValue }
    }
}

extension Component {
    /// The URIs of a property that may occur several times.
    subscript(uris name: String) -> [String] {
        get { all(name).compactMap(\.value.firstString) }
        set {
            var kept = Dictionary(grouping: all(name).reversed()) { $0.value.firstString ?? "" }
            setAll(name, to: newValue.map { kept[$0]?.popLast() ?? Property(name, .uri($0)) })
        }
    }
}
