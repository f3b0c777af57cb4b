/// A VTIMEZONE (RFC 5545 section 3.6.5): a time zone that a calendar brings along.
public struct TimeZoneDefinition: ComponentView {
    /// `VTIMEZONE`.
    public static let componentName = "VTIMEZONE"
    /// The component that is read and written.
    public var component: Component

    /// A view on this component; its name is not checked.
    public init(_ component: Component) {
        self.component = component
    }

    /// TZID (3.8.3.1), the name that other properties refer to.
    public var timeZoneID: String? {
        get { component[text: "TZID"] }
        set { component[text: "TZID"] = newValue }
    }

    /// LAST-MODIFIED (3.8.7.3).
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// TZURL (3.8.3.5), where a newer definition lies.
    public var url: String? {
        get { component[uri: "TZURL"] }
        set { component[uri: "TZURL"] = newValue }
    }

    /// TZUNTIL (RFC 7808 section 7.1): until when the definition holds; nil when it holds for good.
    public var until: Instant? {
        get { component[instant: "TZUNTIL"] }
        set { component[instant: "TZUNTIL"] = newValue }
    }

    /// TZID-ALIAS-OF (RFC 7808 section 7.2): the zones that this one is another name of.
    public var aliases: [String] {
        get { component[texts: "TZID-ALIAS-OF"] }
        set { component[texts: "TZID-ALIAS-OF"] = newValue }
    }

    /// The STANDARD and DAYLIGHT components inside, in the order of the file.
    public var observances: [TimeZoneObservance] {
        get {
            component.components.filter { TimeZoneObservance.names.contains($0.name) }
                .map(TimeZoneObservance.init)
        }
        set { component.replace(TimeZoneObservance.names, with: newValue.map(\.component)) }
    }
}
