/// What the RFCs ask of one property wherever it stands: its parameters, its words, its bounds, its form of time.
///
/// The value types are in ``PropertyDefinition``; the rows are in ``PropertyGrammar/all``.
///
/// A class, as the rows are looked at for each property and hold several texts.
final class PropertyGrammar: Sendable {
    /// The name in capitals.
    let name: String
    /// Where the property is defined.
    let section: RFCSection
    /// The parameters that it may have; VALUE with a type that it may hold, and what stands in
    /// ``ParameterGrammar/isAnywhere``, need not be listed.
    let parameters: [String]
    /// What more there is to its value.
    let limit: Limit
    /// Its value types.
    let definition: PropertyDefinition

    /// What more is asked of a value than its type.
    enum Limit: Sendable {
        /// Nothing.
        case none
        /// The time is in UTC.
        case utc
        /// The number lies within these bounds.
        case range(ClosedRange<Int>)
        /// One of these words, or another if `isOpen`.
        case words([String], isOpen: Bool)
        /// VALUE must be given.
        case declaredType
    }

    init(_ name: String, _ section: RFCSection, _ limit: Limit = .none, _ parameters: String...) {
        self.name = name
        self.section = section
        self.limit = limit
        self.parameters = parameters
        definition =
            PropertyDefinition.all.first { $0.name == name } ?? PropertyDefinition(name, .unknown, .text)
    }

    /// Where each property is in ``all``.
    static let index = Dictionary(
        all.enumerated().map { ($1.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Whether a property has no usual value type, so that VALUE must say it.
    static func needsDeclaredType(_ name: String) -> Bool {
        guard let place = index[name], case .declaredType = all[place].limit else { return false }
        return true
    }

    /// The words of STATUS by component (RFC 5545 section 3.8.1.11).
    static let statusWords: [String: [String]] = [
        "VEVENT": ["TENTATIVE", "CONFIRMED", "CANCELLED"],
        "VTODO": ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"],
        "VJOURNAL": ["DRAFT", "FINAL", "CANCELLED"],
    ]

    /// The words of PARTSTAT by component (RFC 5545 section 3.2.12).
    static let participationWords: [String: [String]] = [
        "VEVENT": ["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED"],
        "VTODO": [
            "NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED", "COMPLETED", "IN-PROCESS",
        ],
        "VJOURNAL": ["NEEDS-ACTION", "ACCEPTED", "DECLINED"],
    ]
}
