/// A VLOCATION (RFC 9073 section 7.2): a place, with more to it than LOCATION can say.
///
/// ```swift
/// var hall = StructuredLocation("Town hall", types: ["civic-structure"])
/// hall.position = (52.5186, 13.4083)
/// event.structuredLocations = [hall]
/// ```
public struct StructuredLocation: StructuredComponent {
    /// `VLOCATION`.
    public static let componentName = "VLOCATION"
    /// The component that is read and written: `place.component.text("X-FLOOR")` reads what the view has no name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let places = event.component.components.filter { $0.name == "VLOCATION" }.map(StructuredLocation.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// A place by its name, with a random UID.
    ///
    /// ```swift
    /// StructuredLocation("Car park", types: ["parking"])
    /// ```
    public init(_ name: String, types: [String] = [], uid: String = UniqueIdentifier.random()) {
        self.init()
        self.uid = uid
        self.name = name
        self.types = types
    }

    /// LOCATION-TYPE (RFC 9073 section 6.1): words of RFC 4589, such as `parking`.
    public var types: [String] {
        get { component[textList: "LOCATION-TYPE"] }
        set { component[textList: "LOCATION-TYPE"] = newValue }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5): `DESCRIPTION:Behind the church`.
    public var locationDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// URL (RFC 5545 section 3.8.4.6), which errata 7381 lets stand here; `geo:` ones say where an alarm goes off.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }
}
