/// A PARTICIPANT (RFC 9073 section 7.1): somebody who takes part in whatever way, with more to say than ATTENDEE can.
///
/// ```swift
/// var speaker = Participant(type: .speaker, summary: "Jane Doe")
/// speaker.calendarAddress = "mailto:jane@example.com"
/// event.participants = [speaker]
/// ```
public struct Participant: RevisedComponent, PlacedComponent, PublishedComponent {
    /// `PARTICIPANT`.
    public static let componentName = "PARTICIPANT"
    /// The component that is read and written: `participant.component.text("X-FEE")` reads what the view has no name
    /// for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let people = event.component.components.filter { $0.name == "PARTICIPANT" }.map(Participant.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Somebody, with a random UID.
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

    /// PARTICIPANT-TYPE (RFC 9073 section 6.2).
    ///
    /// ```swift
    /// participant.type = .performer
    /// ```
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Takes part in it, beyond looking on: `PARTICIPANT-TYPE:ACTIVE`.
        case active
        /// Is there, and looks on: `PARTICIPANT-TYPE:INACTIVE`.
        case inactive
        /// Pays for it: `PARTICIPANT-TYPE:SPONSOR`.
        case sponsor
        /// Is to be asked about it: `PARTICIPANT-TYPE:CONTACT`.
        case contact
        /// Sells places: `PARTICIPANT-TYPE:BOOKING-CONTACT`.
        case bookingContact
        /// Is to be called when something happens: `PARTICIPANT-TYPE:EMERGENCY-CONTACT`.
        case emergencyContact
        /// Answers to the press: `PARTICIPANT-TYPE:PUBLICITY-CONTACT`.
        case publicityContact
        /// Plans it: `PARTICIPANT-TYPE:PLANNER-CONTACT`.
        case plannerContact
        /// Is on the stage: `PARTICIPANT-TYPE:PERFORMER`.
        case performer
        /// Gives a talk: `PARTICIPANT-TYPE:SPEAKER`.
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

    /// PARTICIPANT-TYPE (RFC 9073 section 6.2), as in `PARTICIPANT-TYPE:SPEAKER`; nil when it is absent or another
    /// word.
    public var type: Kind? {
        get { component.keyword("PARTICIPANT-TYPE") }
        set { component.setKeyword("PARTICIPANT-TYPE", to: newValue) }
    }

    /// CALENDAR-ADDRESS (RFC 9073 section 6.4): the address by which an ATTENDEE is the same person, as written:
    /// `CALENDAR-ADDRESS:mailto:jane@example.com`.
    public var calendarAddress: String? {
        get { component.text("CALENDAR-ADDRESS") }
        set { component.setValue("CALENDAR-ADDRESS", newValue.map(Value.calendarAddress)) }
    }

    /// The mail address behind ``calendarAddress``, by the same rules as ``CalendarUser/email``: `jane@example.com`.
    public var email: String? {
        calendarAddress.flatMap { CalendarAddress($0, emailParameter: nil).email }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5): `DESCRIPTION:Paints since 1990`.
    public var participantDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// URL (RFC 5545 section 3.8.4.6), as in `URL:https://example.com/jane`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }

    /// The VLOCATION components inside (RFC 9073 section 7.2), one for each `BEGIN:VLOCATION`.
    public var locations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The VRESOURCE components inside (RFC 9073 section 7.3), one for each `BEGIN:VRESOURCE`.
    public var resources: [StructuredResource] {
        get { StructuredResource.views(in: component) }
        set { StructuredResource.replace(in: &component, with: newValue) }
    }

    // MARK: - The rarer properties of a PARTICIPANT (RFC 9073 section 7.1), each as RFC 5545 has it

    /// PRIORITY (RFC 5545 section 3.8.1.9): `PRIORITY:1` is highest, `PRIORITY:9` lowest, 0 undefined, which is also
    /// what absent means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// STATUS (RFC 5545 section 3.8.1.11), as written, such as `STATUS:CONFIRMED`: the RFC names no words for it.
    public var status: String? {
        get { component[text: "STATUS"] }
        set { component[text: "STATUS"] = newValue }
    }

    /// ATTACH (RFC 5545 section 3.8.1.1), as in `ATTACH:https://example.com/portrait.jpg`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7), which may occur several times here: `LOCATION:Room 4`.
    public var locationTexts: [String] {
        get { component[texts: "LOCATION"] }
        set { component[texts: "LOCATION"] = newValue }
    }

    /// RESOURCES (RFC 5545 section 3.8.1.10) of all its properties, as in `RESOURCES:projector,easel`.
    public var resourceTexts: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// REQUEST-STATUS (RFC 5545 section 3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }
}
