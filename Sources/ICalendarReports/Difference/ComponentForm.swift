import ICalendarCore
import ICalendarChecking
import ICalendarExchange

/// A component's content, for comparisons that ignore order.
struct ComponentForm: Hashable {
    private let fingerprint: Fingerprint

    /// The maximum nesting depth, beyond which components are compared as one collection of properties.
    private static let deepest = 50

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
        var later = LaterProperties(component)
        for property in component.properties where !options.ignores(property.name) {
            let isLater = later.isLater(property)
            PropertyForm.forEachSingle(of: property, isLater: isLater) { properties.add($0.fingerprint) }
        }
        return properties
    }
}

/// A filter for properties that the reader ignores because only the first one with their name counts.
struct LaterProperties {
    private let grammar: ComponentGrammar?
    private var seen: Set<String> = []

    /// The properties of a calendar that may be repeated, but of which the reader uses only the first.
    private static let firstOfCalendar: Set = [
        "NAME", "DESCRIPTION", "X-WR-CALNAME", "X-WR-CALDESC", "X-WR-TIMEZONE", "X-WR-RELCALID",
    ]

    /// Creates the filter for a component's properties.
    ///
    /// If no RFC defines the component, every property counts.
    init(_ component: Component) {
        grammar = ComponentGrammar.named[component.name]
    }

    /// Returns whether a property has already occurred of which only the first counts.
    ///
    /// Call this once for each property in order.
    mutating func isLater(_ property: Property) -> Bool {
        guard isFirstAlone(property.name) else { return false }
        return !seen.insert(property.name).inserted
    }

    private func isFirstAlone(_ name: String) -> Bool {
        if let place = PropertyGrammar.index[name], grammar?.rules[place]?.isSingle == true { return true }
        return grammar?.name == CalendarObject.componentName && Self.firstOfCalendar.contains(name)
    }
}

/// A property's content, for comparisons that ignore the order of parameters.
///
/// Text is compared byte by byte, so an accented letter differs from its decomposed form.
struct PropertyForm: Hashable {
    fileprivate let fingerprint: Fingerprint

    /// Creates the form of a property; `isLater` means that an earlier property with the same name takes precedence.
    init(_ property: Property, isLater: Bool = false) {
        self.init(property, property.value, Self.parameters(of: property), isLater)
    }

    /// Calls a function with the form of each value in ``Property/listedValues`` or, if the property is not a list,
    /// with the form of the property.
    ///
    /// The parameters, which may be as numerous as the values, are processed only once.
    static func forEachSingle(of property: Property, isLater: Bool, _ body: (PropertyForm) -> Void) {
        let parameters = parameters(of: property)
        guard let values = property.listedValues else {
            return body(PropertyForm(property, property.value, parameters, isLater))
        }
        for value in values { body(PropertyForm(property, value, parameters, isLater)) }
    }

    private init(_ property: Property, _ value: Value, _ parameters: Fingerprint, _ isLater: Bool) {
        let value = value.inUsualCase
        let bytes = value.textBytes
        fingerprint = Fingerprint { hasher in
            hasher.combine(property.name)
            hasher.combine(parameters)
            hasher.combine(value)
            hasher.combine(bytes)
            hasher.combine(isLater)
            for part in property.unreadRuleParts { hasher.combine(part) }
        }
    }

    private static func parameters(of property: Property) -> Fingerprint {
        // The value includes its type, so the VALUE parameter is redundant.
        let said = property.parameters.filter { $0.name != "VALUE" }.map(\.inUsualCase)
        // Parameters with the same name keep their order, since only the first one counts.
        let sorted =
            said.count < 2
            ? said
            : said.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
                .map(\.element)
        return Fingerprint { hasher in
            for parameter in sorted {
                hasher.combine(parameter.name)
                hasher.combine(parameter.values.count)
                for value in parameter.values { hasher.combine(Array(value.utf8)) }
            }
        }
    }
}

