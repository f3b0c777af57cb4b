/// A VTIMEZONE (RFC 5545 section 3.6.5): a time zone that a calendar brings along.
///
/// ```swift
/// for zone in calendar.timeZones { print(zone.timeZoneID ?? "", zone.observances.count) }
/// ```
public struct TimeZoneDefinition: ComponentView {
    /// `VTIMEZONE`, the name that stands after BEGIN: `BEGIN:VTIMEZONE`.
    public static let componentName = "VTIMEZONE"
    /// The component that is read and written: `definition.component.text("X-LIC-LOCATION")` reads what the view has
    /// no name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let zone = TimeZoneDefinition(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// TZID (3.8.3.1), the name that other properties refer to, as `DTSTART;TZID=Workshop Time:20260328T200000` does.
    public var timeZoneID: String? {
        get { component[text: "TZID"] }
        set { component[text: "TZID"] = newValue }
    }

    /// LAST-MODIFIED (3.8.7.3) of the definition, as in `LAST-MODIFIED:20260101T000000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// TZURL (3.8.3.5), where a newer definition lies: `TZURL:https://example.com/workshop.ics`.
    public var url: String? {
        get { component[uri: "TZURL"] }
        set { component[uri: "TZURL"] = newValue }
    }

    /// TZUNTIL (RFC 7808 section 7.1): until when the definition holds, as in `TZUNTIL:20301231T000000Z`; nil when it
    /// holds for good.
    public var until: Instant? {
        get { component[instant: "TZUNTIL"] }
        set { component[instant: "TZUNTIL"] = newValue }
    }

    /// TZID-ALIAS-OF (RFC 7808 section 7.2), the zones that this one is another name of:
    /// `TZID-ALIAS-OF:Europe/Berlin`.
    public var aliases: [String] {
        get { component[texts: "TZID-ALIAS-OF"] }
        set { component[texts: "TZID-ALIAS-OF"] = newValue }
    }

    /// The STANDARD and DAYLIGHT components inside, in the order of the file:
    /// `definition.observances.filter(\.isDaylight)`.
    public var observances: [TimeZoneObservance] {
        get {
            component.components.filter { TimeZoneObservance.names.contains($0.name) }
                .map(TimeZoneObservance.init)
        }
        set { component.replace(TimeZoneObservance.names, with: newValue.map(\.component)) }
    }
}
