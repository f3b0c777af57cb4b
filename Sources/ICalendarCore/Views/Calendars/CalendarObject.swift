/// A VCALENDAR, from BEGIN:VCALENDAR to END:VCALENDAR (RFC 5545 section 3.4).
///
/// ```swift
/// for calendar in file.calendars {
///     print(calendar.name ?? "unnamed", calendar.component.components.count)
/// }
/// ```
///
/// Calendars are equal if their components are equal, regardless of the original formatting.
public struct CalendarObject: ComponentView {
    /// The component name, `VCALENDAR`.
    public static let componentName = "VCALENDAR"

    /// The VCALENDAR with all its properties and components: `calendar.component.text("PRODID")`.
    ///
    /// The component's line is nil if its components were outside any VCALENDAR.
    public var component: Component

    /// The original lines of the calendar itself, or nil if the calendar was created in code.
    package var origin: CalendarOrigin? {
        get { lines.value }
        // Modified in place, because reading extends the origin for each run of lines.
        _modify { yield &lines.value }
    }
    private var lines = Uncompared<CalendarOrigin?>(nil)

    /// Creates a calendar from a VCALENDAR component.
    ///
    /// ```swift
    /// var calendar = CalendarObject(Component("VCALENDAR"))
    /// calendar.name = "Studio"
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The VTIMEZONE components.
    ///
    /// The definitions apply only within this calendar.
    package var timeZoneDefinitions: [Component] {
        component.components.filter { $0.name == "VTIMEZONE" }
    }

    /// The default PRODID (RFC 5545 section 3.7.3) for new calendars.
    ///
    /// Programs should provide their own: `CalendarObject(events: events, productID: "-//Example//Planner 3//EN")`.
    public static let defaultProductID = "-//swift-icalendar//ICalendar//EN"

    /// Creates a calendar with VERSION and PRODID, ready to be written to a file.
    ///
    /// ```swift
    /// let calendar = CalendarObject(name: "Team", events: [event])
    /// ```
    ///
    /// `CalendarObject()` creates a calendar without components. A component without a UID gets a random one, and a
    /// component without a DTSTAMP gets the current time.
    public init(
        name: String? = nil,
        events: [Event] = [],
        todos: [Todo] = [],
        journals: [Journal] = [],
        freeBusyComponents: [FreeBusy] = [],
        availabilities: [Availability] = [],
        productID: String = CalendarObject.defaultProductID
    ) {
        self.init(Component(CalendarObject.componentName))
        version = "2.0"
        self.productID = productID
        self.name = name
        let parts = [
            events.map(\.component), todos.map(\.component), journals.map(\.component),
            freeBusyComponents.map(\.component),
            availabilities.map(\.component),
        ]
        let now = Instant.now
        component.components = parts.joined().map { $0.completed(at: now) }
    }

    /// Creates a scheduling message about events, such as an invitation, a reply, or a publication (RFC 5546).
    ///
    /// ```swift
    /// let invitation = try CalendarObject(method: .request, events: [event])
    /// ```
    ///
    /// Content that does not belong in the message is removed: alarms from a reply, REQUEST-STATUS from an invitation,
    /// and everything except people and the event's identity from a ``SchedulingMethod/refresh``. If the method
    /// requires a SEQUENCE that is missing, the lowest allowed value is used. A missing SUMMARY is added as an empty
    /// value.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if an event does not meet the requirements of the method.
    ///   Examples are a publication with attendees, an invitation or a reply without attendees, a missing organizer,
    ///   a series in a ``SchedulingMethod/add``, and an invitation with several UIDs.
    public init(
        method: SchedulingMethod,
        events: [Event],
        productID: String = CalendarObject.defaultProductID
    ) throws(CalendarError) {
        let fitted = events.map(method.fitted)
        try method.check(fitted)
        self.init(events: fitted, productID: productID)
        self.method = method.keyword
    }

