/// What one component may hold, and where it may stand.
///
/// The rows are in ``ComponentGrammar/all``; names that no RFC defines may stand anywhere.
struct ComponentGrammar: Sendable {
    /// The name in capitals.
    let name: String
    /// Where the component is defined.
    let section: RFCSection
    /// The components that may hold it.
    let parents: [String]
    /// The rules about its properties.
    let rows: [Row]
    /// For each property of ``PropertyGrammar/all`` the rule, or nil when the component does not have it.
    let rules: [Rule?]
    /// The properties that must be there, by their places in ``PropertyGrammar/all``.
    let required: [Int]

    /// One rule about several properties of a component.
    struct Row: Sendable {
        /// How often they may stand.
        let occurrence: Cardinality
        /// Where it says so.
        let section: RFCSection
        /// Their names.
        let names: [String]

        init(_ occurrence: Cardinality, _ section: RFCSection, _ names: String...) {
            self.occurrence = occurrence
            self.section = section
            self.names = names
        }
    }

    /// One rule about one property.
    struct Rule: Sendable {
        /// How often it may stand.
        let occurrence: Cardinality
        /// Where it says so.
        let section: RFCSection
    }

    /// How often a property may stand in a component.
    enum Cardinality: Sendable {
        /// Exactly once.
        case once
        /// Exactly once where the calendar has no METHOD, at most once where it has one.
        case onceWithoutMethod
        /// At most once.
        case atMostOnce
        /// More than once is a SHOULD NOT.
        case ratherOnce
        /// As often as one likes.
        case any
    }

    /// A component and the rules about its properties.
    init(_ name: String, _ section: RFCSection, in parents: [String], _ rows: [Row]) {
        self.name = name
        self.section = section
        self.parents = parents
        self.rows = rows
        var rules = [Rule?](repeating: nil, count: PropertyGrammar.all.count)
        var required: [Int] = []
        for row in rows {
            for name in row.names {
                guard let place = PropertyGrammar.index[name] else { continue }
                rules[place] = Rule(occurrence: row.occurrence, section: row.section)
                switch row.occurrence {
                case .once, .onceWithoutMethod: required.append(place)
                case .atMostOnce, .ratherOnce, .any: break
                }
            }
        }
        self.rules = rules
        self.required = required
    }

    /// The components by their names.
    static let named = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
