/// What VEVENT, VTODO, VJOURNAL and VFREEBUSY share: who and when (RFC 5545 section 3.6).
///
/// ```swift
/// func owner(of component: some SchedulingComponent) -> String? { component.organizer?.email }
/// ```
public protocol SchedulingComponent: ComponentView {}

extension SchedulingComponent {
    /// UID (3.8.4.7), unescaped and not trimmed; nil when it is absent or empty:
    /// `event.uid // "stand-up@studio.example"`.
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }

    /// DTSTAMP (3.8.7.2): when this revision was made: `event.stamp?.description // "2026-03-01T08:00:00Z"`.
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

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
    public var attendees: [Attendee] {
        get { component.views("ATTENDEE") }
        set { component.setViews("ATTENDEE", to: newValue) }
    }

    /// COMMENT (3.8.1.4), one text a property: `COMMENT:Bring an apron`.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }

    /// CONTACT (3.8.4.2), one text a property: `CONTACT:Nora Lind\, +49 30 123456`.
    public var contacts: [String] {
        get { component[texts: "CONTACT"] }
        set { component[texts: "CONTACT"] = newValue }
    }

    /// REQUEST-STATUS (3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
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
            setAll("REQUEST-STATUS", to: newValue.map { Property("REQUEST-STATUS", .requestStatus($0)) })
        }
    }
}
