/// What VLOCATION and VRESOURCE share (RFC 9073 sections 7.2 and 7.3): a place or a thing with a name.
///
/// ```swift
/// func label(of component: some StructuredComponent) -> String { component.name ?? component.uid ?? "" }
/// ```
public protocol StructuredComponent: IdentifiedComponent, PlacedComponent, PublishedComponent {}

extension StructuredComponent {
    /// NAME (RFC 7986 section 5.1): `StructuredLocation("Town hall").name // "Town hall"`.
    public var name: String? {
        get { component[text: "NAME"] }
        set { component[text: "NAME"] = newValue }
    }
}

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

/// A VRESOURCE (RFC 9073 section 7.3): a thing that is needed, with more to it than RESOURCES can say.
///
/// ```swift
/// event.structuredResources = [StructuredResource("Beamer 3", type: .projector)]
/// ```
public struct StructuredResource: StructuredComponent {
    /// `VRESOURCE`.
    public static let componentName = "VRESOURCE"
    /// The component that is read and written: `resource.component.text("X-SEATS")` reads what the view has no name
    /// for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let things = event.component.components.filter { $0.name == "VRESOURCE" }.map(StructuredResource.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// A thing by its name, with a random UID.
    ///
    /// ```swift
    /// StructuredResource("Beamer 3", type: .projector)
    /// ```
    public init(_ name: String, type: Kind? = nil, uid: String = UniqueIdentifier.random()) {
        self.init()
        self.uid = uid
        self.name = name
        self.type = type
    }

    /// RESOURCE-TYPE (RFC 9073 section 6.3) of the things that the RFC registers.
    ///
    /// ```swift
    /// resource.type = .projector
    /// ```
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A room: `RESOURCE-TYPE:ROOM`.
        case room
        /// A projector: `RESOURCE-TYPE:PROJECTOR`.
        case projector
        /// What it takes to hear each other from afar: `RESOURCE-TYPE:REMOTE-CONFERENCE-AUDIO`.
        case remoteConferenceAudio
        /// What it takes to see each other from afar: `RESOURCE-TYPE:REMOTE-CONFERENCE-VIDEO`.
        case remoteConferenceVideo

        package var keyword: String {
            switch self {
            case .remoteConferenceAudio: "REMOTE-CONFERENCE-AUDIO"
            case .remoteConferenceVideo: "REMOTE-CONFERENCE-VIDEO"
            case .room, .projector: rawValue.uppercased()
            }
        }
    }

    /// RESOURCE-TYPE (RFC 9073 section 6.3), as in `RESOURCE-TYPE:ROOM`; nil when it is absent or another word.
    public var type: Kind? {
        get { component.keyword("RESOURCE-TYPE") }
        set { component.setKeyword("RESOURCE-TYPE", to: newValue) }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5): `DESCRIPTION:Takes five minutes to warm up`.
    public var resourceDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }
}
