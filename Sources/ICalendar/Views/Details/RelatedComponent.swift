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

        var keyword: String { self == .dependsOn ? "DEPENDS-ON" : rawValue.uppercased() }
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
