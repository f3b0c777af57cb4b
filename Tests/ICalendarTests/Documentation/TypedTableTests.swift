import ICalendar
import Testing

@testable import ICalendarCore

/// Compares the article's table of typed properties with the reader.
@Suite struct TypedTableTests {
    /// A row: the RFC, the kind of element, its name, its value type and its Swift names.
    private struct Row: Sendable, CustomTestStringConvertible {
        let rfc: String
        let what: String
        let name: String
        let value: String
        let swift: String
        var testDescription: String { "RFC \(rfc) \(name)" }
    }

    /// The rows of the article's table.
    private static let rows: [Row] = ((try? Article.lines("What-is-typed")) ?? []).compactMap { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmingBlanks)
        guard cells.count == 7, cells[1] != "RFC", !cells[1].hasPrefix("---") else { return nil }
        return Row(rfc: cells[1], what: cells[2], name: cells[3], value: cells[4], swift: cells[5])
    }

    /// The rows for RFC-defined properties.
    private static let properties = rows.filter { $0.what == "property" && $0.value != "as written" }

    @Test func `the table lists every known property exactly once`() {
        let names = TypedTableTests.properties.map(\.name)
        #expect(names.sorted() == PropertyDefinition.all.map(\.name).sorted())
        #expect(TypedTableTests.rows.allSatisfy { $0.swift.contains("``") })
    }

    @Test(arguments: TypedTableTests.properties) private func `each property has the type given in the table`(
        row: Row
    ) throws {
        let definition = try #require(PropertyDefinition.all.first { $0.name == row.name })
        let isList = row.value.hasSuffix(" list")
        #expect(definition.isList == isList)
        let words = (isList ? String(row.value.dropLast(5)) : row.value).split(separator: ",").map(
            \.trimmingBlanks
        )
        let kinds = words.compactMap(Value.DataType.init(word:))
        #expect(kinds.count == words.count && kinds.first == definition.kinds.first)
        for kind in Value.DataType.allCases {
            #expect(definition.kinds.contains(kind) == kinds.contains(kind))
        }
        for kind in kinds {
            let sample = TypedTableTests.sample(of: kind, for: row.name)
            let declared = try Sample.property("\(row.name);VALUE=\(kind.rawValue):\(sample)")
            #expect(declared.diagnostics.isEmpty)
            let value = try #require(declared.property?.value)
            #expect(TypedTableTests.fits(value, kind))
            if isList {
                let list = try Sample.property("\(row.name);VALUE=\(kind.rawValue):\(sample),\(sample)")
                #expect(list.property?.value.elements.count == 2)
            }
        }
        let plain = try Sample.property("\(row.name):\(TypedTableTests.sample(of: kinds[0], for: row.name))")
        #expect(plain.diagnostics.isEmpty)
        let value = try #require(plain.property?.value)
        #expect(TypedTableTests.fits(value, kinds[0]))
    }

    @Test func `properties without an RFC keep their text`() throws {
        for row in TypedTableTests.rows where row.rfc == "none" {
            #expect(try Sample.property(#"\#(row.name):a\,b"#).property?.value == .raw(#"a\,b"#))
        }
        #expect(TypedTableTests.rows.contains { $0.rfc == "none" })
    }

    @Test func `each component has the view given in the table`() {
        let views: [any ComponentView.Type] = [
            CalendarObject.self, Event.self, Todo.self, Journal.self, FreeBusy.self, Alarm.self,
            TimeZoneDefinition.self, TimeZoneObservance.self, Availability.self, AvailablePeriod.self,
            Participant.self, StructuredLocation.self, StructuredResource.self,
        ]
        let named = TypedTableTests.rows.filter { $0.what == "component" && $0.value.isEmpty }
        for view in views {
            #expect(named.first { $0.name == view.componentName }?.swift == "``\(view)``")
        }
        #expect(Set(named.map(\.swift)).count == views.count)
    }

    /// Returns a sample value of a type in iCalendar format.
    private static func sample(of kind: Value.DataType, for name: String) -> String {
        switch (name, kind) {
        case ("GEO", _): "1.5;2.5"
        case ("REQUEST-STATUS", _): "2.0;Success"
        case ("CALSCALE", _): "GREGORIAN"
        case ("METHOD", _): "PUBLISH"
        case ("CLASS", _): "PUBLIC"
        case ("STATUS", _): "CONFIRMED"
        case ("TRANSP", _): "OPAQUE"
        case ("ACTION", _): "DISPLAY"
        case ("BUSYTYPE", _): "BUSY"
        case ("PROXIMITY", _): "ARRIVE"
        case (_, .binary): "YQ=="
        case (_, .calendarAddress): "mailto:a@example.com"
        case (_, .date): "20260329"
        case (_, .dateTime): "20260329T093000Z"
        case (_, .duration): "PT15M"
        case (_, .integer): "3"
        case (_, .period): "20260329T093000Z/PT1H"
        case (_, .recur): "FREQ=DAILY"
        case (_, .uri), (_, .xmlReference): "https://example.com"
        case (_, .utcOffset): "+0100"
        default: "TEXT"
        }
    }

    /// Returns whether a value is of a type.
    private static func fits(_ value: Value, _ kind: Value.DataType) -> Bool {
        switch (value.elements.first ?? value, kind) {
        case (.text, .text), (.text, .uid), (.requestStatus, .text), (.uri, .uri), (.uri, .xmlReference),
            (.calendarAddress, .calendarAddress), (.date, .date), (.dateTime, .dateTime),
            (.duration, .duration),
            (.period, .period), (.recurrenceRule, .recur), (.integer, .integer), (.geo, .float),
            (.binary, .binary), (.utcOffset, .utcOffset):
            true
        default: false
        }
    }
}
