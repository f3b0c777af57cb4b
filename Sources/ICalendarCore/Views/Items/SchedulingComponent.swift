/// A VEVENT, VTODO, VJOURNAL, or VFREEBUSY component, which has a start and participants (RFC 5545 section 3.6).
///
/// ```swift
/// func owner(of component: some SchedulingComponent) -> String? { component.organizer?.email }
/// ```
public protocol SchedulingComponent: StampedComponent, PublishedComponent {}

extension SchedulingComponent {
    /// The start, including its time zone (DTSTART, RFC 5545 section 3.8.2.4):
    /// `event.start?.timeZoneID // "Europe/Berlin"`.
    ///
    /// Setting it writes the required VALUE and TZID parameters. The end stays in place unless it would precede the new
    /// start, or unless one is a date and the other a time. In those cases, the end moves with the start so that the
    /// duration is preserved. If the start becomes a date, a DURATION with hours is rounded up to whole days.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// The address of further information (URL, RFC 5545 section 3.8.4.6), as in `URL:https://studio.example/review`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }

    /// The organizer (ORGANIZER, RFC 5545 section 3.8.4.3): `event.organizer?.name // "Nora Lind"`.
    public var organizer: Organizer? {
        get { component.first("ORGANIZER").map(Organizer.init) }
        set { component.setViews("ORGANIZER", to: newValue.map { [$0] } ?? []) }
    }

    /// The attendees in file order (ATTENDEE, RFC 5545 section 3.8.4.1):
    /// `event.attendees.compactMap(\.name) // ["Nora Lind", "Sam"]`.
    ///
    /// An ATTENDEE with neither an address nor a name (`ATTENDEE;RSVP=TRUE:`) is omitted.
    public var attendees: [Attendee] {
        get { component.properties.filter { $0.name == "ATTENDEE" && !$0.isNobody }.map(Attendee.init) }
        set { component.setViews("ATTENDEE", to: newValue) }
    }

    /// The request statuses (REQUEST-STATUS, RFC 5545 section 3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }

    // MARK: - Components of RFC 9073

    /// The PARTICIPANT components (RFC 9073 section 7.1): `event.participants.compactMap(\.summary)`.
    public var participants: [Participant] {
        get { Participant.views(in: component) }
        set { Participant.replace(in: &component, with: newValue) }
    }

    /// The VLOCATION components (RFC 9073 section 7.2): `event.structuredLocations.compactMap(\.name)`.
    public var structuredLocations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The VRESOURCE components (RFC 9073 section 7.3): `event.structuredResources.compactMap(\.name)`.
    public var structuredResources: [StructuredResource] {
        get { StructuredResource.views(in: component) }
        set { StructuredResource.replace(in: &component, with: newValue) }
    }
}

extension Component {
    /// The request statuses from all REQUEST-STATUS properties.
    var requestStatuses: [Value.RequestStatus] {
        get {
            all("REQUEST-STATUS").flatMap(\.value.elements).compactMap {
                if case .requestStatus(let status) = $0 { status } else { nil }
            }
        }
        set {
            guard newValue.isEmpty || newValue != requestStatuses else { return }
            setAll("REQUEST-STATUS", to: newValue.map { Property("REQUEST-STATUS", .requestStatus($0)) })
        }
    }
}
