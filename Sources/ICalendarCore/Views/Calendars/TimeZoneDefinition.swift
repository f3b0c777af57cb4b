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

/// A STANDARD or DAYLIGHT component of a VTIMEZONE (RFC 5545 section 3.6.5): an offset and when it starts to hold.
///
/// ```swift
/// var winter = TimeZoneObservance()
/// winter.start = CivilDateTime(year: 1970, month: 10, day: 25, hour: 3)
/// winter.offsetFrom = 7200
/// winter.offsetTo = 3600
/// winter.recurrenceRules = [.yearly(in: 10, on: .last(.sunday))]
/// ```
public struct TimeZoneObservance: RecurringComponent {
    /// `STANDARD`, as in `BEGIN:STANDARD`; a DAYLIGHT component is made by setting ``isDaylight``.
    public static let componentName = "STANDARD"
    /// Both names that an observance can have.
    package static let names: Set = ["STANDARD", "DAYLIGHT"]
    /// The component that is read and written: `observance.component.name`, which is `STANDARD` or `DAYLIGHT`.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let winter = TimeZoneObservance(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Whether it is a DAYLIGHT component: `TimeZoneObservance().isDaylight // false`.
    public var isDaylight: Bool {
        get { component.name == "DAYLIGHT" }
        set { component.name = newValue ? "DAYLIGHT" : "STANDARD" }
    }

    /// DTSTART (3.8.2.4): the first onset, in local time before the change: `DTSTART:19961027T030000`.
    public var start: CivilDateTime? {
        get { component[dateTime: "DTSTART"] }
        set { component[time: "DTSTART"] = newValue.map(EventTime.floating) }
    }

    /// TZOFFSETFROM (3.8.3.3), in seconds east of UTC: the offset before an onset, 7200 of `TZOFFSETFROM:+0200`.
    public var offsetFrom: Int? {
        get { component[utcOffset: "TZOFFSETFROM"] }
        set { component[utcOffset: "TZOFFSETFROM"] = newValue }
    }

    /// TZOFFSETTO (3.8.3.4), in seconds east of UTC: the offset from an onset on, 3600 of `TZOFFSETTO:+0100`.
    public var offsetTo: Int? {
        get { component[utcOffset: "TZOFFSETTO"] }
        set { component[utcOffset: "TZOFFSETTO"] = newValue }
    }

    /// TZNAME (3.8.3.2), what the time is called: `TZNAME:CET`.
    public var names: [String] {
        get { component[texts: "TZNAME"] }
        set { component[texts: "TZNAME"] = newValue }
    }

    /// COMMENT (3.8.1.4), one text a property: `COMMENT:Since the new law`.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }
}
