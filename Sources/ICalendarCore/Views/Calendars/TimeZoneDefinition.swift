/// A time zone defined in a calendar (VTIMEZONE, RFC 5545 section 3.6.5).
///
/// ```swift
/// for zone in calendar.timeZones { print(zone.timeZoneID ?? "", zone.observances.count) }
/// ```
public struct TimeZoneDefinition: ComponentView {
    /// The component name, `VTIMEZONE`.
    public static let componentName = "VTIMEZONE"
    /// The underlying component, including properties without an accessor:
    /// `definition.component.text("X-LIC-LOCATION")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let zone = TimeZoneDefinition(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The name that properties use to refer to the zone (TZID, RFC 5545 section 3.8.3.1), as in
    /// `DTSTART;TZID=Workshop Time:20260328T200000`.
    public var timeZoneID: String? {
        get { component[text: "TZID"] }
        set { component[text: "TZID"] = newValue }
    }

    /// The address of a newer definition (TZURL, RFC 5545 section 3.8.3.5): `TZURL:https://example.com/workshop.ics`.
    public var updateURL: String? {
        get { component[uri: "TZURL"] }
        set { component[uri: "TZURL"] = newValue }
    }

    /// The end of the definition's validity (TZUNTIL, RFC 7808 section 7.1), as in `TZUNTIL:20301231T000000Z`, or nil
    /// if it is unlimited.
    public var until: Instant? {
        get { component[instant: "TZUNTIL"] }
        set { component[instant: "TZUNTIL"] = newValue }
    }

    /// The zones for which this zone is an alias (TZID-ALIAS-OF, RFC 7808 section 7.2):
    /// `TZID-ALIAS-OF:Europe/Berlin`.
    public var aliases: [String] {
        get { component[texts: "TZID-ALIAS-OF"] }
        set { component[texts: "TZID-ALIAS-OF"] = newValue }
    }

    /// The STANDARD and DAYLIGHT components in file order: `definition.observances.filter(\.isDaylight)`.
    public var observances: [TimeZoneObservance] {
        get {
            component.components.filter { TimeZoneObservance.names.contains($0.name) }
                .map(TimeZoneObservance.init)
        }
        set { component.replace(TimeZoneObservance.names, with: newValue.map(\.component)) }
    }
}

/// An offset and the times when it takes effect (STANDARD or DAYLIGHT in a VTIMEZONE, RFC 5545 section 3.6.5).
///
/// ```swift
/// var winter = TimeZoneObservance()
/// winter.start = try EventTime("1970-10-25 03:00")
/// winter.offsetFrom = 7200
/// winter.offsetTo = 3600
/// winter.recurrenceRules = [.yearly(in: 10, on: .last(.sunday))]
/// ```
public struct TimeZoneObservance: ComponentView {
    /// The name of new components, `STANDARD`.
    ///
    /// To create a DAYLIGHT component, set ``isDaylight``.
    public static let componentName = "STANDARD"
    /// The two possible names of an observance.
    package static let names: Set = ["STANDARD", "DAYLIGHT"]
    /// The underlying component, whose name is `STANDARD` or `DAYLIGHT`: `observance.component.name`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let winter = TimeZoneObservance(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Whether this is a DAYLIGHT component: `TimeZoneObservance().isDaylight // false`.
    public var isDaylight: Bool {
        get { component.name == "DAYLIGHT" }
        set { component.name = newValue ? "DAYLIGHT" : "STANDARD" }
    }

    /// The offset before an onset, in seconds east of UTC (TZOFFSETFROM, RFC 5545 section 3.8.3.3), such as 7200 for
    /// `TZOFFSETFROM:+0200`.
    public var offsetFrom: Int? {
        get { component[utcOffset: "TZOFFSETFROM"] }
        set { component[utcOffset: "TZOFFSETFROM"] = newValue }
    }

    /// The offset after an onset, in seconds east of UTC (TZOFFSETTO, RFC 5545 section 3.8.3.4), such as 3600 for
    /// `TZOFFSETTO:+0100`.
    public var offsetTo: Int? {
        get { component[utcOffset: "TZOFFSETTO"] }
        set { component[utcOffset: "TZOFFSETTO"] = newValue }
    }

    /// The names of the local time (TZNAME, RFC 5545 section 3.8.3.2): `TZNAME:CET`.
    public var names: [String] {
        get { component[texts: "TZNAME"] }
        set { component[texts: "TZNAME"] = newValue }
    }
}
