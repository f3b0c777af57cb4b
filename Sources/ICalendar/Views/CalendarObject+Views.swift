/// The components inside, by their kinds.
///
/// Those that were made in the program get a random UID and the DTSTAMP of now where they lack them; what was read
/// stays as it is.
extension CalendarObject {
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
