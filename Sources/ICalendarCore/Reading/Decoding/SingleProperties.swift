/// The properties that a component may contain only once, with one bit per index in ``PropertyDefinition/all``.
///
/// DTEND and DUE count as seen in components that do not allow them, so even the first one is ignored.
struct SingleProperties: Sendable {
    /// The bits of the properties that may occur only once or not at all.
    private let bits: UInt128
    private var seen: UInt128
    /// The bits of DUE and DURATION, or 0 if this component type does not check the pair.
    ///
    /// DURATION is ignored if DUE is present.
    private let ends: UInt128

    /// Creates the set for a component name; the set is empty if no RFC defines the component.
    init(of component: String) {
        let known = Self.all.first { $0.component == component }
        seen = known?.misplaced ?? 0
        bits = (known?.bits ?? 0) | seen
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

    /// Records a property by its index in the definitions, and returns whether the reader ignores it.
    mutating func isIgnored(_ known: Int) -> Bool {
        let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: known)
        guard bits & bit != 0 else { return false }
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// The component types, most frequent first.
    private static let all: [(component: String, bits: UInt128, misplaced: UInt128)] = {
        let grammars = ["VEVENT", "VALARM"].compactMap { ComponentGrammar.named[$0] } + ComponentGrammar.all
        return grammars.map { grammar in
            (grammar.name, bits(where: grammar.isSingle), bits(where: grammar.excludesEnd))
        }
    }()

    private static func bits(where isMember: (Int) -> Bool) -> UInt128 {
        PropertyGrammar.all.indices.reduce(into: 0) { bits, place in
            if isMember(place) { bits |= 1 << UInt128(truncatingIfNeeded: place) }
        }
    }
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

    /// Returns whether a property, specified by its index in the grammar, is an end that belongs to other components.
    fileprivate func excludesEnd(_ place: Int) -> Bool {
        ["DTEND", "DUE"].contains(PropertyGrammar.all[place].name) && rules[place] == nil
    }
}

extension DiagnosticList {
    /// Adds a warning that a duplicate or misplaced property is ignored.
    package mutating func noteIgnored(_ name: String, in component: String, line: Int?) {
        if let grammar = ComponentGrammar.named[component], let place = PropertyDefinition.place(of: name),
            grammar.excludesEnd(place)
        {
            warn(.badValue, line: line, "\(name) is not allowed in \(component); ignored")
        } else {
            warn(.badValue, line: line, "duplicate \(Words.short(name)); using the first")
        }
    }

    /// Adds a warning that DURATION is ignored because the component has an end.
    package mutating func noteDuration(beside end: String, line: Int?) {
        warn(.duration, line: line, "both \(end) and DURATION are present; using \(end)")
    }

    /// Adds a warning for each ignored duplicate property of a component, excluding nested components.
    package mutating func noteIgnored(in component: Component) {
        var single = SingleProperties(of: component.name)
        for property in component.properties {
            guard let known = PropertyDefinition.place(of: property.name) else { continue }
            if single.isIgnored(known) {
                noteIgnored(property.name, in: component.name, line: property.line)
            } else if let end = single.endBesideDuration(known) {
                noteDuration(beside: end, line: property.line)
            }
        }
    }
}
