/// An ORGANIZER property (RFC 5545 section 3.8.4.3), normalised as ``Attendee`` is.
///
/// ```swift
/// print(event.organizer?.name ?? event.organizer?.email ?? "nobody")
/// ```
public struct Organizer: PropertyView {
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

    /// CN (3.2.2), nil when it is absent or empty, never made up: `organizer.name // "Nora Lind"`.
    public var name: String? {
        get { property.commonName }
        set { property.commonName = newValue }
    }

    /// The mail address, by the same rules as ``Attendee/email``: `organizer.email // "nora@studio.example"`.
    public var email: String? {
        get { CalendarAddress(uri, emailParameter: property.emailParameter).email }
        set {
            guard newValue != email else { return }
            property.emailParameter = nil
            property.value = .calendarAddress(newValue.map(CalendarAddress.mailto) ?? "invalid:nomail")
        }
    }

    /// The address as written: `organizer.uri // "mailto:nora@studio.example"`.
    public var uri: String {
        get { property.value.string ?? "" }
        set { if newValue != uri { property.value = .calendarAddress(newValue) } }
    }

    /// SENT-BY (3.2.18): who acts for the organizer, an address as written: `SENT-BY="mailto:desk@studio.example"`.
    public var sentBy: String? {
        get { property.sentBy }
        set { property.sentBy = newValue }
    }

    /// DIR (3.2.6): a URI of a directory entry, as in `DIR="ldap://example.com/cn=nora"`.
    public var directoryEntry: String? {
        get { property.directoryEntry }
        set { property.directoryEntry = newValue }
    }

    /// LANGUAGE (3.2.10) of the name, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}
