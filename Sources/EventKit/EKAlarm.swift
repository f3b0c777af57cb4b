public import Foundation
import ICalendar
import SystemIO

/// An alarm for an event or a reminder, triggered at a time or at a location.
///
/// ```swift
/// ekEvent.addAlarm(EKAlarm(relativeOffset: -600))
/// ```
// The class is Sendable because one lock protects all of its state.
open class EKAlarm: EKObject, NSCopying, @unchecked Sendable {
    private struct State {
        var alarm: Alarm
        /// The event's duration, for an alarm relative to its end.
        var length = 0
        var place: EKStructuredLocation?
        /// The time to restore when the alarm's proximity is removed.
        var time: Alarm.Trigger?

        var isPlaced: Bool { alarm.proximity == .arrive || alarm.proximity == .depart }

        var trigger: Alarm.Trigger? {
            get {
                guard isPlaced, alarm.trigger == .ofPlaces else { return alarm.trigger }
                return time
            }
            set {
                alarm.trigger = isPlaced ? .ofPlaces : newValue
                time = isPlaced ? newValue : nil
            }
        }
    }

    private let state: Lock<State>

    /// Creates an alarm that goes off when its item starts.
    ///
    /// ```swift
    /// EKAlarm().relativeOffset  // 0
    /// ```
    public override init() {
        state = Lock(State(alarm: .display("Reminder", .atStart)))
        super.init()
    }

    /// Creates an alarm that goes off at an absolute time.
    ///
    /// ```swift
    /// EKAlarm(absoluteDate: monday.date).absoluteDate == monday.date  // true
    /// ```
    public convenience init(absoluteDate date: Date) {
        self.init()
        absoluteDate = date
    }

    /// Creates an alarm that goes off the given number of seconds after its item starts, or before if negative.
    ///
    /// For a reminder without a start, the alarm is relative to the due time.
    ///
    /// ```swift
    /// EKAlarm(relativeOffset: -600).relativeOffset  // -600
    /// ```
    public convenience init(relativeOffset offset: TimeInterval) {
        self.init()
        relativeOffset = offset
    }

    init(_ alarm: Alarm, length: Int) {
        state = Lock(State(alarm: alarm, length: length))
        super.init()
    }

    /// Returns whether the object represents the given alarm.
    ///
    /// The item's duration, in seconds, matters only for alarms relative to the end.
    func shows(_ alarm: Alarm, length: Int) -> Bool {
        guard self.alarm == alarm else { return false }
        guard case .relative(_, to: .end)? = alarm.trigger else { return true }
        return state.withLock { $0.length == length }
    }

    /// The alarm as the underlying store represents it.
    var alarm: Alarm {
        state.withLock { state in
            var alarm = state.alarm
            if let place = state.place?.location, place != Self.place(of: alarm) {
                alarm.component.set(Self.placeName, to: place.property)
            }
            return alarm
        }
    }

    private static let placeName = "X-APPLE-STRUCTURED-LOCATION"

    private static func place(of alarm: Alarm) -> AppleLocation? {
        if let property = alarm.component.first(placeName) { return AppleLocation(property) }
        // RFC 9074 section 8.2 defines a component for the location.
        return alarm.structuredLocations.first.map { place in
            EKStructuredLocation.location(title: place.name ?? "", position: place.position, radius: nil)
        }
    }

    /// The alarm's absolute time, or nil for a relative alarm: `EKAlarm(relativeOffset: 0).absoluteDate // nil`.
    ///
    /// Setting a date clears ``relativeOffset``; setting nil makes the alarm relative again.
    open var absoluteDate: Date? {
        get {
            guard case .absolute(let instant)? = state.withLock({ $0.trigger }) else { return nil }
            return instant.date
        }
        set { state.withLock { $0.trigger = newValue.map { .absolute(Instant($0)) } ?? .atStart } }
    }

    /// The offset from the start, in seconds: negative before the start, 0 for an absolute alarm.
    ///
    /// For a reminder without a start, the offset is relative to the due time.
    ///
    /// Setting an offset clears ``absoluteDate``: `EKAlarm(relativeOffset: -600).relativeOffset // -600`.
    open var relativeOffset: TimeInterval {
        get {
            state.withLock { state in
                guard case .relative(let duration, let edge)? = state.trigger else { return 0 }
                let offset = TimeInterval(duration.days) * 86_400 + TimeInterval(duration.seconds)
                return edge == .end ? offset + TimeInterval(state.length) : offset
            }
        }
        set {
            guard newValue != relativeOffset || absoluteDate != nil else { return }
            // Clamp the offset to about a century.
            let seconds = newValue.isFinite ? Int(min(max(newValue.rounded(), -3e9), 3e9)) : 0
            state.withLock { $0.trigger = .relative(.seconds(seconds), to: .start) }
        }
    }

