/// What a component says, without regard to the order in which it says it.
struct ComponentForm: Hashable {
    private let fingerprint: Fingerprint

    /// Components that are nested deeper are compared as one heap of properties, so that no depth is too much.
    private static let deepest = 50

    /// The form of a component, without what makes no difference.
    init(_ component: Component, _ options: CalendarDifference.Options) {
        self.init(component, options, depth: 0)
    }

    private init(_ component: Component, _ options: CalendarDifference.Options, depth: Int) {
        var properties = Self.properties(of: component, options)
        var components = Fingerprint()
        if depth < Self.deepest {
            for inner in component.components {
                components.add(ComponentForm(inner, options, depth: depth + 1).fingerprint)
            }
        } else {
            var rest = component.components
            while let next = rest.popLast() {
                properties.add(Self.properties(of: next, options))
                rest += next.components
            }
        }
        fingerprint = Fingerprint { hasher in
            hasher.combine(component.name)
            hasher.combine(properties)
            hasher.combine(components)
        }
    }

    private static func properties(
        of component: Component,
        _ options: CalendarDifference.Options
    ) -> Fingerprint {
        var properties = Fingerprint()
        for property in component.properties where !options.ignores(property.name) {
            PropertyForm.forEachSingle(of: property) { properties.add($0.fingerprint) }
        }
        return properties
    }
}

/// What a property says, without regard to the order of its parameters.
struct PropertyForm: Hashable {
    fileprivate let fingerprint: Fingerprint

    /// The form of a property.
    init(_ property: Property) {
        self.init(property, property.value, Self.parameters(of: property))
    }

    /// Gives the forms of its ``Property/listedValues``, or its own where there are none; the parameters, of which there may
    /// be as many as values, are gone through once.
    static func forEachSingle(of property: Property, _ body: (PropertyForm) -> Void) {
        let parameters = parameters(of: property)
        guard let values = property.listedValues else {
            return body(PropertyForm(property, property.value, parameters))
        }
        for value in values { body(PropertyForm(property, value, parameters)) }
    }

    private init(_ property: Property, _ value: Value, _ parameters: Fingerprint) {
        fingerprint = Fingerprint { hasher in
            hasher.combine(property.name)
            hasher.combine(parameters)
            hasher.combine(value.inUsualCase)
        }
    }

    private static func parameters(of property: Property) -> Fingerprint {
        // The value knows its type; whether the type is said too makes no difference.
        let said = property.parameters.filter { $0.name != "VALUE" }.map(\.inUsualCase)
        let sorted = said.count < 2 ? said : said.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        return Fingerprint { $0.combine(sorted) }
    }
}

extension Property {
    /// The names whose values may stand in one property or in several.
    private static let lists: Set = ["CATEGORIES", "EXDATE", "FREEBUSY", "RDATE", "RESOURCES"]

    /// The values of a list that may as well stand in several properties, or nil.
    var listedValues: [Value]? {
        guard case .list(let values) = value, Self.lists.contains(name) else { return nil }
        return values
    }
}

extension Value {
    /// The value with what means the same in capitals and small letters in one form: the scheme of a URI, and the
    /// domain of a mail address (RFC 3986 section 3.1, RFC 6068 section 2).
    fileprivate var inUsualCase: Value {
        switch self {
        case .calendarAddress(let text): .calendarAddress(URICase.usual(text))
        case .uri(let text): .uri(URICase.usual(text))
        case .list(let values): .list(values.map(\.inUsualCaseOfOne))
        default: self
        }
    }

    /// The same of a single value; lists in lists, which no file has, stay.
    private var inUsualCaseOfOne: Value {
        if case .list = self { self } else { inUsualCase }
    }
}

extension Parameter {
    /// The parameter with words in capitals and URIs in their usual case (RFC 5545 section 3.2).
    fileprivate var inUsualCase: Parameter {
        switch ParameterGrammar.named[name]?.form {
        case .words: Parameter(capitals: name, values: values.map(ExchangeName.capitals))
        case .uri, .address: Parameter(capitals: name, values: values.map(URICase.usual))
        default: self
        }
    }
}

/// The letters of a URI that mean the same in any case.
private enum URICase {
    /// A URI with its scheme in small letters, and the domain of a mail address too.
    static func usual(_ text: String) -> String {
        guard let colon = text.utf8.firstIndex(of: Ascii.colon) else { return text }
        let scheme = ExchangeName.small(String(text[..<colon]))
        guard ExchangeName.isPlain(scheme) else { return text }
        var rest = String(text[colon...])
        if scheme == "mailto", let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            rest = rest[..<at] + ExchangeName.small(String(rest[at...]))
        }
        return scheme + rest
    }
}
