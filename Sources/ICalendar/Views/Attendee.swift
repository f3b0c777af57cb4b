/// An ATTENDEE property (RFC 5545 section 3.8.4.1), normalised to what people ask: who, where, and coming or not.
///
/// ```swift
/// for attendee in event.attendees where attendee.status == .accepted {
///     print(attendee.name ?? attendee.email ?? attendee.uri)
/// }
/// ```
public struct Attendee: CalendarUser {
    /// The property that is read and written: `attendee.property.parameters["X-NUM-GUESTS"]` is what some programs
    /// add.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let attendee = Attendee(event.component.all("ATTENDEE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Somebody by mail address.
    ///
    /// ```swift
    /// event.attendees = [Attendee(email: "jane@example.com", name: "Jane")]
    /// ```
    public init(email: String, name: String? = nil, status: Status = .pending) {
        property = Property("ATTENDEE", .calendarAddress(CalendarAddress.mailto(email)))
        self.name = name
        self.status = status
    }

    /// PARTSTAT (3.2.12): `attendee.status // .accepted`; absent means `.pending`.
    public var status: Status {
        get { property.word("PARTSTAT", absent: .pending, unknown: .unknown) }
        set { property.setWord("PARTSTAT", to: newValue, unknown: .unknown) }
    }

    /// ROLE (3.2.16): `attendee.role // .chair`; absent means `.required`.
    public var role: Role {
        get { property.word("ROLE", absent: .required, unknown: .unknown) }
        set { property.setWord("ROLE", to: newValue, unknown: .unknown) }
    }

    /// CUTYPE (3.2.3), as in `CUTYPE=ROOM`: `attendee.type // .person`, which is also what absent means.
    public var type: Kind {
        get { property.word("CUTYPE", absent: .person, unknown: .unknown) }
        set { property.setWord("CUTYPE", to: newValue, unknown: .unknown) }
    }

    /// Name, mail address and status together: `let (name, email, status) = attendee.tuple`.
    public var tuple: (name: String?, email: String?, status: Status) {
        (name, email, status)
    }
}
