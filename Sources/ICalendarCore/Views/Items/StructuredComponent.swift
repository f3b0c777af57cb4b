/// A place, with more detail than LOCATION allows (VLOCATION, RFC 9073 section 7.2).
///
/// ```swift
/// var hall = StructuredLocation("Town hall", types: ["civic-structure"])
/// hall.position = (52.5186, 13.4083)
/// event.structuredLocations = [hall]
/// ```
public struct StructuredLocation: ComponentView {
    /// The component name, `VLOCATION`.
    public static let componentName = "VLOCATION"
    /// The underlying component, including properties without an accessor: `place.component.text("X-FLOOR")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let places = event.component.components.filter { $0.name == "VLOCATION" }.map(StructuredLocation.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Creates a place with a name, by default with a random UID.
    ///
    /// ```swift
    /// StructuredLocation("Parking lot", types: ["parking"])
    /// ```
    public init(_ name: String, types: [String] = [], uid: String = UniqueIdentifier.random()) {
        self.init()
        self.uid = uid
        self.name = name
        self.types = types
    }

    /// The types of place, using values from RFC 4589 (LOCATION-TYPE, RFC 9073 section 6.1), such as `parking`.
    public var types: [String] {
        get { component[textList: "LOCATION-TYPE"] }
        set { component[textList: "LOCATION-TYPE"] = newValue }
    }
}

/// A resource, with more detail than RESOURCES allows (VRESOURCE, RFC 9073 section 7.3).
///
/// ```swift
/// event.structuredResources = [StructuredResource("Projector 3", type: .projector)]
/// ```
public struct StructuredResource: ComponentView {
    /// The component name, `VRESOURCE`.
    public static let componentName = "VRESOURCE"
    /// The underlying component, including properties without an accessor: `resource.component.text("X-SEATS")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let things = event.component.components.filter { $0.name == "VRESOURCE" }.map(StructuredResource.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Creates a resource with a name, by default with a random UID.
    ///
    /// ```swift
    /// StructuredResource("Projector 3", type: .projector)
    /// ```
    public init(_ name: String, type: ResourceType? = nil, uid: String = UniqueIdentifier.random()) {
        self.init()
        self.uid = uid
        self.name = name
        self.type = type
    }

    /// The resource types defined by the RFC (RESOURCE-TYPE, RFC 9073 section 6.3).
    ///
    /// ```swift
    /// resource.type = .projector
    /// ```
    public enum ResourceType: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A room: `RESOURCE-TYPE:ROOM`.
        case room
        /// A projector: `RESOURCE-TYPE:PROJECTOR`.
        case projector
        /// Audio equipment for a remote conference: `RESOURCE-TYPE:REMOTE-CONFERENCE-AUDIO`.
        case remoteConferenceAudio
        /// Video equipment for a remote conference: `RESOURCE-TYPE:REMOTE-CONFERENCE-VIDEO`.
        case remoteConferenceVideo

        package var keyword: String {
            switch self {
            case .remoteConferenceAudio: "REMOTE-CONFERENCE-AUDIO"
            case .remoteConferenceVideo: "REMOTE-CONFERENCE-VIDEO"
            case .room, .projector: rawValue.uppercased()
            }
        }
    }

    /// The type (RESOURCE-TYPE, RFC 9073 section 6.3), as in `RESOURCE-TYPE:ROOM`, or nil if it is absent or unknown.
    public var type: ResourceType? {
        get { component.keyword("RESOURCE-TYPE") }
        set { component.setKeyword("RESOURCE-TYPE", to: newValue) }
    }
}
