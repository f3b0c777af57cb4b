import ICalendar
import Testing
import TestTraits

@testable import ICalendarChecking
@testable import ICalendarCore

/// Compares the rule tables with the rule counts in the RFCs.
@Suite struct GrammarTableTests {
    /// The component grammars in RFC 5545 section 3.6: how many properties are allowed once, at most once,
    /// and repeatedly.
    ///
    /// RRULE is counted separately, because it SHOULD NOT occur twice. EXRULE and properties from other RFCs
    /// are excluded.
    @Test(arguments: [
        ("VCALENDAR", 2, 2, 0), ("VEVENT", 3, 16, 10), ("VTODO", 2, 18, 10), ("VJOURNAL", 2, 10, 10),
        ("VFREEBUSY", 2, 5, 4), ("VTIMEZONE", 1, 2, 0), ("STANDARD", 3, 0, 3), ("DAYLIGHT", 3, 0, 3),
    ])
    func `the number of rules for each component matches its grammar`(
        _ name: String,
        once: Int,
        atMostOnce: Int,
        any: Int
    )
        throws
    {
        let grammar = try #require(ComponentGrammar.named[name])
        let rows = grammar.rows.filter { $0.section.text.hasPrefix("RFC 5545") }
        var counts = (once: 0, atMostOnce: 0, any: 0)
        for row in rows {
            let names = row.names.filter { $0 != "EXRULE" }
            switch row.occurrence {
            case .once, .onceWithoutMethod: counts.once += names.count
            case .atMostOnce: counts.atMostOnce += names.count
            case .any: counts.any += names.count
            case .ratherOnce: #expect(names == ["RRULE"])
            }
        }
        #expect(counts == (once, atMostOnce, any))
    }

    @Test func `each table lists only known properties, without duplicates`() {
        for grammar in ComponentGrammar.all {
            let names = grammar.rows.flatMap(\.names)
            #expect(Set(names).count == names.count, "\(grammar.name)")
            for name in names { #expect(PropertyGrammar.index[name] != nil, "\(grammar.name): \(name)") }
            for parent in grammar.parents { #expect(ComponentGrammar.named[parent] != nil) }
        }
        for property in PropertyGrammar.all {
            #expect(PropertyDefinition.all.contains { $0.name == property.name }, "\(property.name)")
            for parameter in property.parameters {
                #expect(ParameterGrammar.named[parameter] != nil, "\(property.name): \(parameter)")
            }
        }
        #expect(PropertyGrammar.index.count == PropertyGrammar.all.count)
        #expect(ParameterGrammar.named.count == ParameterGrammar.all.count)
    }

    @Test func `each typed property is validated and allowed in a component`() {
        for definition in PropertyDefinition.all {
            #expect(PropertyGrammar.index[definition.name] != nil, "\(definition.name)")
            let isPlaced = ComponentGrammar.all.contains {
                $0.rows.contains { $0.names.contains(definition.name) }
            }
            #expect(isPlaced, "\(definition.name)")
        }
    }

    /// Compares the known parameters with the twenty in RFC 5545 section 3.2.
    @Test func `all parameters in RFC 5545 are known`() {
        #expect(ParameterGrammar.all.count { $0.section.text.hasPrefix("RFC 5545") } == 20)
    }

    /// Compares the method tables with RFC 5546 sections 3.2 to 3.5.
    ///
    /// VEVENT and VTODO have eight tables each; VFREEBUSY and VJOURNAL have three each.
    @Test func `each method has a table for each component it allows`() {
        let counts = Dictionary(grouping: MethodGrammar.all, by: \.component).mapValues(\.count)
        #expect(counts == ["VEVENT": 8, "VTODO": 8, "VFREEBUSY": 3, "VJOURNAL": 3])
        #expect(MethodGrammar.methods.count == 8)
        for table in MethodGrammar.all {
            for name in table.one + table.some + table.atMostOne {
                #expect(PropertyGrammar.index[name] != nil, "\(table.method): \(name)")
                #expect(!table.none.contains(name))
            }
        }
    }

    @Test func `violations are sorted by line in a stable order`() {
        for count in [0, 1, 2, 7, 500] {
            var generator = SeededGenerator(seed: UInt64(count))
            var violations = (0..<count).map { place in
                let line = Int.random(in: -1...40, using: &generator)
                return Violation(.error, .badValue, line: line < 0 ? nil : line, "\(place)", section: "")
            }
            let expected = violations.enumerated().sorted {
                ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
            }
            violations.sortByLine()
            #expect(violations == expected.map(\.element))
        }
    }
}
