import Foundation

/// A validator for the subset of JSON Schema that this project's schema uses.
///
/// An unknown keyword is an error. Otherwise the schema could contain requirements that nothing checks.
struct JSONSchema {
    private let root: [String: Any]

    init(contentsOf url: URL) throws {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        guard let root = object as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
        self.root = root
    }

    /// Returns a value's violations of a definition in `$defs`.
    func complaints(about value: Any, as definition: String) -> [String] {
        check(value, ["$ref": "#/$defs/\(definition)"], "$")
    }

    private func check(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        var found: [String] = []
        for (keyword, rule) in schema {
            switch (keyword, rule) {
            case ("description", _), ("title", _), ("$schema", _), ("$id", _), ("$defs", _): break
            case ("$ref", let name as String):
                let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
                guard let target = definitions[String(name.dropFirst("#/$defs/".count))] else {
                    found.append("\(place): no definition \(name)")
                    continue
                }
                found += check(value, target, place)
            case ("type", let type as String):
                if !isOf(type, value) { found.append("\(place): \(value) is not of type \(type)") }
            case ("enum", let words as [String]):
                if !((value as? String).map(words.contains) ?? false) {
                    found.append("\(place): \(value) is not in enum")
                }
            case ("const", let constant as Bool):
                if value as? Bool != constant { found.append("\(place): \(value) is not \(constant)") }
            case ("pattern", let pattern as String):
                if let text = value as? String, text.range(of: pattern, options: .regularExpression) == nil {
                    found.append("\(place): '\(text)' does not match \(pattern)")
                }
            case ("minimum", let least as Int):
                if let number = value as? Int, number < least {
                    found.append("\(place): \(number) is below \(least)")
                }
            case ("minItems", let least as Int):
                if let list = value as? [Any], list.count < least { found.append("\(place): too few items") }
            case ("items", let item as [String: Any]):
                for (index, element) in (value as? [Any] ?? []).enumerated() {
                    found += check(element, item, "\(place)[\(index)]")
                }
            case ("properties", let properties as [String: [String: Any]]):
                guard let object = value as? [String: Any] else { continue }
                for (key, element) in object {
                    if let property = properties[key] {
                        found += check(element, property, "\(place).\(key)")
                    } else if schema["additionalProperties"] as? Bool == false {
                        found.append("\(place): unknown key \(key)")
                    }
                }
            case ("required", let keys as [String]):
                let object = value as? [String: Any] ?? [:]
                found += keys.filter { object[$0] == nil }.map { "\(place): key \($0) is missing" }
            case ("additionalProperties", _ as Bool): break
            default: found.append("\(place): the validator does not know \(keyword)")
            }
        }
        return found
    }

    private func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "string": value is String
        case "integer": value is Int
        case "object": value is [String: Any]
        case "array": value is [Any]
        default: false
        }
    }
}
