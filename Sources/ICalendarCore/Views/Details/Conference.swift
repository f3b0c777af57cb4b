/// A way to join remotely, such as a video call (CONFERENCE, RFC 7986 section 5.11).
///
/// ```swift
/// for call in event.conferences where call.features.contains(.video) { print(call.uri) }
/// ```
public struct Conference: PropertyView {
    /// The underlying property: `conference.property.parameters["X-PIN"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let call = Conference(event.component.all("CONFERENCE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates a conference at a URI.
    ///
    /// ```swift
    /// Conference(uri: "tel:+49-30-1234", features: [.phone], label: "Dial in")
    /// ```
    public init(uri: String, features: Set<Feature> = [], label: String? = nil) {
        property = Property("CONFERENCE", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.features = features
        self.label = label
    }

    /// A feature of a conference (FEATURE, RFC 7986 section 6.3).
    ///
    /// ```swift
    /// call.features = [.audio, .video]
    /// ```
    public enum Feature: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Audio: `FEATURE=AUDIO`.
        case audio
        /// Text chat: `FEATURE=CHAT`.
        case chat
        /// A feed with updates, such as an Atom feed: `FEATURE=FEED`.
        case feed
        /// Access for the moderator: `FEATURE=MODERATOR`.
        case moderator
        /// Dial-in by phone: `FEATURE=PHONE`.
        case phone
        /// Screen sharing: `FEATURE=SCREEN`.
        case screen
        /// Video: `FEATURE=VIDEO`.
        case video
    }

    /// The URI, such as `https://meet.example.com/42`, `tel:+4930123456`, or an `xmpp:` URI.
    public var uri: String { property.value.string ?? "" }

    /// The features (FEATURE, RFC 7986 section 6.3), as in `FEATURE=AUDIO,VIDEO`, or an empty set if the parameter is
    /// absent.
    public var features: Set<Feature> {
        get { Set(property.keywords("FEATURE")) }
        set { property.setParameter("FEATURE", to: newValue.map(\.keyword).sorted()) }
    }
}
