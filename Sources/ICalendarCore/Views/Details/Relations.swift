/// A link from a component to related content (LINK, RFC 9253 section 8.2).
///
/// ```swift
/// event.links = [Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")]
/// ```
public struct Link: PropertyView {
    /// The underlying property: `link.property.parameters["HREFLANG"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let link = Link(event.component.all("LINK")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates a link to a URI.
    ///
    /// ```swift
    /// Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")
    /// ```
    public init(uri: String, relation: String, label: String? = nil) {
        property = Property("LINK", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.relation = relation
        self.label = label
    }

    /// Creates a link to another component.
    ///
    /// ```swift
    /// Link(uid: "3f0c9a52@example.com", relation: "NEXT")
    /// ```
    public init(uid: String, relation: String) {
        property = Property("LINK", .text(uid), parameters: [Parameter("VALUE", "UID")])
        self.relation = relation
    }

    /// The UID of another component, as in `LINK;LINKREL=NEXT;VALUE=UID:3f0c9a52@example.com`, or nil if the value is a
    /// URI.
    public var uid: String? {
        if case .text(let uid) = property.value { uid } else { nil }
    }

    /// The relation type, either an RFC 8288 relation such as `SOURCE` or a URI (LINKREL, RFC 9253 section 6.1).
    ///
    /// Nil if the file lacks the parameter, which the RFC requires.
    public var relation: String? {
        get { property.parameters["LINKREL"] }
        set { property[parameter: "LINKREL"] = newValue }
    }
}

/// A relationship to another component (RELATED-TO, RFC 5545 section 3.8.4.5, RFC 9253 section 9.1).
///
/// ```swift
/// todo.relatedComponents = [RelatedComponent(uid: event.uid ?? "", relation: .finishToStart, gap: .days(1))]
/// ```
public struct RelatedComponent: PropertyView {
    /// The underlying property: `related.property.parameters["GAP"]` (RFC 9253).
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let relation = RelatedComponent(event.component.all("RELATED-TO")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates a relationship to the component with a given UID, or to all components with a given REFID or CONCEPT.
    ///
    /// ```swift
    /// RelatedComponent(uid: "3f0c9a52@example.com", relation: .child)
    /// ```
    public init(uid: String, relation: Relation = .parent, gap: NominalDuration? = nil) {
        property = Property("RELATED-TO", .text(uid))
        self.relation = relation
        self.gap = gap
    }

    /// Creates a relationship to the component at a URI.
    ///
    /// ```swift
    /// RelatedComponent(uri: "https://example.com/tasks/1.ics", relation: .dependsOn)
    /// ```
    public init(uri: String, relation: Relation, gap: NominalDuration? = nil) {
        property = Property("RELATED-TO", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.relation = relation
        self.gap = gap
    }

    /// The type of a relationship (RELTYPE, RFC 5545 section 3.2.15, RFC 9253 sections 4 and 5, RFC 9074 section 7.1).
    ///
    /// ```swift
    /// relation.relation = .dependsOn       // RELTYPE=DEPENDS-ON
    /// ```
    public enum Relation: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// The other component contains this one (the default): `RELTYPE=PARENT`.
        case parent
        /// This component contains the other one: `RELTYPE=CHILD`.
        case child
        /// Both components have the same parent: `RELTYPE=SIBLING`.
        case sibling
        /// The later component can start when the earlier one finishes: `RELTYPE=FINISHTOSTART`.
        case finishToStart
        /// This component can finish when the other one finishes: `RELTYPE=FINISHTOFINISH`.
        case finishToFinish
        /// This component can finish when the other one has started: `RELTYPE=STARTTOFINISH`.
        case startToFinish
        /// This component can start when the other one has started: `RELTYPE=STARTTOSTART`.
        case startToStart
        /// The other component is the first in the series: `RELTYPE=FIRST`.
        case first
        /// The other component is the next in the series: `RELTYPE=NEXT`.
        case next
        /// This component depends on the other one: `RELTYPE=DEPENDS-ON`.
        case dependsOn
        /// A relationship to all components with this REFID: `RELATED-TO;RELTYPE=REFID:itinerary-2026-11`.
        case refid
        /// A relationship to all components with this CONCEPT:
        /// `RELATED-TO;RELTYPE=CONCEPT;VALUE=URI:https://example.com/event-types/sports`.
        case concept
        /// This alarm snoozes the other one: `RELATED-TO;RELTYPE=SNOOZE:8297C37D`.
        case snooze

        package var keyword: String { self == .dependsOn ? "DEPENDS-ON" : rawValue.uppercased() }
    }

    /// The UID of the other component, as in `RELATED-TO:review@studio.example`, or a value of a different type in
    /// string form.
    public var uid: String { property.value.string ?? "" }

    /// The type of the relationship (RELTYPE), as in `RELTYPE=SIBLING`.
    ///
    /// An absent or unknown value is treated as parent.
    public var relation: Relation {
        get { property.parameters["RELTYPE"].flatMap(Relation.init(keyword:)) ?? .parent }
        set { property[parameter: "RELTYPE"] = newValue.keyword }
    }

    /// The time between the two components (GAP, RFC 9253 section 6.2), as in
    /// `RELATED-TO;RELTYPE=FINISHTOSTART;GAP=P1D:paint@example.com`.
    ///
    /// Negative if the components overlap, and nil if the parameter is absent or not a duration.
    public var gap: NominalDuration? {
        get {
            guard let text = property.parameters["GAP"]?.trimmingBlanks else { return nil }
            return NominalDuration(text: text)
        }
        set { property[parameter: "GAP"] = newValue?.description }
    }
}

/// Properties that RFC 9253 allows in every component.
extension ComponentView {
    /// The related components (RELATED-TO, RFC 5545 section 3.8.4.5, RFC 9253 section 9.1), as in
    /// `RELATED-TO;RELTYPE=SIBLING:review@studio.example`.
    public var relatedComponents: [RelatedComponent] {
        get { component.views("RELATED-TO") }
        set { component.setViews("RELATED-TO", to: newValue) }
    }

    /// The URIs of formal categories (CONCEPT, RFC 9253 section 8.1): `CONCEPT:https://example.com/event-types/sports`.
    public var concepts: [String] {
        get { component[uris: "CONCEPT"] }
        set { component[uris: "CONCEPT"] = newValue }
    }

    /// Links to related content (LINK, RFC 9253 section 8.2), as in
    /// `LINK;LINKREL=SOURCE;VALUE=URI:https://example.com/events`.
    public var links: [Link] {
        get { component.views("LINK") }
        set { component.setViews("LINK", to: newValue) }
    }

    /// The keys of the component's groups (REFID, RFC 9253 section 8.3): `REFID:itinerary-2026-11`.
    public var groupKeys: [String] {
        get { component[texts: "REFID"] }
        set { component[texts: "REFID"] = newValue }
    }
}
