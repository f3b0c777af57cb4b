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

    /// The STANDARD and DAYLIGHT components inside, in the order of the file.
    public var observances: [TimeZoneObservance] {
        get {
            component.components.filter { TimeZoneObservance.names.contains($0.name) }
                .map(TimeZoneObservance.init)
        }
        set {
            component.components.removeAll { TimeZoneObservance.names.contains($0.name) }
            component.components += newValue.map(\.component)
        }
    }
}
