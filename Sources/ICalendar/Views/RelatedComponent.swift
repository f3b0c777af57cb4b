/// A RELATED-TO property (RFC 5545 section 3.8.4.5, RFC 9253 section 9.1): another component, and how it is related.
///
/// ```swift
/// todo.relatedComponents = [RelatedComponent(uid: painting.uid ?? "", relation: .finishToStart, gap: .days(1))]
/// ```
public struct RelatedComponent: PropertyView {
    /// The property that is read and written.
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

    /// RELTYPE (RFC 5545 section 3.2.15, RFC 9253 sections 4 and 5, RFC 9074 section 7).
    public enum Relation: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        case parent, child, sibling
        /// What comes after the other may start when that is finished; and its three kin.
        case finishToStart, finishToFinish, startToFinish, startToStart
        case first, next, dependsOn
        /// All components with this REFID, or this CONCEPT.
        case refid, concept
        /// Between alarms: the other one is put off.
        case snooze

        var keyword: String { self == .dependsOn ? "DEPENDS-ON" : rawValue.uppercased() }
    }

    /// The other component's UID, or whatever else the value is.
    public var uid: String { property.value.string ?? "" }

    /// The address of the other component (VALUE=URI); nil when the value is no address.
    public var uri: String? {
        if case .uri(let uri) = property.value { uri } else { nil }
    }

    /// RELTYPE: absent means parent, and so does an unknown word.
    public var relation: Relation {
        get { property.parameters["RELTYPE"].flatMap(Relation.init(keyword:)) ?? .parent }
        set { property[parameter: "RELTYPE"] = newValue.keyword }
    }

    /// GAP (RFC 9253 section 6.2): the time between the two, negative when they overlap; nil when it is absent or no
    /// duration.
    public var gap: NominalDuration? {
        get {
            guard let text = property.parameters["GAP"]?.trimmingBlanks else { return nil }
            var remarks: [ValueRemark] = []
            return DurationText.parse(Array(text.utf8).span, &remarks)
        }
        set { property[parameter: "GAP"] = newValue?.description }
    }
}
