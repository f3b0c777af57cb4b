/// An ORGANIZER property (RFC 5545 section 3.8.4.3), normalised as ``Attendee`` is.
///
/// ```swift
/// print(event.organizer?.name ?? event.organizer?.email ?? "nobody")
/// ```
public struct Organizer: CalendarUser {
    /// The property that is read and written: `organizer.property.parameters["SCHEDULE-AGENT"]` (RFC 6638).
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let organizer = Organizer(property)
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Somebody by mail address.
    ///
    /// ```swift
    /// event.organizer = Organizer(email: "jane@example.com", name: "Jane")
    /// ```
    public init(email: String, name: String? = nil) {
        property = Property("ORGANIZER", .calendarAddress(CalendarAddress.mailto(email)))
        self.name = name
    }
}
