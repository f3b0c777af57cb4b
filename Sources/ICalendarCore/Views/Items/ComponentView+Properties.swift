/// Properties that occur in several components.
///
/// A property has the same accessor in every component. A program can even set a property that its component does not
/// allow, such as the organizer of an alarm; ``CalendarContents/validate()`` reports it.
extension ComponentView {
    // MARK: - Identity and revision (RFC 5545 sections 3.8.4.7 and 3.8.7)

    /// The UID, unescaped and untrimmed (RFC 5545 section 3.8.4.7): `event.uid // "stand-up@studio.example"`.
    ///
    /// Nil if the property is absent or empty. RFC 7986 section 5.3 adds a UID to calendars. RFC 9074 section 4 adds
    /// one to alarms, so that a snoozed alarm can refer to the original.
    public var uid: String? {
        get { component[text: "UID"] }
        set { component[text: "UID"] = newValue }
    }

    /// The time when this revision was created (DTSTAMP, RFC 5545 section 3.8.7.2):
    /// `event.stamp?.description // "2026-03-01T08:00:00Z"`.
    public var stamp: Instant? {
        get { component[instant: "DTSTAMP"] }
        set { component[instant: "DTSTAMP"] = newValue }
    }

    /// The creation time (CREATED, RFC 5545 section 3.8.7.1), as in `CREATED:20260301T080000Z`.
    public var created: Instant? {
        get { component[instant: "CREATED"] }
        set { component[instant: "CREATED"] = newValue }
    }

    /// The time of the last change in a calendar (LAST-MODIFIED, RFC 5545 section 3.8.7.3), as in
    /// `LAST-MODIFIED:20260302T080000Z`.
    public var lastModified: Instant? {
        get { component[instant: "LAST-MODIFIED"] }
        set { component[instant: "LAST-MODIFIED"] = newValue }
    }

