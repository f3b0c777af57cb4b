/// An alarm (VALARM, RFC 5545 section 3.6.6).
///
/// ```swift
/// event.alarms = [.display("Stand-up", .before(.minutes(10)))]
/// ```
public struct Alarm: ComponentView {
    /// The component name, `VALARM`.
    public static let componentName = "VALARM"
    /// The text of an alarm that requires one in a component without a title.
    package static let defaultText = "Reminder"
    /// The underlying component, including properties without an accessor: `alarm.component.text("X-WR-ALARMUID")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let alarms = event.component.components.filter { $0.name == "VALARM" }.map(Alarm.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The alarm actions defined by the RFC (ACTION, RFC 5545 section 3.8.6.1).
    ///
    /// ```swift
    /// if alarm.action == .display { print(alarm.descriptionText ?? "") }
    /// ```
    public enum Action: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Plays a sound, either an attachment or the default sound: `ACTION:AUDIO`.
        case audio
        /// Shows the alarm's description on the screen: `ACTION:DISPLAY`.
        case display
        /// Sends an email to the alarm's attendees: `ACTION:EMAIL`.
        case email
    }

    /// The action (ACTION, RFC 5545 section 3.8.6.1), such as `ACTION:DISPLAY`, or nil if it is absent or unknown.
    public var action: Action? {
        get { component.keyword("ACTION") }
        set { component.setKeyword("ACTION", to: newValue) }
    }

    /// The trigger (TRIGGER, RFC 5545 section 3.8.6.3), such as `TRIGGER:-PT15M`, or nil if it is absent or
    /// unreadable.
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

    /// The number of repetitions after the first alarm (REPEAT, RFC 5545 section 3.8.6.2), 0 by default, as in
    /// `REPEAT:2`.
    public var repetitions: Int {
        get { component[integer: "REPEAT"] ?? 0 }
        set { if newValue != repetitions { component[integer: "REPEAT"] = newValue } }
    }

    /// The time between repetitions (DURATION, RFC 5545 section 3.8.2.5), such as `DURATION:PT5M`.
    public var repetitionInterval: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component[duration: "DURATION"] = newValue }
    }

    /// Returns an alarm that displays text (RFC 5545 section 3.6.6).
    ///
    /// ```swift
    /// event.alarms = [.display("Stand-up", .before(.minutes(10)))]
    /// ```
    public static func display(_ text: String, _ trigger: Trigger) -> Alarm {
        var alarm = Alarm(action: .display, trigger)
        alarm.descriptionText = text
        return alarm
    }

    /// Returns an alarm that plays the given sound, or the program's default sound.
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

    /// Returns an alarm that sends an email.
    ///
    /// ```swift
    /// event.alarms = [
    ///     try .email(to: [Attendee(email: "jane@example.com")], subject: "Tomorrow", text: "Bring cake.",
    ///         .before(.days(1)))
    /// ]
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if `attendees` is empty.
    public static func email(
        to attendees: [Attendee],
        subject: String,
        text: String,
        _ trigger: Trigger
    ) throws(CalendarError) -> Alarm {
        if attendees.isEmpty { throw CalendarError(.invalidValue, "an email alarm needs an attendee") }
        var alarm = Alarm(action: .email, trigger)
        alarm.descriptionText = text
        alarm.summary = subject
        alarm.attendees = attendees
        return alarm
    }

    /// Sets the number of times that the alarm repeats and the interval between repetitions.
    ///
    /// The method sets REPEAT (RFC 5545 section 3.8.6.2) and DURATION, which must occur together.
    ///
    /// ```swift
    /// alarm.goOffAgain(2, every: .minutes(5))
    /// alarm.goOffAgain(0, every: .zero)           // no repetitions
    /// ```
    public mutating func goOffAgain(_ times: Int, every interval: NominalDuration) {
        component[integer: "REPEAT"] = times > 0 ? times : nil
        repetitionInterval = times > 0 ? interval : nil
    }

    /// Creates an alarm with only the two required properties.
    private init(action: Action, _ trigger: Trigger) {
        self.init()
        self.action = action
        self.trigger = trigger
    }

    /// The time when an alarm goes off (TRIGGER, RFC 5545 section 3.8.6.3).
    ///
    /// ```swift
    /// alarm.trigger = .before(.minutes(15))
    /// alarm.trigger = .absolute(monday)
    /// ```
    public enum Trigger: Sendable, Hashable {
        /// A duration before (negative) or after the event's start or end: `TRIGGER:-PT15M`,
        /// `TRIGGER;RELATED=END:PT0S`.
        case relative(NominalDuration, to: Edge)
        /// A fixed instant: `TRIGGER;VALUE=DATE-TIME:20260330T070000Z`. RFC 5545 requires a time in UTC. A time with a
        /// TZID in the system's time zone database is read in that zone. Any other time is read as UTC.
        case absolute(Instant)

        /// The reference point of a relative trigger (RELATED, RFC 5545 section 3.2.14).
        ///
        /// ```swift
        /// alarm.trigger = .before(.minutes(5), .end)
        /// ```
        public enum Edge: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
            /// The start (the default): `TRIGGER:-PT15M`.
            case start
            /// The event's end, or the to-do's due time: `TRIGGER;RELATED=END:-PT15M`.
            case end
        }

        /// Creates a trigger from a property, or returns nil if the value is neither a duration nor a time.
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

        /// The trigger that RFC 9074 section 8 uses with PROXIMITY.
        ///
        /// The instant is in 1976, so other programs do not act on it.
        package static let ofPlaces = Trigger.absolute(Instant(secondsSince1970: 197_168_145))

        /// The TRIGGER property for this trigger.
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

    // MARK: - Properties and components of RFC 9074

    /// The time when the alarm was last dismissed or snoozed (ACKNOWLEDGED, RFC 9074 section 6.1), as in
    /// `ACKNOWLEDGED:20260330T070105Z`.
    public var acknowledged: Instant? {
        get { component[instant: "ACKNOWLEDGED"] }
        set { component[instant: "ACKNOWLEDGED"] = newValue }
    }

    /// The condition for an alarm triggered by a place instead of a time (PROXIMITY, RFC 9074 section 8.1).
    ///
    /// ```swift
    /// alarm.proximity = .arrive
    /// alarm.structuredLocations = [StructuredLocation("Office").with { $0.url = "geo:52.52,13.4" }]
    /// ```
    public enum Proximity: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Arrival at the place: `PROXIMITY:ARRIVE`.
        case arrive
        /// Departure from the place: `PROXIMITY:DEPART`.
        case depart
        /// A Bluetooth connection between the phone and a car: `PROXIMITY:CONNECT`.
        case connect
        /// The loss of a Bluetooth connection to a car: `PROXIMITY:DISCONNECT`.
        case disconnect
    }

    /// The place-based condition (PROXIMITY, RFC 9074 section 8.1), as in `PROXIMITY:ARRIVE`, or nil if it is absent
    /// or unknown.
    public var proximity: Proximity? {
        get { component.keyword("PROXIMITY") }
        set { component.setKeyword("PROXIMITY", to: newValue) }
    }

    /// The UID of the alarm that this alarm snoozes (RFC 9074 sections 5 and 7), as in
    /// `RELATED-TO;RELTYPE=SNOOZE:8297C37D`.
    public var snoozedAlarmUID: String? {
        relatedComponents.first { $0.relation == .snooze }?.uid
    }

    /// Snoozes the alarm: marks it as acknowledged and returns an alarm for a later instant.
    ///
    /// ```swift
    /// let now = Instant.now
    /// event.alarms.append(alarm.snooze(until: now.adding(seconds: 300), at: now))
    /// ```
    ///
    /// An alarm without a UID gets a random one so that the new alarm can refer to it.
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
    /// A trigger at the event's start: `Alarm.Trigger.atStart // .relative(.zero, to: .start)`, written as
    /// `TRIGGER:PT0S`.
    public static var atStart: Self { .relative(.zero, to: .start) }

    /// Returns a trigger that precedes the start or end by a duration.
    ///
    /// ```swift
    /// alarm.trigger = .before(.minutes(15))
    /// ```
    public static func before(_ duration: NominalDuration, _ edge: Edge = .start) -> Self {
        .relative(-duration, to: edge)
    }

    /// Returns a trigger that follows the start or end by a duration.
    ///
    /// ```swift
    /// alarm.trigger = .after(.minutes(5), .end)
    /// ```
    public static func after(_ duration: NominalDuration, _ edge: Edge = .start) -> Self {
        .relative(duration, to: edge)
    }
}

extension Alarm {
    /// Returns the alarm, moved by a number of seconds if it has a fixed time.
    package func moved(by seconds: Int) -> Alarm {
        guard case .absolute(let instant)? = trigger else { return self }
        var alarm = self
        alarm.trigger = .absolute(instant.adding(seconds: seconds))
        return alarm
    }
}
