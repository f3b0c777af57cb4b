/// A typed view of a component, whose getters read the component's properties and whose setters write them.
///
/// A view stores only the component, so properties without an accessor are preserved.
///
/// ```swift
/// var event = Event(component)
/// event.summary = "Lunch"
/// event.component.text("SUMMARY")        // "Lunch"
/// ```
public protocol ComponentView: Sendable, Hashable {
    /// The uppercase name of the components that the view represents: `Event.componentName // "VEVENT"`.
    static var componentName: String { get }
    /// The underlying component: `event.component.text("X-APPLE-TRAVEL-DURATION")`.
    var component: Component { get set }
    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let event = Event(Component("VEVENT", properties: [Property("SUMMARY", .text("Stand-up"))]))
    /// event.summary  // "Stand-up"
    /// ```
    init(_ component: Component)
}

extension ComponentView {
    /// Creates a view of a new component without properties.
    ///
    /// ```swift
    /// var event = Event()
    /// event.uid = UniqueIdentifier.random()
    /// ```
    public init() {
        self.init(Component(Self.componentName))
    }

    /// The one-based line number of BEGIN in the file: `event.line // 5`.
    ///
    /// Nil if the component was not read from a file.
    package var line: Int? { component.line }

    /// Returns the views of this type inside a component, in file order.
    static func views(in component: Component) -> [Self] {
        component.components.filter { $0.name == componentName }.map(Self.init)
    }

    /// Replaces all components of this view's type inside a component.
    ///
    /// The new components take the old ones' positions, in order. Any remaining new components are appended.
    static func replace(in component: inout Component, with views: [Self]) {
        component.replace([componentName], with: views.map(\.component))
    }

    /// Returns a modified copy.
    ///
    /// ```swift
    /// let moved = event.with { $0.location = "Town hall" }
    /// moved.location  // "Town hall"
    /// ```
    public func with<Failure>(_ change: (inout Self) throws(Failure) -> Void) throws(Failure) -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}

extension Component {
    /// Replaces the components with these names in order, and appends any remaining replacements.
    mutating func replace(_ names: Set<String>, with replacements: [Component]) {
        var rest = replacements[...]
        var result: [Component] = []
        result.reserveCapacity(components.count)
        for inner in components {
            if !names.contains(inner.name) {
                result.append(inner)
            } else if let next = rest.popFirst() {
                result.append(next)
            }
        }
        components = result + rest
    }

    /// Returns views of all properties with a given name, in file order.
    func views<View: PropertyView>(_ name: String, as type: View.Type = View.self) -> [View] {
        all(name).map(View.init)
    }

    /// Replaces all properties that have the given name with the views' properties, renamed to match.
    mutating func setViews(_ name: String, to views: [some PropertyView]) {
        let renamed = views.map { view -> Property in
            var property = view.property
            if property.name != name { property.name = name }
            return property
        }
        setAll(name, to: renamed)
    }
}

/// A typed view of a single property, the counterpart of ``ComponentView`` for properties.
///
/// A view also has the members of its ``Property``, such as parameters shared by many properties: `attendee.language`
/// is ``Property/language``.
///
/// ```swift
/// var attendee = event.attendees[0]
/// attendee.status = .accepted
/// attendee.property.parameters["PARTSTAT"]      // "ACCEPTED"
/// ```
@dynamicMemberLookup
public protocol PropertyView: Sendable, Hashable {
    /// The underlying property: `attendee.property.parameters["X-NUM-GUESTS"]`.
    var property: Property { get set }
    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let attendees = component.all("ATTENDEE").map { Attendee($0) }
    /// attendees == event.attendees  // true
    /// ```
    init(_ property: Property)
}

extension PropertyView {
    /// Accesses a member of the underlying property.
    ///
    /// ```swift
    /// attendee.sentBy = "mailto:desk@studio.example"
    /// attendee.property.sentBy  // "mailto:desk@studio.example"
    /// ```
    public subscript<Member>(dynamicMember member: WritableKeyPath<Property, Member>) -> Member {
        get { property[keyPath: member] }
        set { property[keyPath: member] = newValue }
    }

    /// Accesses a read-only member of the underlying property.
    ///
    /// ```swift
    /// event.attendees[0].base64  // nil
    /// ```
    public subscript<Member>(dynamicMember member: KeyPath<Property, Member>) -> Member {
        property[keyPath: member]
    }
}

/// Accessors for the value types that several views need.
///
/// The accessors belong to ``Property`` rather than ``PropertyView``, so that a view such as ``CalendarUser`` can
/// define its own.
extension Property {
    /// The value if it is a URI, as in `LINK;LINKREL=SOURCE;VALUE=URI:https://example.com/events`; otherwise nil.
    public var uri: String? {
        if case .uri(let uri) = value { uri } else { nil }
    }

    /// The value if it is text, such as `<p>Bring <b>cake</b></p>` in a STYLED-DESCRIPTION; otherwise nil.
    public var text: String? {
        if case .text(let text) = value { text } else { nil }
    }

    /// The Base64 string if the value is inline data, as in `ATTACH;VALUE=BINARY;ENCODING=BASE64:QWdlbmRh`; otherwise
    /// nil.
    public var base64: String? {
        if case .binary(let base64) = value { base64 } else { nil }
    }
}
