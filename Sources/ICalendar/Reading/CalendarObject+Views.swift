extension CalendarObject {
    /// The VEVENT components, in the order of the file.
    public var events: [Event] {
        component.components.filter { $0.name == "VEVENT" }.map { Event($0) }
    }
}
