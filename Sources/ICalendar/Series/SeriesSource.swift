/// An event as a series is built from it: decoded, or with nothing but its schedule read.
struct SeriesSource: Sendable {
    /// Where the rest of the event is.
    let content: EventContent
    /// When it happens.
    let schedule: EventSchedule

    /// An event that is decoded.
    init(_ event: Event) {
        content = .event(event)
        schedule = EventSchedule(properties: event.component.properties, line: event.component.line)
    }

    /// An event that is decoded when somebody asks for it.
    init(_ event: ScreenedEvent) {
        content = .screened(event)
        schedule = event.schedule
    }

    /// An override that was left out of a search, of which nothing but this is known.
    init(absent schedule: EventSchedule) {
        content = .absent
        self.schedule = schedule
    }
}

/// An event, decoded or not yet.
enum EventContent: Sendable {
    /// Decoded.
    case event(Event)
    /// Its bytes.
    case screened(ScreenedEvent)
    /// Left out, and never asked for.
    case absent

    /// The event, and what is to be said of it that was not said when its schedule was read.
    func decoded() -> (event: Event, diagnostics: [Diagnostic]) {
        switch self {
        case .event(let event): (event, [])
        case .screened(let event): event.decoded()
        case .absent: (Event(Component("VEVENT")), [])
        }
    }
}
