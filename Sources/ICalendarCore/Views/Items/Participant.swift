/// A participant in any role, with more detail than ATTENDEE allows (PARTICIPANT, RFC 9073 section 7.1).
///
/// ```swift
/// var speaker = Participant(type: .speaker, summary: "Jane Doe")
/// speaker.calendarAddress = "mailto:jane@example.com"
/// event.participants = [speaker]
/// ```
public struct Participant: ComponentView {
    /// The component name, `PARTICIPANT`.
    public static let componentName = "PARTICIPANT"
    /// The underlying component, including properties without an accessor: `participant.component.text("X-FEE")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let people = event.component.components.filter { $0.name == "PARTICIPANT" }.map(Participant.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Creates a participant, by default with a random UID.
    ///
    /// ```swift
    /// Participant(type: .sponsor, summary: "Example Foundation")
    /// ```
    public init(type: ParticipantType, summary: String? = nil, uid: String = UniqueIdentifier.random()) {
        self.init()
        self.uid = uid
        self.type = type
        self.summary = summary
    }

    /// The type of a participant (PARTICIPANT-TYPE, RFC 9073 section 6.2).
    ///
    /// ```swift
    /// participant.type = .performer
    /// ```
    public enum ParticipantType: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A person with an active role: `PARTICIPANT-TYPE:ACTIVE`.
        case active
        /// A person with a passive role, such as an audience member: `PARTICIPANT-TYPE:INACTIVE`.
        case inactive
        /// A sponsor: `PARTICIPANT-TYPE:SPONSOR`.
        case sponsor
        /// A contact for inquiries: `PARTICIPANT-TYPE:CONTACT`.
        case contact
        /// A contact for bookings: `PARTICIPANT-TYPE:BOOKING-CONTACT`.
        case bookingContact
        /// A contact for emergencies: `PARTICIPANT-TYPE:EMERGENCY-CONTACT`.
        case emergencyContact
        /// A contact for the press: `PARTICIPANT-TYPE:PUBLICITY-CONTACT`.
        case publicityContact
        /// An event planner: `PARTICIPANT-TYPE:PLANNER-CONTACT`.
        case plannerContact
        /// A performer: `PARTICIPANT-TYPE:PERFORMER`.
        case performer
        /// A speaker: `PARTICIPANT-TYPE:SPEAKER`.
        case speaker

        package var keyword: String {
            switch self {
            case .bookingContact: "BOOKING-CONTACT"
            case .emergencyContact: "EMERGENCY-CONTACT"
            case .publicityContact: "PUBLICITY-CONTACT"
            case .plannerContact: "PLANNER-CONTACT"
            default: rawValue.uppercased()
            }
        }
    }

    /// The type (PARTICIPANT-TYPE, RFC 9073 section 6.2), as in `PARTICIPANT-TYPE:SPEAKER`, or nil if it is absent or
    /// unknown.
    public var type: ParticipantType? {
        get { component.keyword("PARTICIPANT-TYPE") }
        set { component.setKeyword("PARTICIPANT-TYPE", to: newValue) }
    }

    /// The address that an ATTENDEE uses for the same person, as written (CALENDAR-ADDRESS, RFC 9073 section 6.4):
    /// `CALENDAR-ADDRESS:mailto:jane@example.com`.
    public var calendarAddress: String? {
        get { component.text("CALENDAR-ADDRESS") }
        set { component.setValue("CALENDAR-ADDRESS", newValue.map(Value.calendarAddress)) }
    }

    /// The email address from ``calendarAddress``, extracted in the same way as ``CalendarUser/email``:
    /// `jane@example.com`.
    public var email: String? {
        calendarAddress.flatMap { CalendarAddress($0, emailParameter: nil).email }
    }

    /// The status as written (STATUS, RFC 5545 section 3.8.1.11), such as `STATUS:CONFIRMED`.
    ///
    /// The RFC does not define any values for participants.
    public var status: String? {
        get { component[text: "STATUS"] }
        set { component[text: "STATUS"] = newValue }
    }
}
