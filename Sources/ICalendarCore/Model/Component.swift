/// An iCalendar component, which consists of a name, properties and subcomponents (RFC 5545 section 3.6).
///
/// Components are the single source of truth: ``Event`` and the other typed views read and write a component.
/// Components with unknown names are preserved too.
///
/// A parsed component keeps its source bytes, so an unchanged component is written back exactly as it was read.
/// Equality and hashing consider only the content.
///
/// ```swift
/// let place = Property("LOCATION", .text("Room 4"))
/// let component = Component("VEVENT", properties: [place, Property("X-DOOR", .text("green"))])
/// component.text("X-DOOR")   // "green"
/// Event(component).location  // "Room 4"
/// ```
public struct Component: Sendable {
    /// The uppercase name, such as `VEVENT`: `component.name // "VEVENT"`.
    public var name: String {
        didSet { isChanged = true }
    }
    // Modified in place. With a property observer, code in other modules would copy the entire list on each change.
    private var propertyList: [Property]
    private var componentList: [Component]

    /// The properties in file order: `component.properties.map(\.name)`.
    public var properties: [Property] {
        get { propertyList }
        _modify {
            isChanged = true
            yield &propertyList
        }
    }
    /// The subcomponents in file order, such as the `VALARM` of a `VEVENT`: `component.components.count // 1`.
    public var components: [Component] {
        get { componentList }
        _modify {
            isChanged = true
            yield &componentList
        }
    }
    /// The source bytes from BEGIN to END.
    ///
    /// Nil if the component was created in code or if reading skipped some of its bytes.
    package let source: SourceLine?
    /// The line number in the file, or 0 if there is none.
    private let lineNumber: UInt32
    /// Whether the component, a property or a subcomponent has changed since it was read.
    package private(set) var isChanged: Bool

    /// The one-based line number of BEGIN, or nil for a component not read from a file: `component.line // 5`.
    public var line: Int? { lineNumber == 0 ? nil : Int(lineNumber) }

    /// Creates a component in code.
    ///
    /// ```swift
    /// let alarm = Component("valarm", properties: [Property("ACTION", .text("DISPLAY"))])
    /// alarm.name  // "VALARM"
    /// let event = Component("VEVENT", components: [alarm])
    /// ```
    public init(_ name: String, properties: [Property] = [], components: [Component] = []) {
        self.init(name: name.uppercased(), properties: properties, components: components, line: nil)
    }

    package init(
        name: String,
        properties: [Property],
        components: [Component],
        line: Int?,
        source: SourceLine? = nil
    ) {
        self.name = name
        propertyList = properties
        componentList = components
        self.source = source
        lineNumber = UInt32(clamping: line ?? 0)
        isChanged = false
    }

    /// Returns the first property with the given uppercase name, or nil.
    ///
    /// ```swift
    /// component.first("DTSTART")?.timeZoneID  // "Europe/Berlin"
    /// component.first("DTEND")                // nil
    /// ```
    public func first(_ name: String) -> Property? {
        propertyList.firstIndex { $0.name == name }.map { propertyList[$0] }
    }

    /// Returns all properties with the given uppercase name, in file order.
    ///
    /// ```swift
    /// component.all("ATTENDEE").count  // 2
    /// ```
    public func all(_ name: String) -> [Property] {
        properties.filter { $0.name == name }
    }

    /// Returns the text of the first property with the given name, or nil if it is missing, empty or not textual.
    ///
    /// ```swift
    /// component.text("SUMMARY")  // "Stand-up"
    /// component.text("COMMENT")  // nil
    /// ```
    public func text(_ name: String) -> String? {
        // Reads the property in place, because views request text properties of thousands of events.
        guard let place = propertyList.firstIndex(where: { $0.name == name }),
            let text = propertyList[place].value.firstString, !text.isEmpty
        else { return nil }
        return text
    }

    /// Replaces all properties named `name` with `property`, or appends it if there are none.
    ///
    /// Removes the existing properties if `property` is nil.
    ///
    /// ```swift
    /// component.set("SUMMARY", to: Property("SUMMARY", .text("Stand-up, late")))
    /// component.set("LOCATION", to: nil)
    /// component.text("LOCATION")  // nil
    /// ```
    public mutating func set(_ name: String, to property: Property?) {
        setAll(name, to: property.map { [$0] } ?? [])
    }

    /// Replaces all properties named `name` with `replacements`, or appends them if there are none.
    mutating func setAll(_ name: String, to replacements: [Property]) {
        guard let place = properties.firstIndex(where: { $0.name == name }) else {
            if !replacements.isEmpty { properties += replacements }
            return
        }
        var replacements = replacements
        for index in replacements.indices { replacements[index].takePlace(of: properties[place]) }
        properties.removeAll { $0.name == name }
        properties.insert(contentsOf: replacements, at: place)
    }
}

extension Component: Hashable {
    /// Compares names, properties and subcomponents, but not source positions.
    ///
    /// ```swift
    /// let read = try CalendarFile(text: "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR")
    /// let made = Component("VCALENDAR", properties: [Property("VERSION", .text("2.0"))])
    /// read.calendars.first?.component == made  // true
    /// ```
    public static func == (left: Component, right: Component) -> Bool {
        left.name == right.name && left.properties == right.properties && left.components == right.components
    }

    /// Hashes a subset of the content that ``==(_:_:)`` compares.
    ///
    /// Equal components have equal hashes, so a `Set<Component>` contains only one of them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(properties)
    }
}
