extension CalendarObject {
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
}

extension Component {
    /// With a UID and a DTSTAMP, here and in the AVAILABLE components inside, where they lack.
    func completed(at now: Instant) -> Component {
        var complete = self
        if complete[text: "UID"] == nil { complete[text: "UID"] = UniqueIdentifier.random() }
        if complete.first("DTSTAMP") == nil { complete[instant: "DTSTAMP"] = now }
        if name == "VAVAILABILITY" {
            complete.components = components.map { $0.name == "AVAILABLE" ? $0.completed(at: now) : $0 }
        }
        return complete
    }
}
