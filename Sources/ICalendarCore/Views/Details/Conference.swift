/// A CONFERENCE property (RFC 7986 section 5.11): how to take part from afar.
///
/// ```swift
/// for call in event.conferences where call.features.contains(.video) { print(call.uri) }
/// ```
public struct Conference: PropertyView {
    /// The property that is read and written: `conference.property.parameters["X-PIN"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let call = Conference(event.component.all("CONFERENCE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// A conference at this address.
    ///
    /// ```swift
    /// Conference(uri: "tel:+49-30-1234", features: [.phone], label: "Dial in")
    /// ```
    public init(uri: String, features: Set<Feature> = [], label: String? = nil) {
        property = Property("CONFERENCE", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.features = features
        self.label = label
    }

    /// FEATURE (RFC 7986 section 6.3): what the conference can do.
    ///
    /// ```swift
    /// call.features = [.audio, .video]
    /// ```
    public enum Feature: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// One hears each other: `FEATURE=AUDIO`.
        case audio
        /// One writes to each other: `FEATURE=CHAT`.
        case chat
        /// News of it, such as an Atom feed: `FEATURE=FEED`.
        case feed
        /// This address is for whoever leads it: `FEATURE=MODERATOR`.
        case moderator
        /// One calls in by telephone: `FEATURE=PHONE`.
        case phone
        /// Screens are shared: `FEATURE=SCREEN`.
        case screen
        /// One sees each other: `FEATURE=VIDEO`.
        case video
    }

    /// The address: `https://meet.example.com/42`, `tel:+4930123456`, `xmpp:` and others.
    public var uri: String { property.value.string ?? "" }

    /// FEATURE (RFC 7986 section 6.3), as in `FEATURE=AUDIO,VIDEO`; empty when it is not said.
    public var features: Set<Feature> {
        get { Set(property.keywords("FEATURE")) }
        set { property.setParameter("FEATURE", to: newValue.map(\.keyword).sorted()) }
    }

    /// LABEL (RFC 7986 section 6.4), as in `LABEL=Weekly call`.
    public var label: String? {
        get { property.label }
        set { property.label = newValue }
    }

    /// LANGUAGE (RFC 5545 section 3.2.10) of the label, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}