    // MARK: - Inner components by type
    //
    // Components created in code get a random UID and the current time as DTSTAMP if these are missing. Components
    // read from a file remain unchanged.

    /// The VEVENT components in file order: `calendar.events.compactMap(\.summary) // ["Stand-up"]`.
    public var events: [Event] {
        get { Event.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VTODO components in file order: `calendar.todos.compactMap(\.summary) // ["Empty the kiln"]`.
    public var todos: [Todo] {
        get { Todo.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VJOURNAL components in file order: `calendar.journals.compactMap(\.summary) // ["Notes"]`.
    public var journals: [Journal] {
        get { Journal.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VFREEBUSY components in file order: `calendar.freeBusyComponents.count // 1`.
    ///
    /// The list contains only the components in the file. To compute free and busy times from the whole calendar, use
    /// ``CalendarContents/freeBusy(in:options:expansion:)``.
    public var freeBusyComponents: [FreeBusy] {
        get { FreeBusy.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VAVAILABILITY components in file order (RFC 7953): `calendar.availabilities.flatMap(\.available)`.
    public var availabilities: [Availability] {
        get { Availability.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// Views of the VTIMEZONE components in file order: `calendar.timeZones.compactMap(\.timeZoneID)`.
    public var timeZones: [TimeZoneDefinition] {
        get { TimeZoneDefinition.views(in: component) }
        set { TimeZoneDefinition.replace(in: &component, with: newValue) }
    }

    /// Replaces all components of the views' type, adding any UID and DTSTAMP that RFC 5545 requires.
    private mutating func replaceItems<View: ComponentView>(with views: [View]) {
        let now = Instant.now
        let complete = views.map { $0.line == nil ? $0.component.completed(at: now) : $0.component }
        component.replace([View.componentName], with: complete)
    }
}

extension Component {
    /// Returns the component with any missing UID and DTSTAMP added, including in its AVAILABLE components.
    package func completed(at now: Instant) -> Component {
        var complete = self
        if complete[text: "UID"] == nil { complete[text: "UID"] = UniqueIdentifier.random() }
        if complete.first("DTSTAMP") == nil { complete[instant: "DTSTAMP"] = now }
        if name == "VAVAILABILITY" {
            complete.components = components.map { $0.name == "AVAILABLE" ? $0.completed(at: now) : $0 }
        }
        return complete
    }
}

/// The original lines of the VCALENDAR itself, used to write the calendar as it was read.
///
/// Components and properties keep their own bytes. This type stores everything else: the written form of BEGIN and
/// END, the positions of the calendar's properties among the components, and any unreadable lines.
package struct CalendarOrigin: Sendable {
    /// The BEGIN line, or nil if it was missing or in its plain form.
    package var begin: [UInt8]?
    /// The END line, or nil if it was missing or in its plain form.
    package var end: [UInt8]?
    /// The number of the first line in each run of the calendar's own properties, keyed by the run's bytes.
    var runs: [ObjectIdentifier: Int] = [:]
    /// Whether properties followed components, which RFC 5545 section 3.4 forbids.
    var isInterleaved = false
    /// The unreadable lines between the components, in file order.
    package var junk: [(line: Int, bytes: SourceLine)] = []

    static let plainBegin = Array("BEGIN:VCALENDAR\r\n".utf8)
    static let plainEnd = Array("END:VCALENDAR\r\n".utf8)
}

/// The properties of a VCALENDAR (RFC 5545 section 3.7 and RFC 7986 section 5).
extension CalendarObject {
    /// The identifier of the program that wrote the calendar (PRODID, RFC 5545 section 3.7.3), as in
    /// `PRODID:-//Studio//Calendar//EN`.
    public var productID: String? {
        get { component[text: "PRODID"] }
        set { component[text: "PRODID"] = newValue }
    }

    /// The iCalendar version (VERSION, RFC 5545 section 3.7.4): `calendar.version // "2.0"`.
    public var version: String? {
        get { component[text: "VERSION"] }
        set { component[text: "VERSION"] = newValue }
    }

    /// The calendar scale (CALSCALE, RFC 5545 section 3.7.1): `calendar.calendarScale // "GREGORIAN"`.
    ///
    /// The default is GREGORIAN.
    public var calendarScale: String {
        get { component.text("CALSCALE")?.uppercased() ?? "GREGORIAN" }
        set { if newValue != calendarScale { component[text: "CALSCALE"] = newValue } }
    }

    /// The scheduling method in uppercase (METHOD, RFC 5545 section 3.7.2), such as `PUBLISH` or `REQUEST`.
    public var method: String? {
        get { component.text("METHOD")?.uppercased() }
        set { if newValue != method { component[text: "METHOD"] = newValue } }
    }

    /// The suggested time between updates (REFRESH-INTERVAL, RFC 7986 section 5.7), as in
    /// `REFRESH-INTERVAL;VALUE=DURATION:P1W`.
    public var refreshInterval: NominalDuration? {
        get { component[duration: "REFRESH-INTERVAL"] }
        set { component.setValue("REFRESH-INTERVAL", newValue.map(Value.duration), declaring: .duration) }
    }

    /// The address from which to update the calendar (SOURCE, RFC 7986 section 5.8), as in
    /// `SOURCE;VALUE=URI:https://example.com/studio.ics`.
    public var source: String? {
        get { component[uri: "SOURCE"] }
        set { component.setValue("SOURCE", newValue.map(Value.uri), declaring: .uri) }
    }

    // MARK: - Vendor properties outside the RFCs

    /// The time zone that some programs use for floating times (X-WR-TIMEZONE): `X-WR-TIMEZONE:Europe/Berlin`.
    ///
    /// Used only with ``ExpansionOptions/usesCalendarTimeZone``.
    public var timeZoneID: String? {
        get { component[extensionText: "X-WR-TIMEZONE"] }
        set { component[extensionText: "X-WR-TIMEZONE"] = newValue }
    }

    /// The calendar's identifier in Apple software (X-WR-RELCALID):
    /// `X-WR-RELCALID:3E26604A-50F4-4449-8B3E-E4F4932D05B5`.
    public var relatedCalendarID: String? {
        get { component[extensionText: "X-WR-RELCALID"] }
        set { component[extensionText: "X-WR-RELCALID"] = newValue }
    }

    /// The suggested time between updates, as written by Outlook (X-PUBLISHED-TTL): `X-PUBLISHED-TTL:PT12H`.
    ///
    /// The equivalent in RFC 7986 is ``refreshInterval``.
    public var publishedTimeToLive: NominalDuration? {
        get { component[extensionDuration: "X-PUBLISHED-TTL"] }
        set {
            guard newValue != publishedTimeToLive else { return }
            component[extensionWord: "X-PUBLISHED-TTL"] = newValue?.description
        }
    }

    /// The calendar's color in Apple software (X-APPLE-CALENDAR-COLOR), such as `#FF2968FF`.
    ///
    /// The equivalent in RFC 7986 is ``ComponentView/color``.
    public var appleColor: String? {
        get { component[extensionWord: "X-APPLE-CALENDAR-COLOR"] }
        set { component[extensionWord: "X-APPLE-CALENDAR-COLOR"] = newValue }
    }

    /// The language of the text in the calendar (X-APPLE-LANGUAGE), as a tag such as `de-AT`.
    public var appleLanguage: String? {
        get { component[extensionWord: "X-APPLE-LANGUAGE"] }
        set { component[extensionWord: "X-APPLE-LANGUAGE"] = newValue }
    }
}

extension Component {
    /// A text value from an RFC 7986 property or the older X- property; setting the value keeps both in sync.
    package subscript(text name: String, or older: String) -> String? {
        get { self[text: name] ?? self[extensionText: older] }
        set {
            self[text: name] = newValue
            // Many programs would otherwise keep showing the outdated value of the older property.
            if first(older) != nil { self[extensionText: older] = newValue }
        }
    }
}
