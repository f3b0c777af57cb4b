extension CalendarObject {
    /// The VEVENT components, in the order of the file: `calendar.events.compactMap(\.summary)`.
    public var events: [Event] {
        component.components.filter { $0.name == "VEVENT" }.map { Event($0) }
    }
}
