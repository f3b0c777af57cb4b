/// The properties that a component may contain only once, with one bit per index in ``PropertyDefinition/all``.
struct SingleProperties: Sendable {
    /// The bits of the properties that may occur only once.
    private let bits: UInt128
    private var seen: UInt128 = 0
    /// The bits of DUE and DURATION, or 0 if this component type does not check the pair.
    ///
    /// DURATION is ignored if DUE is present.
    private let ends: UInt128

    /// Creates the set for a component name; the set is empty if no RFC defines the component.
    init(of component: String) {
        bits = Self.all.first { $0.component == component }?.bits ?? 0
        ends = component == Todo.componentName ? Self.endsOfTodo : 0
    }

    /// Returns the end property's name if the component now has both an end property and DURATION.
    ///
    /// For events, a conflict between the two is reported when the event's length is determined.
    func endBesideDuration(_ known: Int) -> String? {
        guard ends != 0, seen & ends == ends else { return nil }
        return ends & 1 << UInt128(truncatingIfNeeded: known) != 0 ? "DUE" : nil
    }

    private static let endsOfTodo = ["DUE", "DURATION"].reduce(into: 0 as UInt128) { bits, name in
        if let place = PropertyDefinition.place(of: name) { bits |= 1 << UInt128(truncatingIfNeeded: place) }
    }

    /// Records a property by its index in the definitions, and returns whether it is a forbidden duplicate.
    mutating func isRepeated(_ known: Int) -> Bool {
        let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: known)
        guard bits & bit != 0 else { return false }
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// The component types, most frequent first.
    private static let all: [(component: String, bits: UInt128)] = {
        let grammars = ["VEVENT", "VALARM"].compactMap { ComponentGrammar.named[$0] } + ComponentGrammar.all
        return grammars.map { grammar in
            var bits: UInt128 = 0
            for place in PropertyGrammar.all.indices where grammar.isSingle(place) {
                bits |= 1 << UInt128(truncatingIfNeeded: place)
            }
            return (grammar.name, bits)
        }
    }()
}

extension ComponentGrammar {
    /// Returns whether reading ignores and reports a duplicate of a property, specified by its index in the grammar.
    ///
    /// Duplicate scheduling properties are reported when the schedule is assembled, and duplicates in time zone
    /// definitions when the definition is assembled.
    fileprivate func isSingle(_ place: Int) -> Bool {
        guard rules[place]?.isSingle == true else { return false }
        let property = PropertyGrammar.all[place].name
        switch name {
        case "VEVENT": return !EventSchedule.singular.contains(property)
        case "VTIMEZONE": return property != "TZID"
        case "STANDARD", "DAYLIGHT": return false
        default: return true
        }
    }
}

extension DiagnosticList {
    /// Adds a warning that a duplicate property is ignored.
    package mutating func noteRepeated(_ name: String, line: Int?) {
        warn(.badValue, line: line, "duplicate \(Words.short(name)); using the first")
    }

    /// Adds a warning that DURATION is ignored because the component has an end.
    package mutating func noteDuration(beside end: String, line: Int?) {
        warn(.duration, line: line, "both \(end) and DURATION are present; using \(end)")
    }

    /// Adds a warning for each ignored duplicate property of a component, excluding nested components.
    package mutating func checkRepeated(in component: Component) {
        var single = SingleProperties(of: component.name)
        for property in component.properties {
            guard let known = PropertyDefinition.place(of: property.name) else { continue }
            if single.isRepeated(known) {
                noteRepeated(property.name, line: property.line)
            } else if let end = single.endBesideDuration(known) {
                noteDuration(beside: end, line: property.line)
            }
        }
    }
}
