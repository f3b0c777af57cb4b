/// A LINK property (RFC 9253 section 8.2): something that belongs to a component and lies elsewhere.
///
/// ```swift
/// event.links = [Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")]
/// ```
public struct Link: PropertyView {
    /// The property that is read and written: `link.property.parameters["HREFLANG"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let link = Link(event.component.all("LINK")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// A link to what lies at an address.
    ///
    /// ```swift
    /// Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")
    /// ```
    public init(uri: String, relation: String, label: String? = nil) {
        property = Property("LINK", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.relation = relation
        self.label = label
    }

    /// A link to another component.
    ///
    /// ```swift
    /// Link(uid: "3f0c9a52@example.com", relation: "NEXT")
    /// ```
    public init(uid: String, relation: String) {
        property = Property("LINK", .text(uid), parameters: [Parameter("VALUE", "UID")])
        self.relation = relation
    }

    /// The address, as in `LINK;LINKREL=SOURCE;VALUE=URI:https://example.com/events`, with the place in an XML
    /// document where VALUE=XML-REFERENCE; nil when it is a UID.
    public var uri: String? {
        if case .uri(let uri) = property.value { uri } else { nil }
    }

    /// The UID of another component, as in `LINK;LINKREL=NEXT;VALUE=UID:3f0c9a52@example.com`; nil when it is an
    /// address.
    public var uid: String? {
        if case .text(let uid) = property.value { uid } else { nil }
    }

    /// LINKREL (RFC 9253 section 6.1): a relation of RFC 8288 such as `SOURCE`, or a URI; nil when the file lacks it,
    /// as it may not.
    public var relation: String? {
        get { property.parameters["LINKREL"] }
        set { property[parameter: "LINKREL"] = newValue }
    }

    /// FMTTYPE (RFC 5545 section 3.2.8): the media type of what lies there, as in `FMTTYPE=text/html`.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }

    /// LABEL (RFC 7986 section 6.4), as in `LABEL=Venue`.
    public var label: String? {
        get { property.label }
        set { property.label = newValue }
    }

    /// LANGUAGE (RFC 5545 section 3.2.10) of what lies there, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}

/// A RELATED-TO property (RFC 5545 section 3.8.4.5, RFC 9253 section 9.1): another component, and how it is related.
///
/// ```swift
/// todo.relatedComponents = [RelatedComponent(uid: event.uid ?? "", relation: .finishToStart, gap: .days(1))]
/// ```
public struct RelatedComponent: PropertyView {
    /// The property that is read and written: `related.property.parameters["GAP"]` (RFC 9253).
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let relation = RelatedComponent(event.component.all("RELATED-TO")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// A relation to the component of this UID, or to those of this REFID or CONCEPT.
    ///
    /// ```swift
    /// RelatedComponent(uid: "3f0c9a52@example.com", relation: .child)
    /// ```
    public init(uid: String, relation: Relation = .parent, gap: NominalDuration? = nil) {
        property = Property("RELATED-TO", .text(uid))
        self.relation = relation
        self.gap = gap
    }

    /// A relation to what lies at an address.
    ///
    /// ```swift
    /// RelatedComponent(uri: "https://example.com/tasks/1.ics", relation: .dependsOn)
    /// ```
    public init(uri: String, relation: Relation, gap: NominalDuration? = nil) {
        property = Property("RELATED-TO", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.relation = relation
        self.gap = gap
    }

    /// RELTYPE (RFC 5545 section 3.2.15, RFC 9253 sections 4 and 5, RFC 9074 section 7.1).
    ///
    /// ```swift
    /// relation.relation = .dependsOn       // RELTYPE=DEPENDS-ON
    /// ```
    public enum Relation: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// The other contains this one: `RELTYPE=PARENT`, or nothing said.
        case parent
        /// The other is a part of this one: `RELTYPE=CHILD`.
        case child
        /// Both belong to one parent: `RELTYPE=SIBLING`.
        case sibling
        /// What comes after the other may start when that is finished: `RELTYPE=FINISHTOSTART`.
        case finishToStart
        /// It may finish when the other is finished: `RELTYPE=FINISHTOFINISH`.
        case finishToFinish
        /// It may finish when the other has started: `RELTYPE=STARTTOFINISH`.
        case startToFinish
        /// It may start when the other has started: `RELTYPE=STARTTOSTART`.
        case startToStart
        /// The other is the first of the series that this one stands in: `RELTYPE=FIRST`.
        case first
        /// The other comes next in the series: `RELTYPE=NEXT`.
        case next
        /// This one needs the other: `RELTYPE=DEPENDS-ON`.
        case dependsOn
        /// All components with this REFID: `RELATED-TO;RELTYPE=REFID:itinerary-2026-11`.
        case refid
        /// All components with this CONCEPT:
        /// `RELATED-TO;RELTYPE=CONCEPT;VALUE=URI:https://example.com/event-types/sports`.
        case concept
        /// Between alarms: the other one is put off: `RELATED-TO;RELTYPE=SNOOZE:8297C37D`.
        case snooze

        package var keyword: String { self == .dependsOn ? "DEPENDS-ON" : rawValue.uppercased() }
    }

    /// The other component's UID, as in `RELATED-TO:review@studio.example`, or whatever else the value is.
    public var uid: String { property.value.string ?? "" }

    /// The address of the other component, as in `RELATED-TO;VALUE=URI:https://example.com/tasks/1.ics`; nil when the
    /// value is no address.
    public var uri: String? {
        if case .uri(let uri) = property.value { uri } else { nil }
    }

    /// RELTYPE, as in `RELTYPE=SIBLING`: absent means parent, and so does an unknown word.
    public var relation: Relation {
        get { property.parameters["RELTYPE"].flatMap(Relation.init(keyword:)) ?? .parent }
        set { property[parameter: "RELTYPE"] = newValue.keyword }
    }

    /// GAP (RFC 9253 section 6.2): the time between the two, as in
    /// `RELATED-TO;RELTYPE=FINISHTOSTART;GAP=P1D:paint@example.com`, negative when they overlap; nil when it is
    /// absent or no duration.
    public var gap: NominalDuration? {
        get {
            guard let text = property.parameters["GAP"]?.trimmingBlanks else { return nil }
            var remarks: [ValueRemark] = []
            return DurationText.parse(Array(text.utf8).span, &remarks)
        }
        set { property[parameter: "GAP"] = newValue?.description }
    }
}

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
    package subscript(uris name: String) -> [String] {
        get { all(name).compactMap(\.value.firstString) }
        set {
            var kept = Dictionary(grouping: all(name).reversed()) { $0.value.firstString ?? "" }
            setAll(name, to: newValue.map { kept[$0]?.popLast() ?? Property(name, .uri($0)) })
        }
    }
}
