/// A typed view on a component: getters read its properties, setters write them.
///
/// A view holds nothing but the component, so whatever the view has no name for stays where it was.
///
/// ```swift
/// var event = Event(component)
/// event.summary = "Lunch"
/// event.component.text("SUMMARY")        // "Lunch"
/// ```
public protocol ComponentView: Sendable, Hashable {
    /// The name of the components that the view is made for, in capitals: `Event.componentName // "VEVENT"`.
    static var componentName: String { get }
    /// The component that is read and written: `event.component.text("X-APPLE-TRAVEL-DURATION")`.
    var component: Component { get set }
    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let event = Event(Component("VEVENT", properties: [Property("SUMMARY", .text("Stand-up"))]))
    /// event.summary  // "Stand-up"
    /// ```
    init(_ component: Component)
}

extension ComponentView {
    /// A view on a new component without any property.
    ///
    /// ```swift
    /// var event = Event()
    /// event.uid = UniqueIdentifier.random()
    /// ```
    public init() {
        self.init(Component(Self.componentName))
    }

    /// The line of BEGIN in the file, from 1, or nil when the component was not read from a file: `event.line // 5`.
    public var line: Int? { component.line }

    /// The views of this type on the components inside `component`, in the order of the file.
    static func views(in component: Component) -> [Self] {
        component.components.filter { $0.name == componentName }.map(Self.init)
    }

    /// Puts these views in the place of all components of their name inside `component`.
    ///
    /// They take the places of the old ones in turn; what is more comes last.
    static func replace(in component: inout Component, with views: [Self]) {
        component.replace([componentName], with: views.map(\.component))
    }

    /// A copy that something was changed in.
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
    /// Puts components in the places of those that have one of these names, in turn; what is more comes last.
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

    /// The views on all properties of this name, in the order of the file.
    func views<View: PropertyView>(_ name: String, as type: View.Type = View.self) -> [View] {
        all(name).map(View.init)
    }

    /// Puts these views' properties, renamed to `name`, in the place of all those of that name.
    mutating func setViews(_ name: String, to views: [some PropertyView]) {
        let renamed = views.map { view -> Property in
            var property = view.property
            if property.name != name { property.name = name }
            return property
        }
        setAll(name, to: renamed)
    }
}

/// A typed view on one property, as ``ComponentView`` is one on a component.
///
/// ```swift
/// var attendee = event.attendees[0]
/// attendee.status = .accepted
/// attendee.property.parameters["PARTSTAT"]      // "ACCEPTED"
/// ```
public protocol PropertyView: Sendable, Hashable {
    /// The property that is read and written: `attendee.property.parameters["X-NUM-GUESTS"]`.
    var property: Property { get set }
    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let attendees = component.all("ATTENDEE").map { Attendee($0) }
    /// attendees == event.attendees  // true
    /// ```
    init(_ property: Property)
}
