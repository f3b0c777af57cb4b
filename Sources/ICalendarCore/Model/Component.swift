/// A component: a name, properties and components inside it (RFC 5545 section 3.6).
///
/// This is the single truth about a calendar. ``Event`` and the other typed views read and write a component; names
/// that nobody knows are kept like any other.
///
/// A component that was read remembers its bytes, so that writing it untouched gives back what was read. Equality and
/// hashing look at what it says alone.
///
/// ```swift
/// let place = Property("LOCATION", .text("Room 4"))
/// let component = Component("VEVENT", properties: [place, Property("X-DOOR", .text("green"))])
/// component.text("X-DOOR")   // "green"
/// Event(component).location  // "Room 4"
/// ```
public struct Component: Sendable {
    /// The name in capitals, such as `VEVENT`: `component.name // "VEVENT"`.
    public var name: String {
        didSet { isChanged = true }
    }
    // Changed where they are: an observer would have other modules copy the whole list for each change.
    private var propertyList: [Property]
    private var componentList: [Component]

    /// The properties in the order of the file: `component.properties.map(\.name)`.
    public var properties: [Property] {
        get { propertyList }
        _modify {
            isChanged = true
            yield &propertyList
        }
    }
    /// The components inside, in the order of the file, as the `VALARM` of a `VEVENT`:
    /// `component.components.count // 1`.
    public var components: [Component] {
        get { componentList }
        _modify {
            isChanged = true
            yield &componentList
        }
    }
    /// Where the bytes as read are, from BEGIN to END; nil when the component was made, or when its bytes alone would
    /// not say the same.
    package let source: SourceLine?
    /// The line in the file, or 0.
    private let lineNumber: UInt32
    /// Whether the component, or anything in it, was changed since it was read.
    package private(set) var isChanged: Bool

    /// The line of BEGIN in the file, from 1, or nil when it was not read from a file: `component.line // 5`.
    public var line: Int? { lineNumber == 0 ? nil : Int(lineNumber) }

    /// A component made in the program.
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

    /// The first property of this name (in capitals), or nil.
    ///
    /// ```swift
    /// component.first("DTSTART")?.timeZoneID  // "Europe/Berlin"
    /// component.first("DTEND")                // nil
    /// ```
    public func first(_ name: String) -> Property? {
        propertyList.firstIndex { $0.name == name }.map { propertyList[$0] }
    }

    /// All properties of this name (in capitals), in the order of the file.
    ///
    /// ```swift
    /// component.all("ATTENDEE").count  // 2
    /// ```
    public func all(_ name: String) -> [Property] {
        properties.filter { $0.name == name }
    }

    /// The first textual value of this name that is not empty, or nil.
    ///
    /// ```swift
    /// component.text("SUMMARY")  // "Stand-up"
    /// component.text("COMMENT")  // nil
    /// ```
    public func text(_ name: String) -> String? {
        // The property stays where it is: views ask for many texts of thousands of events.
        guard let place = propertyList.firstIndex(where: { $0.name == name }),
            let text = propertyList[place].value.firstString, !text.isEmpty
        else { return nil }
        return text
    }

    /// Puts one property in the place of all those of its name, or at the end; nil removes them.
    ///
    /// ```swift
    /// component.set("SUMMARY", to: Property("SUMMARY", .text("Stand-up, late")))
    /// component.set("LOCATION", to: nil)
    /// component.text("LOCATION")  // nil
    /// ```
    public mutating func set(_ name: String, to property: Property?) {
        setAll(name, to: property.map { [$0] } ?? [])
    }

    /// Puts these properties in the place of all those of this name, or at the end.
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
    /// Compares names, properties and components; not where they were read.
    ///
    /// ```swift
    /// let read = try CalendarFile(text: "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR")
    /// let made = Component("VCALENDAR", properties: [Property("VERSION", .text("2.0"))])
    /// read.calendars.first?.component == made  // true
    /// ```
    public static func == (left: Component, right: Component) -> Bool {
        left.name == right.name && left.properties == right.properties && left.components == right.components
    }

    /// Hashes what ``==(_:_:)`` compares, so that a `Set<Component>` has what was read twice once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(properties)
    }
}
