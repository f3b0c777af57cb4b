extension CalendarObject {
    /// The VEVENT components, in the order of the file: `calendar.events.compactMap(\.summary) // ["Stand-up"]`.
    public var events: [Event] {
        get { Event.views(in: component) }
        set { Event.replace(in: &component, with: newValue) }
    }

    /// The VTODO components, in the order of the file: `calendar.todos.compactMap(\.summary) // ["Empty the kiln"]`.
    public var todos: [Todo] {
        get { Todo.views(in: component) }
        set { Todo.replace(in: &component, with: newValue) }
    }

    /// The VJOURNAL components, in the order of the file: `calendar.journals.compactMap(\.summary) // ["Notes"]`.
    public var journals: [Journal] {
        get { Journal.views(in: component) }
        set { Journal.replace(in: &component, with: newValue) }
    }

    /// The VFREEBUSY components, in the order of the file: `calendar.freeBusy.count // 1`.
    public var freeBusy: [FreeBusy] {
        get { FreeBusy.views(in: component) }
        set { FreeBusy.replace(in: &component, with: newValue) }
    }

    /// The VAVAILABILITY components (RFC 7953), in the order of the file:
    /// `calendar.availabilities.flatMap(\.available)`.
    public var availabilities: [Availability] {
        get { Availability.views(in: component) }
        set { Availability.replace(in: &component, with: newValue) }
    }

    /// The VTIMEZONE components as views, in the order of the file: `calendar.timeZones.compactMap(\.timeZoneID)`.
    public var timeZones: [TimeZoneDefinition] {
        get { TimeZoneDefinition.views(in: component) }
        set { TimeZoneDefinition.replace(in: &component, with: newValue) }
    }
}
