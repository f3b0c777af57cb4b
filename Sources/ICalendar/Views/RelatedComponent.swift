/// A RELATED-TO property (RFC 5545 section 3.8.4.5): the UID of another component, and how it is related.
public struct RelatedComponent: PropertyView {
    /// The property that is read and written.
    public var property: Property

    /// A view on this property; its name is not checked.
    public init(_ property: Property) {
        self.property = property
    }

    /// A relation to the component of this UID.
    public init(uid: String, relation: Relation = .parent) {
        property = Property("RELATED-TO", .text(uid))
        self.relation = relation
    }

    /// RELTYPE (3.2.15).
    public enum Relation: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        case parent, child, sibling
    }

    /// The other component's UID.
    public var uid: String { property.value.string ?? "" }

    /// RELTYPE (3.2.15): absent means parent, and so does an unknown word.
    public var relation: Relation {
        get { property.parameters["RELTYPE"].flatMap(Relation.init(keyword:)) ?? .parent }
        set { property[parameter: "RELTYPE"] = newValue.keyword }
    }
}
