/// The properties that a component may hold once, as the decoder asks for them: a bit for each place in
/// ``PropertyDefinition/all``.
struct SingleProperties: Sendable {
    /// The bits of those that may stand once.
    private let bits: UInt128
    /// The bits of those that were seen.
    private var seen: UInt128 = 0

    /// The properties of a component of this name; none for one that no RFC defines.
    init(of component: String) {
        bits = Self.all.first { $0.component == component }?.bits ?? 0
    }

    /// Records a property by its place in the definitions, and returns whether it is a forbidden duplicate.
    mutating func isRepeated(_ known: Int) -> Bool {
        let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: known)
        guard bits & bit != 0 else { return false }
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// The components, events first as most are.
    private static let all: [(component: String, bits: UInt128)] = {
        let grammars = ["VEVENT", "VALARM"].compactMap { ComponentGrammar.named[$0] } + ComponentGrammar.all
        return grammars.map { grammar in
            var bits: UInt128 = 0
            for (place, definition) in PropertyDefinition.all.enumerated()
            where place < UInt128.bitWidth && grammar.isSingle(definition.name) {
                bits |= 1 << UInt128(truncatingIfNeeded: place)
            }
            return (grammar.name, bits)
        }
    }()
}

extension ComponentGrammar {
    /// Whether a second property of a name is ignored, and reading says so.
    ///
    /// Of what decides when an event happens, and of a time zone's definition, it is said where these are put together.
    fileprivate func isSingle(_ property: String) -> Bool {
        guard let place = PropertyGrammar.index[property], let rule = rules[place], rule.isSingle else {
            return false
        }
        switch name {
        case "VEVENT": return !EventSchedule.singular.contains(property)
        case "VTIMEZONE": return property != "TZID"
        case "STANDARD", "DAYLIGHT": return false
        default: return true
        }
    }
}

extension ComponentGrammar.Rule {
    /// Whether the property may stand once at most.
    var isSingle: Bool {
        switch occurrence {
        case .once, .onceWithoutMethod, .atMostOnce: true
        case .ratherOnce, .any: false
        }
    }
}

extension DiagnosticList {
    /// Says that a property is ignored, as the first of its name counts.
    mutating func noteRepeated(_ name: String, line: Int?) {
        warn(.badValue, line: line, "duplicate \(Words.short(name)); using the first")
    }

    /// Says which properties of a component, not of those inside it, are ignored as the first of their name count.
    mutating func checkRepeated(in component: Component) {
        var single = SingleProperties(of: component.name)
        for property in component.properties {
            guard let known = PropertyDefinition.place(of: property.name), single.isRepeated(known) else {
                continue
            }
            noteRepeated(property.name, line: property.line)
        }
    }
}
