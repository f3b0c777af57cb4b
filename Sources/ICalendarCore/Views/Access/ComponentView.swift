/// A typed view of a component, whose getters read the component's properties and whose setters write them.
///
/// A view stores only the component, so anything that the view has no accessor for is preserved.
///
/// ```swift
/// var event = Event(component)
/// event.summary = "Lunch"
/// event.component.text("SUMMARY")        // "Lunch"
/// ```
public protocol ComponentView: Sendable, Hashable {
    /// The name, in capitals, of the components that the view represents: `Event.componentName // "VEVENT"`.
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
    /// Creates a view of a new component that has no properties.
    ///
    /// ```swift
    /// var event = Event()
    /// event.uid = UniqueIdentifier.random()
    /// ```
    public init() {
        self.init(Component(Self.componentName))
    }

    /// The line number of BEGIN in the file, starting at 1: `event.line // 5`.
    ///
    /// It is nil if the component was not read from a file.
    package var line: Int? { component.line }

    /// Returns the views of this type inside a component, in file order.
    static func views(in component: Component) -> [Self] {
        component.components.filter { $0.name == componentName }.map(Self.init)
    }

    /// Replaces all components of this view's type inside a component.
    ///
    /// The new components take the positions of the old ones in order. Any additional ones are appended.
    static func replace(in component: inout Component, with views: [Self]) {
        component.replace([componentName], with: views.map(\.component))
    }

    /// Returns a copy with a change applied to it.
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
    /// Replaces the components with these names, position by position, and appends any additional replacements.
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

    /// Replaces all properties of a given name with the views' properties, renamed to match.
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
/// A view also has the members of its ``Property``, such as the parameters that many properties share:
/// `attendee.language` is ``Property/language``.
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

/// The value as the type that several views expect.
///
/// These are members of the property, not of ``PropertyView``, so that a view such as ``CalendarUser`` can have its own.
extension Property {
    /// The value if it is a URI, as in `LINK;LINKREL=SOURCE;VALUE=URI:https://example.com/events`; nil otherwise.
    public var uri: String? {
        if case .uri(let uri) = value { uri } else { nil }
    }

    /// The value if it is a text, such as `<p>Bring <b>cake</b></p>` in a STYLED-DESCRIPTION; nil otherwise.
    public var text: String? {
        if case .text(let text) = value { text } else { nil }
    }

    /// The value in Base64 if it is inline data, as in `ATTACH;VALUE=BINARY;ENCODING=BASE64:QWdlbmRh`; nil otherwise.
    public var base64: String? {
        if case .binary(let base64) = value { base64 } else { nil }
    }
}