    /// Whether the alarm goes off on arrival at its location or on departure: `ekAlarm.proximity == .none // true`.
    ///
    /// An alarm with a proximity is saved without its time.
    open var proximity: EKAlarmProximity {
        get {
            switch state.withLock({ $0.alarm.proximity }) {
            case .arrive: .enter
            case .depart: .leave
            default: .none
            }
        }
        set {
            guard newValue != proximity else { return }
            state.withLock { state in
                let time = state.trigger
                switch newValue {
                case .enter: state.alarm.proximity = .arrive
                case .leave: state.alarm.proximity = .depart
                case .none: state.alarm.proximity = nil
                }
                state.alarm.trigger = state.isPlaced ? .ofPlaces : time ?? .atStart
                state.time = state.isPlaced ? time : nil
            }
        }
    }

    /// The location that triggers the alarm, or nil: `ekAlarm.structuredLocation?.title`.
    open var structuredLocation: EKStructuredLocation? {
        get {
            state.withLock { state in
                if state.place == nil {
                    state.place = Self.place(of: state.alarm).map { EKStructuredLocation($0) }
                }
                return state.place
            }
        }
        set {
            // As with Apple's @NSCopying, the alarm keeps a copy.
            let place = newValue.map { EKStructuredLocation($0.location) }
            state.withLock { state in
                state.place = place
                state.alarm.structuredLocations = []
                state.alarm.component.set(Self.placeName, to: place?.location.property)
            }
        }
    }

    // MARK: - Actions

    /// The alarm's action, determined by its email address, sound or URL: `ekAlarm.type // .display`.
    open var type: EKAlarmType { state.withLock { $0.alarm.type } }

    /// The address that receives the email; nil for alarms of other types.
    ///
    /// Setting an address changes the type to ``EKAlarmType/email`` and clears ``soundName`` and ``url``. Setting nil
    /// changes the type to ``EKAlarmType/display``: `ekAlarm.emailAddress = "jane@studio.example"`.
    open var emailAddress: String? {
        get { state.withLock { $0.alarm.type == .email ? $0.alarm.attendees.first?.email : nil } }
        set {
            act(.email, newValue) { address, alarm in
                alarm.action = .email
                alarm.summary = alarm.descriptionText
                alarm.attendees = [Attendee(email: address)]
            }
        }
    }

    /// The name of the sound to play; nil for the default sound and for alarms of other types.
    ///
    /// Setting a name changes the type to ``EKAlarmType/audio`` and clears ``emailAddress`` and ``url``. Setting nil
    /// changes the type to ``EKAlarmType/display``: `ekAlarm.soundName = "Basso"`.
    open var soundName: String? {
        get {
            let uri = state.withLock { $0.alarm.type == .audio ? $0.alarm.attachments.first?.uri : nil }
            return uri.flatMap { URL(string: $0) }.map { $0.deletingPathExtension().lastPathComponent }
        }
        set {
            act(.audio, newValue) { name, alarm in
                alarm.action = .audio
                // RFC 5545 requires a URI, so refer to the macOS sound file with this name.
                let sound = URL(filePath: "/System/Library/Sounds/\(name).aiff")
                alarm.attachments = [Attachment(uri: sound.absoluteString)]
            }
        }
    }

    /// The program to run, or nil for alarms of other types.
    ///
    /// This module never runs the program.
    ///
    /// As on Apple's systems since OS X 10.9, an alarm cannot be saved once this property has been changed:
    /// `ekAlarm.url // nil`.
    open var url: URL? {
        get {
            state.withLock { state in
                guard state.alarm.type == .procedure else { return nil }
                return state.alarm.attachments.first?.uri.flatMap { URL(string: $0) }
            }
        }
        set {
            act(.procedure, newValue?.absoluteString) { program, alarm in
                alarm.component.set("ACTION", to: Property("ACTION", .text("PROCEDURE")))
                alarm.attachments = [Attachment(uri: program)]
            }
        }
    }

    /// Changes the alarm's action, or removes the action if the value is nil.
    private func act(_ type: EKAlarmType, _ value: String?, _ change: (String, inout Alarm) -> Void) {
        state.withLock { state in
            guard value != nil || state.alarm.type == type else { return }
            var alarm = state.alarm
            (alarm.attendees, alarm.attachments, alarm.summary) = ([], [], nil)
            alarm.action = .display
            if alarm.descriptionText == nil { alarm.descriptionText = "Reminder" }
            if let value { change(value, &alarm) }
            state.alarm = alarm
        }
    }

    /// Returns an independent copy.
    ///
    /// ```swift
    /// (ekAlarm.copy() as? EKAlarm)?.relativeOffset == ekAlarm.relativeOffset  // true
    /// ```
    open func copy(with zone: NSZone? = nil) -> Any {
        let (length, time) = state.withLock { ($0.length, $0.time) }
        let copy = EKAlarm(alarm, length: length)
        copy.state.withLock { $0.time = time }
        return copy
    }
}

extension Alarm {
    fileprivate var type: EKAlarmType {
        switch action {
        case .audio: .audio
        case .email: .email
        default: component.text("ACTION")?.uppercased() == "PROCEDURE" ? .procedure : .display
        }
    }
}
