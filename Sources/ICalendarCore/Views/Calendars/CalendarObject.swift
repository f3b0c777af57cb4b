/// One VCALENDAR: what stood between BEGIN:VCALENDAR and END:VCALENDAR (RFC 5545 section 3.4).
///
/// ```swift
/// for calendar in file.calendars {
///     print(calendar.name ?? "unnamed", calendar.component.components.count)
/// }
/// ```
public struct CalendarObject: CalendarProperties {
    /// `VCALENDAR`, the name that stands after BEGIN: `BEGIN:VCALENDAR`.
    public static let componentName = "VCALENDAR"

    /// The VCALENDAR with all its properties and components: `calendar.component.text("PRODID")`.
    ///
    /// Its line is nil when components stood outside any VCALENDAR.
    public var component: Component

    /// What reading remembers of the calendar's own lines; nil when the calendar was made in the program.
    package var origin: CalendarOrigin?

    /// A calendar of a VCALENDAR component.
    ///
    /// ```swift
    /// var calendar = CalendarObject(Component("VCALENDAR"))
    /// calendar.name = "Studio"
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The VTIMEZONE components: `calendar.timeZoneDefinitions.compactMap { $0.text("TZID") }`.
    ///
    /// They count inside this calendar only.
    public var timeZoneDefinitions: [Component] {
        component.components.filter { $0.name == "VTIMEZONE" }
    }

    /// PRODID (RFC 5545 section 3.7.3) of calendars that are built here and say nothing else.
    ///
    /// A program should give its own: `CalendarObject(events: events, productID: "-//Example//Planner 3//EN")`.
    public static let defaultProductID = "-//swift-icalendar//ICalendar//EN"

    /// A calendar to be written to a file, with VERSION and PRODID.
    ///
    /// ```swift
    /// let calendar = CalendarObject(name: "Team", events: [event])
    /// ```
    ///
    /// `CalendarObject()` is one without components. Components without a UID get a random one, and those without a DTSTAMP that of now.
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

    /// A message about events: an invitation, an answer, something published (RFC 5546).
    ///
    /// ```swift
    /// let invitation = try CalendarObject(method: .request, events: [event])
    /// ```
    ///
    /// What has no place in such a message is left out: alarms of an answer, REQUEST-STATUS of an invitation, all but who
    /// and which of ``SchedulingMethod/refresh``. Where the method wants a SEQUENCE that is missing it is the least that
    /// is allowed, and a missing SUMMARY is empty.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when an event does not fit the method's table: an attendee in what
    ///   is published, none in an invitation or an answer, no organizer, a series in ``SchedulingMethod/add``, several
    ///   UIDs in one invitation.
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

    // MARK: - The components inside, by their kinds
    //
    // Those that were made in the program get a random UID and the DTSTAMP of now where they lack them; what was read
    // stays as it is.

    /// The VEVENT components, in the order of the file: `calendar.events.compactMap(\.summary) // ["Stand-up"]`.
    public var events: [Event] {
        get { Event.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VTODO components, in the order of the file: `calendar.todos.compactMap(\.summary) // ["Empty the kiln"]`.
    public var todos: [Todo] {
        get { Todo.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VJOURNAL components, in the order of the file: `calendar.journals.compactMap(\.summary) // ["Notes"]`.
    public var journals: [Journal] {
        get { Journal.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VFREEBUSY components, in the order of the file: `calendar.freeBusyComponents.count // 1`.
    ///
    /// They are what the file says; ``freeBusy(in:options:expansion:)`` works out what follows from all of it.
    public var freeBusyComponents: [FreeBusy] {
        get { FreeBusy.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VAVAILABILITY components (RFC 7953), in the order of the file:
    /// `calendar.availabilities.flatMap(\.available)`.
    public var availabilities: [Availability] {
        get { Availability.views(in: component) }
        set { replaceItems(with: newValue) }
    }

    /// The VTIMEZONE components as views, in the order of the file: `calendar.timeZones.compactMap(\.timeZoneID)`.
    public var timeZones: [TimeZoneDefinition] {
        get { TimeZoneDefinition.views(in: component) }
        set { TimeZoneDefinition.replace(in: &component, with: newValue) }
    }

    /// Puts these in the place of all components of their name, with the UID and DTSTAMP that RFC 5545 demands.
    private mutating func replaceItems<View: ComponentView>(with views: [View]) {
        let now = Instant.now
        let complete = views.map { $0.line == nil ? $0.component.completed(at: now) : $0.component }
        component.replace([View.componentName], with: complete)
    }
}

extension CalendarObject: Hashable {
    /// Compares the components, not how their lines were written.
    ///
    /// ```swift
    /// let again = try CalendarFile(text: calendar.icsText).calendars[0]
    /// again.events == calendar.events  // true
    /// ```
    public static func == (left: CalendarObject, right: CalendarObject) -> Bool {
        left.component == right.component
    }

    /// Hashes what ``==(_:_:)`` compares, so that `Set(file.calendars)` has equal calendars once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(component)
    }
}

extension Component {
    /// With a UID and a DTSTAMP, here and in the AVAILABLE components inside, where they lack.
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

/// What reading remembers of a VCALENDAR's own lines, for writing it as it was.
///
/// Components and properties remember their own bytes; this is the rest: how BEGIN and END were written, where the
/// calendar's properties stood among the components, and lines that could not be used.
package struct CalendarOrigin: Sendable {
    /// The line of BEGIN, or nil when it was a plain one, or when there was none.
    var begin: [UInt8]?
    /// The line of END, likewise.
    var end: [UInt8]?
    /// The bytes of each run of the calendar's own properties, and the line on which it starts.
    var runs: [ObjectIdentifier: Int] = [:]
    /// Whether properties stood behind components, which RFC 5545 section 3.4 does not have.
    var isInterleaved = false
    /// Lines between the components that could not be used, in their order.
    package var junk: [(line: Int, bytes: SourceLine)] = []

    static let plainBegin = Array("BEGIN:VCALENDAR\r\n".utf8)
    static let plainEnd = Array("END:VCALENDAR\r\n".utf8)
}
