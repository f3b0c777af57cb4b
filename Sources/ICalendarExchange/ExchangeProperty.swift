import EssentialFoundation
package import ICalendarCore

extension Property {
    /// The property as jCal and xCal represent it.
    ///
    /// Neither format has ENCODING, except for BINARY, which remains in Base64 (RFC 7265 section 3.1, RFC 6321 section
    /// 3.1).
    ///
    /// Any other Base64 text is decoded. To avoid losses, a value keeps its ENCODING if it does not decode to valid
    /// UTF-8 or if the decoded text contains control characters, which neither format can represent.
    var preprocessed: Property {
        guard let encoding else { return self }
        var property = self
        switch value {
        case .binary: return self
        case .text(let text): property.value = Property.decoded(text, encoding).map(Value.text) ?? value
        case .raw(let text): property.value = Property.decoded(text, encoding).map(Value.raw) ?? value
        case .uri(let text): property.value = Property.decoded(text, encoding).map(Value.uri) ?? value
        default: break
        }
        if property.value != value || ExchangeName.capitals(encoding) == "8BIT" {
            property[parameter: "ENCODING"] = nil
        }
        return property
    }

    private static func decoded(_ text: String, _ encoding: String) -> String? {
        guard ExchangeName.capitals(encoding) == "BASE64", !text.isEmpty,
            let data = Data(base64Encoded: text)
        else { return nil }
        let isHeld = data.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isHeld ? String(validating: data, as: UTF8.self) : nil
    }
}

/// The type that jCal and xCal write next to a property's values (RFC 7265 section 3.4, RFC 6321 section 3.6).
///
/// In both formats, the type replaces the VALUE parameter. If the values' actual type is known, that type is written.
/// For example, `DTSTART:20260301` becomes a date even without `VALUE=DATE`.
enum ExchangeType: Sendable, Hashable {
    /// A type that RFC 5545 defines.
    case kind(Value.DataType)
    /// A type that no RFC defines, in lowercase. Its values are preserved as written.
    case other(String)
    /// No type, since the values are the original iCalendar text.
    case unknown

    var name: String {
        switch self {
        case .kind(let kind): kind.exchangeName
        case .other(let name): name
        case .unknown: "unknown"
        }
    }

    /// Determines the type of the property's values.
    ///
    /// Unreadable values have the type in VALUE or, if there is none, the type `unknown`, which is read back as the
    /// same text. Readable values have their own type or, if their types differ, the type in VALUE or in the property's
    /// definition.
    init(of property: Property, definition: PropertyDefinition?) {
        var found: Value.DataType?
        var isMixed = false
        property.value.forEachSingle { value in
            guard let kind = value.kind else { return }
            if found == nil { found = kind }
            if kind != found { isMixed = true }
        }
        let declared = property.parameters["VALUE"].flatMap { ExchangeType(name: $0) }
        if let found {
            guard isMixed else {
                // Only VALUE distinguishes the types that RFC 9253 defines.
                if case .kind(let kind)? = declared, kind.base == found {
                    self = .kind(kind)
                } else {
                    self = .kind(found)
                }
                return
            }
            if case .kind? = declared, let declared {
                self = declared
            } else {
                self = .kind(definition?.kinds.first ?? found)
            }
        } else if let declared, declared != definition.map({ .kind($0.kinds.first) }) {
            self = declared
        } else if let usual = definition?.kinds.first, property.value.isEmptyList {
            self = .kind(usual)
        } else {
            self = .unknown
        }
    }

    /// Creates the type with the given name, ignoring case, or returns nil if the name is invalid.
    init?(name: String) {
        let small = ExchangeName.small(name)
        if small == "unknown" {
            self = .unknown
        } else if let kind = Value.DataType(rawValue: ExchangeName.capitals(name)) {
            self = .kind(kind)
        } else if ExchangeName.isPlain(name) {
            self = .other(small)
        } else {
            return nil
        }
    }

    /// Returns the VALUE parameter that iCalendar needs for the type, or nil if it does not need one.
    func parameter(usual: Value.DataType?) -> Parameter? {
        switch self {
        case .kind(let kind): kind == usual ? nil : Parameter(capitals: "VALUE", kind.rawValue)
        case .other(let name): Parameter(capitals: "VALUE", ExchangeName.capitals(name))
        case .unknown: nil
        }
    }
}

