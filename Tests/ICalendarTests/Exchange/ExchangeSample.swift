import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@testable import ICalendar

/// Short ways to write and read jCal and xCal in tests.
enum ExchangeSample {
    /// The jCal of a property that stands on one line of an event.
    static func jCal(_ line: String) throws -> String {
        let property = try required(Sample.property(line).property)
        return text(of: property)
    }

    /// The jCal of a property.
    static func text(of property: Property) -> String {
        let bytes = CalendarObject(Component("VCALENDAR", properties: [property])).jCalBytes()
        // Around it stand `["vcalendar",[` and `],[]]`.
        return String(decoding: bytes.dropFirst(14).dropLast(5), as: UTF8.self)
    }

    /// The property of a line of jCal, and what was said of it.
    static func property(_ jCal: String) throws -> (property: Property?, diagnostics: [Diagnostic]) {
        let file = try CalendarFile(jCal: Array("[\"vcalendar\",[\(jCal)],[]]".utf8))
        return (file.calendars.first?.component.properties.first, file.diagnostics)
    }

    /// The value of a property of jCal, and the codes of what was said of it.
    static func value(_ jCal: String) throws -> (value: Value?, codes: [String]) {
        let (property, diagnostics) = try property(jCal)
        return (property?.value, diagnostics.map(\.code.description))
    }

    /// What a file holds, or nil when it is no calendar.
    static func file(_ path: String) throws -> CalendarFile? {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        return try? CalendarFile(bytes: bytes)
    }

    private static func required<T>(_ value: T?) throws -> T {
        guard let value else { throw CalendarError(.invalidValue, "there is no property") }
        return value
    }
}

extension Component {
    /// The component as jCal can hold it: VALUE first where it says something, and each parameter once.
    ///
    /// It is written apart from the library's own, to check that one.
    var heldByJCal: Component {
        Component(name, properties: properties.map(\.heldByJCal), components: components.map(\.heldByJCal))
    }
}

extension Property {
    fileprivate var heldByJCal: Property {
        var kept: [Parameter] = []
        for parameter in parameters where parameter.name != "VALUE" {
            if let place = kept.firstIndex(where: { $0.name == parameter.name }) {
                kept[place].values += parameter.values
            } else {
                kept.append(parameter)
            }
        }
        if let type = typeHeldByJCal { kept.insert(Parameter("VALUE", type), at: 0) }
        return Property(name, value, parameters: kept)
    }

    /// What VALUE says when the property comes back; nil for nothing.
    private var typeHeldByJCal: String? {
        let usual = PropertyDefinition.all.first { $0.name == name }?.kinds.first.rawValue
        let declared = parameters["VALUE"]?.uppercased()
        let known = declared.flatMap { Value.Kind(rawValue: $0) }?.rawValue
        let found = Set(value.elements.compactMap(\.kind)).map(\.rawValue)
        let base = ["UID": "TEXT", "XML-REFERENCE": "URI"]
        let type: String? =
            switch found.count {
            case 0: declared == "UNKNOWN" ? nil : declared
            case 1: base[declared ?? ""] == found[0] ? declared : found[0]
            default: known ?? usual ?? value.elements.lazy.compactMap(\.kind).first?.rawValue
            }
        return type == usual ? nil : type
    }
}