extension Property {
    /// The rule parts that the reader ignores, such as `X-PART=1` or a second COUNT, sorted and in uppercase.
    ///
    /// The list is empty for other values and for rules that were not read from text.
    var unreadRuleParts: [[UInt8]] {
        guard case .recurrenceRule = value, let line = WrittenLine(self) else { return [] }
        var seen: Set<String> = []
        return line.bytes[line.value].split(separator: Ascii.semicolon).map { part in
            part.filter { $0 > Ascii.space }.map(Ascii.capital)
        }.filter { part in
            let name = String(decoding: part.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            return !part.isEmpty && !(RuleText.names.contains(name) && seen.insert(name).inserted)
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The names of properties whose values may be spread over several properties with the same name.
    private static let lists: Set = ["CATEGORIES", "EXDATE", "FREEBUSY", "RDATE", "RESOURCES"]

    /// The values of a list property that could be split into several properties, or nil for other properties.
    var listedValues: [Value]? {
        guard case .list(let values) = value, Self.lists.contains(name) else { return nil }
        return values
    }
}

extension Value {
    /// The bytes of a text value, or an empty array for a numeric value.
    fileprivate var textBytes: [UInt8] {
        switch self {
        case .date, .dateTime, .time, .duration, .period, .integer, .float, .boolean, .utcOffset, .geo,
            .binary:
            return []
        case .text, .uri, .calendarAddress, .requestStatus, .recurrenceRule, .raw, .list:
            var bytes: [UInt8] = []
            ValueText.append(self, to: &bytes)
            return bytes
        }
    }

    /// The value with its case-insensitive parts normalized, which are a URI's scheme and an email address's domain
    /// (RFC 3986 section 3.1, RFC 6068 section 2), and with the lists of a rule in order.
    fileprivate var inUsualCase: Value {
        switch self {
        case .calendarAddress(let text): .calendarAddress(URICase.usual(text))
        case .uri(let text): .uri(URICase.usual(text))
        case .list(let values): .list(values.map { if case .list = $0 { $0 } else { $0.inUsualCase } })
        case .recurrenceRule(let rule): .recurrenceRule(rule.inUsualOrder)
        default: self
        }
    }
}

extension Parameter {
    /// The parameter, with keywords in uppercase, and URIs and time zone names normalized (RFC 5545 section 3.2).
    fileprivate var inUsualCase: Parameter {
        switch ParameterGrammar.named[name]?.form {
        case .words: Parameter(capitals: name, values: values.map(ExchangeName.capitals))
        case .uri, .address: Parameter(capitals: name, values: values.map(URICase.usual))
        default: name == "TZID" ? Parameter(capitals: name, values: values.map(\.zoneKey)) : self
        }
    }
}

extension RecurrenceRule {
    /// The rule with the BYxxx lists sorted and without duplicates, which have no effect.
    fileprivate var inUsualOrder: RecurrenceRule {
        var rule = self
        for list in [
            \.bySecond, \.byMinute, \.byHour, \.byMonthDay, \.byYearDay, \.byWeekNumber, \.bySetPosition,
        ] as [WritableKeyPath<RecurrenceRule, [Int]>] {
            rule[keyPath: list] = Set(rule[keyPath: list]).sorted()
        }
        rule.byDay = Set(byDay).map { (RuleText.format(day: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        rule.byMonth = Set(byMonth).sorted { ($0.number, $0.isLeap ? 1 : 0) < ($1.number, $1.isLeap ? 1 : 0) }
        return rule
    }
}

/// A normalizer for the case-insensitive parts of a URI.
private enum URICase {
    /// Returns a URI with its scheme in lowercase, along with its domain if it is an email address.
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

/// A 128-bit hash that represents content in comparisons.
///
/// The hash is randomly seeded each time the program runs, which prevents deliberate collisions. The probability of an
/// accidental collision is 1 in 2^128.
struct Fingerprint: Hashable, Sendable {
    private var first: Int
    private var second: Int

    init() {
        (first, second) = (0, 0)
    }

    /// Creates the fingerprint of the data that a closure passes to a hasher.
    ///
    /// The closure is called twice.
    init(_ feed: (inout Hasher) -> Void) {
        var hasher = Hasher()
        hasher.combine(0 as UInt8)
        feed(&hasher)
        first = hasher.finalize()
        hasher = Hasher()
        hasher.combine(1 as UInt8)
        feed(&hasher)
        second = hasher.finalize()
    }

    /// Combines the fingerprint with another one.
    ///
    /// The order in which fingerprints are combined does not matter.
    mutating func add(_ other: Fingerprint) {
        first &+= other.first
        second &+= other.second
    }
}
