/// A component: a name, properties and components inside it (RFC 5545 section 3.6).
///
/// This is the single truth about a calendar. ``Event`` and the other typed views read and write a component; names
/// that nobody knows are kept like any other.
public struct Component: Sendable {
    /// The name in capitals, such as `VEVENT`.
    public var name: String
    /// The properties in the order of the file.
    public var properties: [Property]
    /// The components inside, in the order of the file.
    public var components: [Component]
    /// The line of BEGIN in the file, from 1, or nil when it was not read from a file.
    public let line: Int?

    /// A component made in the program.
    public init(_ name: String, properties: [Property] = [], components: [Component] = []) {
        self.init(name: name.uppercased(), properties: properties, components: components, line: nil)
    }

    /// A component that was read.
    init(name: String, properties: [Property], components: [Component], line: Int?) {
        self.name = name
        self.properties = properties
        self.components = components
        self.line = line
    }

    /// The first property of this name (in capitals), or nil.
    public func first(_ name: String) -> Property? {
        for property in properties where property.name == name { return property }
        return nil
    }

    /// All properties of this name (in capitals), in the order of the file.
    public func all(_ name: String) -> [Property] {
        properties.filter { $0.name == name }
    }

    /// The first textual value of this name that is not empty, or nil.
    public func text(_ name: String) -> String? {
        guard let text = first(name)?.value.elements.first?.string, !text.isEmpty else { return nil }
        return text
    }

    /// Puts one property in the place of all those of its name, or at the end; nil removes them.
    public mutating func set(_ name: String, to property: Property?) {
        let place = properties.firstIndex { $0.name == name }
        properties.removeAll { $0.name == name }
        if let property {
            properties.insert(property, at: place ?? properties.endIndex)
        }
    }
}

extension Component: Hashable {
    /// Compares names, properties and components; not where they were read.
    public static func == (left: Component, right: Component) -> Bool {
        left.name == right.name && left.properties == right.properties && left.components == right.components
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(properties)
    }
}