extension Value.DataType {
    var exchangeName: String { Self.exchangeNames[self] ?? "unknown" }

    private static let exchangeNames = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, ExchangeName.small($0.rawValue)) }
    )

    /// The basic type that represents values of this type.
    fileprivate var base: Value.DataType {
        switch self {
        case .uid: .text
        case .xmlReference: .uri
        default: self
        }
    }
}

extension Value {
    package var isEmptyList: Bool {
        if case .list(let values) = self { values.isEmpty } else { false }
    }

    /// Calls a function with each individual value, including values in nested lists, which cannot occur in files.
    func forEachSingle(_ body: (Value) -> Void) {
        var rest = [self]
        while let value = rest.popLast() {
            if case .list(let inner) = value { rest += inner.reversed() } else { body(value) }
        }
    }
}

/// A converter for the names of components, properties, parameters and types, which are lowercase in jCal and xCal.
///
/// Only ASCII letters are changed, since iCalendar names contain no others. The result therefore does not depend on the
/// locale.
package enum ExchangeName {
    package static func small(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 &- 0x41 <= 25 }) else { return name }
        return String(decoding: name.utf8.map { $0 &- 0x41 <= 25 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    package static func capitals(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 &- 0x61 <= 25 }) else { return name }
        return String(decoding: name.utf8.map(Ascii.capital), as: UTF8.self)
    }

    /// Returns whether a name consists of letters, digits and hyphens (RFC 5545 section 3.1).
    package static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                Ascii.capital($0) &- 0x41 <= 25 || $0 &- 0x30 <= 9 || $0 == Ascii.minus
            }
    }

    /// Returns a property name in uppercase, or nil if it cannot start a content line.
    ///
    /// An irregular but readable name is preserved, as in an iCalendar file.
    static func ofProperty(_ name: String) -> String? {
        name.utf8.allSatisfy(NameText.isTolerable) && !name.isEmpty ? capitals(name) : nil
    }

    /// Returns a parameter name in uppercase, or nil if it cannot precede an equals sign.
    ///
    /// In an iCalendar file, a parameter name may contain any other bytes.
    static func ofParameter(_ name: String) -> String? {
        guard let first = name.utf8.first, let last = name.utf8.last, !Ascii.isBlank(first),
            !Ascii.isBlank(last)
        else { return nil }
        let isKept = name.utf8.allSatisfy { byte in
            byte != Ascii.lineFeed && byte != Ascii.carriageReturn && byte != Ascii.colon
                && byte != Ascii.semicolon && byte != Ascii.equals
        }
        return isKept ? capitals(name) : nil
    }

    /// Returns a component name in uppercase, or nil if it cannot follow `BEGIN:`.
    package static func ofComponent(_ name: String) -> String? {
        if let first = name.utf8.first, let last = name.utf8.last,
            Ascii.isBlank(first) || Ascii.isBlank(last)
        {
            return nil
        }
        let isKept = name.utf8.allSatisfy { byte in
            byte < 0x80 && byte != 0 && byte != Ascii.lineFeed && byte != Ascii.carriageReturn
        }
        return isKept ? capitals(name) : nil
    }
}

/// A property's parameters in jCal and xCal, where each name occurs only once and VALUE does not occur.
package enum ExchangeParameters {
    /// Returns the parameters in file order and adds the values of a repeated parameter to its first occurrence.
    package static func merged(_ parameters: [Parameter]) -> [Parameter] {
        let kept = parameters.filter { $0.name != "VALUE" }
        guard kept.count > 1 else { return kept }
        var places: [String: Int] = [:]
        // Separate lists avoid copying all values each time one is added.
        var gathered: [(first: Parameter, more: [String])] = []
        for parameter in kept {
            let name = ExchangeName.capitals(parameter.name)
            if let place = places[name] {
                gathered[place].more += parameter.values
            } else {
                places[name] = gathered.count
                gathered.append((parameter, []))
            }
        }
        if gathered.count == kept.count { return kept }
        return gathered.map { first, more in
            // A repeated parameter without values adds nothing.
            more.isEmpty ? first : Parameter(capitals: first.name, values: first.values + more)
        }
    }
}
