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

extension Component {
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