    /// The revision number, 0 by default (SEQUENCE, RFC 5545 section 3.8.7.4): `event.sequence // 2`.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { if newValue != sequence { component[integer: "SEQUENCE"] = newValue } }
    }

    // MARK: - Description (RFC 5545 section 3.8.1, RFC 7986)

    /// The title, the name of a participant, or the subject of an email (SUMMARY, RFC 5545 section 3.8.1.12):
    /// `event.summary // "Stand-up"`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// A description with more detail than the title; in an alarm, the text to show or the body of an email
    /// (DESCRIPTION, RFC 5545 section 3.8.1.5): `alarm.descriptionText // "Stand-up"`.
    ///
    /// For a calendar without DESCRIPTION, X-WR-CALDESC is used. Setting the description also updates an existing
    /// X-WR-CALDESC. A journal entry can have several ``Journal/descriptions``.
    public var descriptionText: String? {
        get {
            isCalendar ? component[text: "DESCRIPTION", or: "X-WR-CALDESC"] : component[text: "DESCRIPTION"]
        }
        set {
            if isCalendar {
                component[text: "DESCRIPTION", or: "X-WR-CALDESC"] = newValue
            } else {
                component[text: "DESCRIPTION"] = newValue
            }
        }
    }

    /// The name of a calendar, a place, or a resource (NAME, RFC 7986 section 5.1): `calendar.name // "Studio"`.
    ///
    /// For a calendar without NAME, X-WR-CALNAME is used. Setting the name also updates an existing X-WR-CALNAME.
    public var name: String? {
        get { isCalendar ? component[text: "NAME", or: "X-WR-CALNAME"] : component[text: "NAME"] }
        set {
            if isCalendar {
                component[text: "NAME", or: "X-WR-CALNAME"] = newValue
            } else {
                component[text: "NAME"] = newValue
            }
        }
    }

    private var isCalendar: Bool { component.name == "VCALENDAR" }

    /// The comments, one per property (COMMENT, RFC 5545 section 3.8.1.4): `COMMENT:Bring an apron`.
    public var comments: [String] {
        get { component[texts: "COMMENT"] }
        set { component[texts: "COMMENT"] = newValue }
    }

    /// The contacts, one per property (CONTACT, RFC 5545 section 3.8.4.2): `CONTACT:Nora Lind\, +49 30 123456`.
    public var contacts: [String] {
        get { component[texts: "CONTACT"] }
        set { component[texts: "CONTACT"] = newValue }
    }

    /// The categories from all CATEGORIES properties (RFC 5545 section 3.8.1.2):
    /// `event.categories // ["clients", "weekly"]`.
    public var categories: [String] {
        get { component[textList: "CATEGORIES"] }
        set { component[textList: "CATEGORIES"] = newValue }
    }

    /// The location (LOCATION, RFC 5545 section 3.8.1.7): `event.location // "Room 4"`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }

    /// The position in degrees north and east (GEO, RFC 5545 section 3.8.1.6), as in `GEO:52.52;13.4`.
    public var position: (latitude: Double, longitude: Double)? {
        get {
            guard case .geo(let latitude, let longitude)? = component.first("GEO")?.value else { return nil }
            return (latitude, longitude)
        }
        set {
            component.setValue("GEO", newValue.map { .geo(latitude: $0.latitude, longitude: $0.longitude) })
        }
    }

    /// The resources from all RESOURCES properties (RFC 5545 section 3.8.1.10), as in `RESOURCES:projector,easel`.
    public var resources: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// The priority (PRIORITY, RFC 5545 section 3.8.1.9), from `PRIORITY:1` (highest) to `PRIORITY:9` (lowest).
    ///
    /// The default is 0, which means that the priority is undefined.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue == 0 ? nil : newValue } }
    }

    /// The access classification (CLASS, RFC 5545 section 3.8.1.3), such as `CLASS:PRIVATE`.
    ///
    /// The default is public. An unknown value is treated as private.
    public var classification: Classification {
        get { component.classification }
        set { if newValue != classification { component.setKeyword("CLASS", to: newValue) } }
    }

    /// The address of additional information (URL, RFC 5545 section 3.8.4.6), as in
    /// `URL:https://studio.example/review`.
    ///
    /// A place's `geo:` URL determines where a location-based alarm goes off.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }

    /// The attachments, or the sound of an alarm (ATTACH, RFC 5545 section 3.8.1.1), as in
    /// `ATTACH:https://example.com/agenda.pdf`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// The color as a CSS3 name (COLOR, RFC 7986 section 5.9), as in `COLOR:turquoise`.
    public var color: String? {
        get { component[text: "COLOR"] }
        set { component[text: "COLOR"] = newValue }
    }

    /// The images (IMAGE, RFC 7986 section 5.10), as in `IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.com/kiln.png`.
    public var images: [ImageReference] {
        get { component.views("IMAGE") }
        set { component.setViews("IMAGE", to: newValue) }
    }

    // MARK: - Times and recurrence (RFC 5545 sections 3.8.2 and 3.8.5)

    /// The start, including its time zone (DTSTART, RFC 5545 section 3.8.2.4):
    /// `event.start?.timeZoneID // "Europe/Berlin"`.
    ///
    /// Setting the start writes the required VALUE and TZID parameters. The end moves with the start, preserving the
    /// duration, only if it would otherwise precede the new start, or if one is a date and the other a time. If the
    /// start becomes a date, a DURATION with hours is rounded up to whole days.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// The exclusive end, as written (DTEND, RFC 5545 section 3.8.2.2), as in
    /// `DTEND;TZID=Europe/Berlin:20260105T093000`; for a to-do, the same as ``Todo/due``.
    ///
    /// Nil if the component has a DURATION instead, or has neither. Setting an end removes DURATION, because a
    /// component cannot have both. The new end is not checked, so that start and end can be set in either order. To
    /// reject an end that does not fit, use ``Event/schedule(from:to:)``.
    public var end: EventTime? {
        get { component[time: component.name == "VTODO" ? "DUE" : "DTEND"] }
        set { component.setEnd(component.name == "VTODO" ? "DUE" : "DTEND", to: newValue) }
    }

    /// The duration as written (DURATION, RFC 5545 section 3.8.2.5): `event.duration?.description // "PT15M"`.
    ///
    /// Nil if the component has an end instead. Setting a duration removes DTEND and DUE, which cannot coexist with
    /// DURATION.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// The recurrence rules (RRULE, RFC 5545 section 3.8.5.3), as in `RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR`.
    ///
    /// The RFC advises against more than one rule, but real files can have several.
    public var recurrenceRules: [RecurrenceRule] {
        get { component[rules: "RRULE"] }
        set { component[rules: "RRULE"] = newValue }
    }

    /// The dates from all RDATE properties (RFC 5545 section 3.8.5.2), as in
    /// `RDATE;TZID=Europe/Berlin:20260501T091500`.
    public var recurrenceDates: [RecurrenceDate] {
        get { component.recurrenceDates }
        set { component.recurrenceDates = newValue }
    }

    /// The excluded dates from all EXDATE properties (RFC 5545 section 3.8.5.1), as in
    /// `EXDATE;TZID=Europe/Berlin:20260403T091500`.
    public var exceptionDates: [EventTime] {
        get { component[times: "EXDATE"] }
        set { component[times: "EXDATE"] = newValue }
    }

    /// The original start of the instance that this component overrides (RECURRENCE-ID, RFC 5545 section 3.8.4.4), as
    /// in `RECURRENCE-ID;TZID=Europe/Berlin:20260401T091500`.
    public var recurrenceID: EventTime? {
        get { component[time: "RECURRENCE-ID"] }
        set { component[time: "RECURRENCE-ID"] = newValue }
    }

    // MARK: - People (RFC 5545 section 3.8.4)

    /// The organizer (ORGANIZER, RFC 5545 section 3.8.4.3): `event.organizer?.name // "Nora Lind"`.
    ///
    /// In an availability, the organizer is the person it applies to.
    public var organizer: Organizer? {
        get { component.first("ORGANIZER").map(Organizer.init) }
        set { component.setViews("ORGANIZER", to: newValue.map { [$0] } ?? []) }
    }

    /// The attendees, or the recipients of an alarm's email, in file order (ATTENDEE, RFC 5545 section 3.8.4.1):
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

    // MARK: - Properties and components of RFC 9073

    /// The PARTICIPANT components (RFC 9073 section 7.1): `event.participants.compactMap(\.summary)`.
    public var participants: [Participant] {
        get { Participant.views(in: component) }
        set { Participant.replace(in: &component, with: newValue) }
    }

    /// The VLOCATION components (RFC 9073 section 7.2); in an alarm, the places where it goes off:
    /// `event.structuredLocations.compactMap(\.name)`.
    public var structuredLocations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The VRESOURCE components (RFC 9073 section 7.3): `event.structuredResources.compactMap(\.name)`.
    public var structuredResources: [StructuredResource] {
        get { StructuredResource.views(in: component) }
        set { StructuredResource.replace(in: &component, with: newValue) }
    }

    /// The styled descriptions (STYLED-DESCRIPTION, RFC 9073 section 6.5):
    /// `event.styledDescriptions.first { $0.formatType == "text/html" }`.
    public var styledDescriptions: [StyledDescription] {
        get { component.views("STYLED-DESCRIPTION") }
        set { component.setViews("STYLED-DESCRIPTION", to: newValue) }
    }

    /// The structured data (STRUCTURED-DATA, RFC 9073 section 6.6): `event.structuredData.compactMap(\.schema)`.
    public var structuredData: [StructuredData] {
        get { component.views("STRUCTURED-DATA") }
        set { component.setViews("STRUCTURED-DATA", to: newValue) }
    }

    /// Sets the initial properties of a new component.
    package mutating func begin(uid: String, stamp: Instant, summary: String? = nil) {
        self.uid = uid
        self.stamp = stamp
        if let summary { component[text: "SUMMARY"] = summary }
    }
}

extension Component {
    /// The access classification, public by default and private if unknown (RFC 5545 section 3.8.1.3).
    fileprivate var classification: Classification {
        guard let word = text("CLASS") else { return .public }
        return Classification(keyword: word) ?? .private
    }

    /// The request statuses from all REQUEST-STATUS properties.
    fileprivate var requestStatuses: [Value.RequestStatus] {
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

/// The visibility of an item to other people (CLASS, RFC 5545 section 3.8.1.3).
///
/// ```swift
/// event.classification = .private
/// ```
public enum Classification: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// Visible to anyone (the default): `CLASS:PUBLIC`.
    case `public`
    /// Visible only to the owner: `CLASS:PRIVATE`, or any unknown value.
    case `private`
    /// Visible only to the owner, although others may see that the item exists: `CLASS:CONFIDENTIAL`.
    case confidential
}
