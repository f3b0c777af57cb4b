/// What a METHOD asks of one kind of component: a table of RFC 5546.
struct MethodGrammar: Sendable {
    /// The component, such as `VEVENT`.
    let component: String
    /// The method, such as `REQUEST`.
    let method: String
    /// Where the table stands.
    let section: RFCSection
    /// Whether there is one such component in the calendar, and not several.
    let isSingle: Bool
    /// Properties that stand exactly once.
    let one: [String]
    /// Properties that stand at least once.
    let some: [String]
    /// Properties that stand at most once, though RFC 5545 allows several.
    let atMostOne: [String]
    /// Properties and components that must not stand there.
    let none: [String]
    /// What is said of a component without one of ``one`` and ``some``; thousands of one file may lack them all.
    let lacks: [MethodBreach]

    init(
        _ component: String,
        _ method: String,
        _ section: RFCSection,
        isSingle: Bool = false,
        one: [String] = [],
        some: [String] = [],
        atMostOne: [String] = [],
        none: [String] = []
    ) {
        self.component = component
        self.method = method
        self.section = section
        self.isSingle = isSingle
        self.one = one
        self.some = some
        self.atMostOne = atMostOne
        self.none = none
        lacks = (one + some).map { name in
            MethodBreach(
                isLack: true,
                property: name,
                message: "the \(component) with METHOD:\(method) has no \(name)",
                section: section
            )
        }
    }

    /// The components that a method is about.
    static let components = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]

    /// The methods that RFC 5546 has.
    static let methods = Set(all.map(\.method))

    /// The table for a method and a component, or nil when RFC 5546 has none.
    static func table(_ method: String, _ component: String) -> MethodGrammar? {
        all.first { $0.method == method && $0.component == component }
    }
}
