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
    static let names: Set = ["STANDARD", "DAYLIGHT"]
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
