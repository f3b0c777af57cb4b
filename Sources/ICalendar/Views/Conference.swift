/// A CONFERENCE property (RFC 7986 section 5.11): how to take part from afar.
///
/// ```swift
/// for call in event.conferences where call.features.contains(.video) { print(call.uri) }
/// ```
public struct Conference: PropertyView {
    /// The property that is read and written.
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
        case audio, chat, feed, moderator, phone, screen, video
    }

    /// The address: `https:`, `tel:`, `xmpp:` and others.
    public var uri: String { property.value.string ?? "" }

    /// FEATURE (RFC 7986 section 6.3).
    public var features: Set<Feature> {
        get { Set(property.keywords("FEATURE")) }
        set { property.setParameter("FEATURE", to: newValue.map(\.keyword).sorted()) }
    }

    /// LABEL (RFC 7986 section 6.4).
    public var label: String? {
        get { property.label }
        set { property.label = newValue }
    }

    /// LANGUAGE (RFC 5545 section 3.2.10).
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}
