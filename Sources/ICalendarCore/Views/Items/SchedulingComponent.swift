/// What VEVENT, VTODO, VJOURNAL and VFREEBUSY share: who and when (RFC 5545 section 3.6).
///
/// ```swift
/// func owner(of component: some SchedulingComponent) -> String? { component.organizer?.email }
/// ```
public protocol SchedulingComponent: StampedComponent, PublishedComponent {}

extension SchedulingComponent {
    /// DTSTART (3.8.2.4), with the VALUE and TZID that it needs: `event.start?.timeZoneID // "Europe/Berlin"`.
    ///
    /// The end stays where it is, unless it would lie before the new start, or is a whole day where the start is a
    /// time: then it goes along, so that the length stays. A DURATION of hours becomes whole days beside a whole day.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// URL (3.8.4.6): where there is more of it, as in `URL:https://studio.example/review`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }

    /// ORGANIZER (3.8.4.3): `event.organizer?.name // "Nora Lind"`.
    public var organizer: Organizer? {
        get { component.first("ORGANIZER").map(Organizer.init) }
        set { component.setViews("ORGANIZER", to: newValue.map { [$0] } ?? []) }
    }

    /// ATTENDEE (3.8.4.1), in the order of the file: `event.attendees.compactMap(\.name) // ["Nora Lind", "Sam"]`.
    ///
    /// An ATTENDEE with neither an address nor a name (`ATTENDEE;RSVP=TRUE:`) is not included.
    public var attendees: [Attendee] {
        get { component.properties.filter { $0.name == "ATTENDEE" && !$0.isNobody }.map(Attendee.init) }
        set { component.setViews("ATTENDEE", to: newValue) }
    }

    /// REQUEST-STATUS (3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }

    // MARK: - What RFC 9073 adds to VEVENT, VTODO, VJOURNAL and VFREEBUSY

    /// The PARTICIPANT components inside (RFC 9073 section 7.1): `event.participants.compactMap(\.summary)`.
    public var participants: [Participant] {
        get { Participant.views(in: component) }
        set { Participant.replace(in: &component, with: newValue) }
    }

    /// The VLOCATION components inside (RFC 9073 section 7.2): `event.structuredLocations.compactMap(\.name)`.
    public var structuredLocations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The VRESOURCE components inside (RFC 9073 section 7.3): `event.structuredResources.compactMap(\.name)`.
    public var structuredResources: [StructuredResource] {
        get { StructuredResource.views(in: component) }
        set { StructuredResource.replace(in: &component, with: newValue) }
    }
}

extension Component {
    /// REQUEST-STATUS of all its properties.
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
