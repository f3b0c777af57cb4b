/// A participant in any role, with more detail than ATTENDEE allows (PARTICIPANT, RFC 9073 section 7.1).
///
/// ```swift
/// var speaker = Participant(type: .speaker, summary: "Jane Doe")
/// speaker.calendarAddress = "mailto:jane@example.com"
/// event.participants = [speaker]
/// ```
public struct Participant: RevisedComponent, PlacedComponent, PublishedComponent {
    /// The component name, `PARTICIPANT`.
    public static let componentName = "PARTICIPANT"
    /// The underlying component, for properties without an accessor: `participant.component.text("X-FEE")`.
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
    public init(type: Kind, summary: String? = nil, uid: String = UniqueIdentifier.random()) {
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
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A person with an active role: `PARTICIPANT-TYPE:ACTIVE`.
        case active
        /// A person with a passive role, such as a member of the audience: `PARTICIPANT-TYPE:INACTIVE`.
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
        /// A planner of the event: `PARTICIPANT-TYPE:PLANNER-CONTACT`.
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

    /// The type (PARTICIPANT-TYPE, RFC 9073 section 6.2), as in `PARTICIPANT-TYPE:SPEAKER`; nil if it is absent or
    /// unknown.
    public var type: Kind? {
        get { component.keyword("PARTICIPANT-TYPE") }
        set { component.setKeyword("PARTICIPANT-TYPE", to: newValue) }
    }

    /// The address that an ATTENDEE for the same person uses, as written (CALENDAR-ADDRESS, RFC 9073 section 6.4):
    /// `CALENDAR-ADDRESS:mailto:jane@example.com`.
    public var calendarAddress: String? {
        get { component.text("CALENDAR-ADDRESS") }
        set { component.setValue("CALENDAR-ADDRESS", newValue.map(Value.calendarAddress)) }
    }

    /// The email address from ``calendarAddress``, by the same rules as ``CalendarUser/email``: `jane@example.com`.
    public var email: String? {
        calendarAddress.flatMap { CalendarAddress($0, emailParameter: nil).email }
    }

    /// The description (DESCRIPTION, RFC 5545 section 3.8.1.5): `DESCRIPTION:Paints since 1990`.
    public var participantDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// The address of further information (URL, RFC 5545 section 3.8.4.6), as in `URL:https://example.com/jane`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }

    /// The VLOCATION components (RFC 9073 section 7.2), one for each `BEGIN:VLOCATION`.
    public var locations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The VRESOURCE components (RFC 9073 section 7.3), one for each `BEGIN:VRESOURCE`.
    public var resources: [StructuredResource] {
        get { StructuredResource.views(in: component) }
        set { StructuredResource.replace(in: &component, with: newValue) }
    }

    // MARK: - Less common properties of PARTICIPANT (RFC 9073 section 7.1), as defined in RFC 5545

    /// The priority (PRIORITY, RFC 5545 section 3.8.1.9), from `PRIORITY:1`, the highest, to `PRIORITY:9`, the lowest.
    ///
    /// The default is 0, which means that the priority is undefined.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// The status as written (STATUS, RFC 5545 section 3.8.1.11), such as `STATUS:CONFIRMED`.
    ///
    /// The RFC defines no values for it.
    public var status: String? {
        get { component[text: "STATUS"] }
        set { component[text: "STATUS"] = newValue }
    }

    /// The attachments (ATTACH, RFC 5545 section 3.8.1.1), as in `ATTACH:https://example.com/portrait.jpg`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// The locations, of which there can be several (LOCATION, RFC 5545 section 3.8.1.7): `LOCATION:Room 4`.
    public var locationTexts: [String] {
        get { component[texts: "LOCATION"] }
        set { component[texts: "LOCATION"] = newValue }
    }

    /// The resources from all RESOURCES properties (RFC 5545 section 3.8.1.10), as in `RESOURCES:projector,easel`.
    public var resourceTexts: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// The request statuses (REQUEST-STATUS, RFC 5545 section 3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }
}
