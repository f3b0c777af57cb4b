/// A VALARM (RFC 5545 section 3.6.6).
///
/// ```swift
/// event.alarms = [.display("Stand-up", .before(.minutes(10)))]
/// ```
public struct Alarm: IdentifiedComponent {
    /// `VALARM`, the name that stands after BEGIN: `BEGIN:VALARM`.
    public static let componentName = "VALARM"
    /// The component that is read and written: `alarm.component.text("X-WR-ALARMUID")` reads what the view has no
    /// name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let alarms = event.component.components.filter { $0.name == "VALARM" }.map(Alarm.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// ACTION (3.8.6.1) of the alarms that the RFC describes.
    ///
    /// ```swift
    /// if alarm.action == .display { print(alarm.alarmDescription ?? "") }
    /// ```
    public enum Action: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A sound, that of an attachment or the usual one: `ACTION:AUDIO`.
        case audio
        /// A text on the screen, the alarm's description: `ACTION:DISPLAY`.
        case display
        /// A mail to the alarm's attendees: `ACTION:EMAIL`.
        case email
    }

    /// ACTION (3.8.6.1), such as `ACTION:DISPLAY`; nil when it is absent or another word.
    public var action: Action? {
        get { component.keyword("ACTION") }
        set { component.setKeyword("ACTION", to: newValue) }
    }

    /// TRIGGER (3.8.6.3), such as `TRIGGER:-PT15M`; nil when it is absent or cannot be read.
    public var trigger: Trigger? {
        get { component.first("TRIGGER").flatMap(Trigger.init) }
        set {
            guard newValue != trigger || newValue == nil else { return }
            let replaced = ["VALUE", "RELATED", "TZID"]
            let kept = component.first("TRIGGER")?.parameters.filter { !replaced.contains($0.name) } ?? []
            var property = newValue?.property
            property?.parameters += kept
            component.set("TRIGGER", to: property)
        }
    }

    /// REPEAT (3.8.6.2): how often it goes off again, as `REPEAT:2` says; absent means 0.
    public var repetitions: Int {
        get { component[integer: "REPEAT"] ?? 0 }
        set { if newValue != repetitions { component[integer: "REPEAT"] = newValue } }
    }

    /// DURATION (3.8.2.5): the pause between repetitions, such as `DURATION:PT5M`.
    public var repetitionInterval: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component[duration: "DURATION"] = newValue }
    }

    /// SUMMARY (3.8.1.12): the subject of a mail, as in `SUMMARY:In an hour`.
    public var summary: String? {
        get { component[text: "SUMMARY"] }
        set { component[text: "SUMMARY"] = newValue }
    }

    /// DESCRIPTION (3.8.1.5): what is shown, or a mail's text: `alarm.alarmDescription // "Stand-up"`.
    public var alarmDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// ATTENDEE (3.8.4.1): who gets the mail, as in `ATTENDEE:mailto:nora@studio.example`.
    public var attendees: [Attendee] {
        get { component.properties.filter { $0.name == "ATTENDEE" && !$0.isNobody }.map(Attendee.init) }
        set { component.setViews("ATTENDEE", to: newValue) }
    }

    /// ATTACH (3.8.1.1): the sound, as in `ATTACH;FMTTYPE=audio/basic:https://example.com/bell.aud`, or what goes
    /// with the mail.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// An alarm that shows a text (RFC 5545 section 3.6.6).
    ///
    /// ```swift
    /// event.alarms = [.display("Stand-up", .before(.minutes(10)))]
    /// ```
    public static func display(_ text: String, _ trigger: Trigger) -> Alarm {
        var alarm = Alarm(action: .display, trigger)
        alarm.alarmDescription = text
        return alarm
    }

    /// An alarm that makes a sound: this one, or one of the program's own.
    ///
    /// ```swift
    /// event.alarms = [.audio(.atStart)]
    /// event.alarms = [.audio(.before(.hours(1)), sound: Attachment(uri: "https://example.com/gong.mp3"))]
    /// ```
    public static func audio(_ trigger: Trigger, sound: Attachment? = nil) -> Alarm {
        var alarm = Alarm(action: .audio, trigger)
        if let sound { alarm.attachments = [sound] }
        return alarm
    }

    /// An alarm that sends a mail.
    ///
    /// ```swift
    /// event.alarms = [
    ///     try .email(to: [Attendee(email: "jane@example.com")], subject: "Tomorrow", text: "Bring cake.",
    ///         .before(.days(1)))
    /// ]
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when there is nobody to send it to.
    public static func email(
        to attendees: [Attendee],
        subject: String,
        text: String,
        _ trigger: Trigger
    ) throws(CalendarError) -> Alarm {
        if attendees.isEmpty { throw CalendarError(.invalidValue, "an email alarm needs an attendee") }
        var alarm = Alarm(action: .email, trigger)
        alarm.alarmDescription = text
        alarm.summary = subject
        alarm.attendees = attendees
        return alarm
    }

    /// Lets it go off again so many times, at this interval: REPEAT (3.8.6.2) and DURATION, which stand together.
    ///
    /// ```swift
    /// alarm.goOffAgain(2, every: .minutes(5))
    /// alarm.goOffAgain(0, every: .zero)           // no longer
    /// ```
    public mutating func goOffAgain(_ times: Int, every interval: NominalDuration) {
        component[integer: "REPEAT"] = times > 0 ? times : nil
        repetitionInterval = times > 0 ? interval : nil
    }

    /// An alarm with nothing but the two properties that all have.
    private init(action: Action, _ trigger: Trigger) {
        self.init()
        self.action = action
        self.trigger = trigger
    }

    /// TRIGGER (RFC 5545 section 3.8.6.3): when an alarm goes off.
    ///
    /// ```swift
    /// alarm.trigger = .before(.minutes(15))
    /// alarm.trigger = .absolute(monday)
    /// ```
    public enum Trigger: Sendable, Hashable {
        /// So long before (negative) or after the start or the end of its event: `TRIGGER:-PT15M`,
        /// `TRIGGER;RELATED=END:PT0S`.
        case relative(NominalDuration, to: Edge)
        /// At this instant: `TRIGGER;VALUE=DATE-TIME:20260330T070000Z`.
        ///
        /// RFC 5545 requires UTC here. A time with a TZID of the system's time zone database is read in that zone; any
        /// other time is read as UTC.
        case absolute(Instant)

        /// RELATED (3.2.14): what a relative trigger counts from.
        ///
        /// ```swift
        /// alarm.trigger = .before(.minutes(5), .end)
        /// ```
        public enum Edge: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
            /// The start, also where nothing is said: `TRIGGER:-PT15M`.
            case start
            /// The end of an event, or when a to-do is due: `TRIGGER;RELATED=END:-PT15M`.
            case end
        }

        /// Reads the property; nil when its value is neither a duration nor a time.
        package init?(_ property: Property) {
            switch property.value {
            case .duration(let duration):
                let edge = property.parameters["RELATED"].flatMap(Edge.init(keyword:)) ?? .start
                self = .relative(duration, to: edge)
            case .dateTime(let time, let isUTC):
                let zone = isUTC ? nil : property.timeZoneID.flatMap(Zone.known)
                self = .absolute(zone?.instant(of: time) ?? Instant(secondsSince1970: time.secondNumber))
            default:
                return nil
            }
        }

        /// The trigger that RFC 9074 section 8 shows beside PROXIMITY, in 1976, so that it goes off in no other program.
        package static let ofPlaces = Trigger.absolute(Instant(secondsSince1970: 197_168_145))

        /// The property that says this.
        package var property: Property {
            switch self {
            case .relative(let duration, let edge):
                let related = edge == .end ? [Parameter("RELATED", "END")] : []
                return Property("TRIGGER", .duration(duration), parameters: related)
            case .absolute(let instant):
                let time = CivilDateTime(secondNumber: instant.secondsSince1970)
                let kind = Parameter("VALUE", "DATE-TIME")
                return Property("TRIGGER", .dateTime(time, isUTC: true), parameters: [kind])
            }
        }
    }

    // MARK: - What RFC 9074 adds to alarms

    /// ACKNOWLEDGED (RFC 9074 section 6.1): when somebody last put the alarm off or away, as in
    /// `ACKNOWLEDGED:20260330T070105Z`.
    public var acknowledged: Instant? {
        get { component[instant: "ACKNOWLEDGED"] }
        set { component[instant: "ACKNOWLEDGED"] = newValue }
    }

    /// PROXIMITY (RFC 9074 section 8.1): what lets it go off at a place instead of a time.
    ///
    /// ```swift
    /// alarm.proximity = .arrive
    /// alarm.locations = [StructuredLocation("Office").with { $0.url = "geo:52.52,13.4" }]
    /// ```
    public enum Proximity: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Where somebody comes to the place: `PROXIMITY:ARRIVE`.
        case arrive
        /// Where somebody leaves the place: `PROXIMITY:DEPART`.
        case depart
        /// Where a telephone finds a car by Bluetooth: `PROXIMITY:CONNECT`.
        case connect
        /// Where a telephone loses a car: `PROXIMITY:DISCONNECT`.
        case disconnect
    }

    /// PROXIMITY (RFC 9074 section 8.1), as in `PROXIMITY:ARRIVE`; nil when it is absent or another word.
    public var proximity: Proximity? {
        get { component.keyword("PROXIMITY") }
        set { component.setKeyword("PROXIMITY", to: newValue) }
    }

    /// The VLOCATION components inside (RFC 9074 section 8), where it goes off:
    /// `alarm.locations.compactMap(\.name)`.
    public var locations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The UID of the alarm that this one snoozes (RFC 9074 sections 5 and 7), as in `RELATED-TO;RELTYPE=SNOOZE:8297C37D`.
    public var snoozedAlarmUID: String? {
        relatedComponents.first { $0.relation == .snooze }?.uid
    }

    /// Puts the alarm off until an instant: gives the alarm to add beside this one, and marks this one as seen.
    ///
    /// ```swift
    /// let now = Instant.now
    /// event.alarms.append(alarm.snooze(until: now.adding(seconds: 300), at: now))
    /// ```
    ///
    /// An alarm without a UID gets a random one, so that the other can refer to it.
    public mutating func snooze(until instant: Instant, at now: Instant = .now) -> Alarm {
        let uid = uid ?? UniqueIdentifier.random()
        if self.uid == nil { self.uid = uid }
        acknowledged = now
        var snoozed = self
        snoozed.uid = UniqueIdentifier.random()
        snoozed.acknowledged = nil
        snoozed.trigger = .absolute(instant)
        snoozed.goOffAgain(0, every: .zero)
        snoozed.relatedComponents = [RelatedComponent(uid: uid, relation: .snooze)]
        return snoozed
    }
}

extension Alarm.Trigger {
    /// When the event starts: `Alarm.Trigger.atStart // .relative(.zero, to: .start)`, written as `TRIGGER:PT0S`.
    public static var atStart: Self { .relative(.zero, to: .start) }

    /// So long before the start, or before the end.
    ///
    /// ```swift
    /// alarm.trigger = .before(.minutes(15))
    /// ```
    public static func before(_ duration: NominalDuration, _ edge: Edge = .start) -> Self {
        .relative(-duration, to: edge)
    }

    /// So long after the start, or after the end.
    ///
    /// ```swift
    /// alarm.trigger = .after(.minutes(5), .end)
    /// ```
    public static func after(_ duration: NominalDuration, _ edge: Edge = .start) -> Self {
        .relative(duration, to: edge)
    }
}
