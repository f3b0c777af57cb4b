import ICalendar

@testable import ICalendarCore
@testable import ICalendarExchange

extension Component {
    /// Returns the component in the form that jCal preserves: each parameter once, and VALUE first if needed.
    ///
    /// This implementation does not use the library's code, so it can check the library.
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

    /// Returns the property's VALUE parameter after a round trip, or nil for none.
    private var typeHeldByJCal: String? {
        let usual = PropertyDefinition.all.first { $0.name == name }?.kinds.first.rawValue
        let declared = parameters["VALUE"]?.uppercased()
        let known = declared.flatMap { Value.DataType(rawValue: $0) }?.rawValue
        let found = Set(value.elements.compactMap(\.kind)).map(\.rawValue)
        let base = ["UID": "TEXT", "XML-REFERENCE": "URI"]
        let type: String? =
            switch found.count {
            case 0: declared == "UNKNOWN" ? nil : declared
            case 1: base[declared ?? ""] == found[0] ? declared : found[0]
            default: known ?? usual ?? value.elements.lazy.compactMap(\.kind).first?.rawValue
            }
        if Property.untyped.contains(name) {
            if !found.isEmpty { return type }
            if value.isEmptyList, declared != "UNKNOWN" { return type ?? usual }
        }
        return type == usual ? nil : type
    }

    /// The properties without a default type, which always need VALUE.
    private static let untyped: Set = [
        "REFRESH-INTERVAL", "SOURCE", "IMAGE", "CONFERENCE", "STYLED-DESCRIPTION", "STRUCTURED-DATA", "LINK",
    ]
}
