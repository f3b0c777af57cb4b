public import Foundation
import ICalendar
import SystemIO

/// An alarm of an event or a reminder, at a time or at a place.
///
/// ```swift
/// ekEvent.addAlarm(EKAlarm(relativeOffset: -600))
/// ```
// The class is Sendable because all of its state is behind one lock.
open class EKAlarm: EKObject, NSCopying, @unchecked Sendable {
    private struct State {
        var alarm: Alarm
        /// The length of the event, for an alarm relative to its end.
        var length = 0
        var place: EKStructuredLocation?
    }

    private let state: Lock<State>

    /// Creates an alarm at the start.
    ///
    /// ```swift
    /// EKAlarm().relativeOffset  // 0
    /// ```
    public override init() {
        state = Lock(State(alarm: .display("Reminder", .atStart)))
        super.init()
    }

    /// Creates an alarm at a fixed time.
    ///
    /// ```swift
    /// EKAlarm(absoluteDate: monday.date).absoluteDate == monday.date  // true
    /// ```
    public convenience init(absoluteDate date: Date) {
        self.init()
        absoluteDate = date
    }

    /// Creates an alarm relative to the start, in seconds; a negative offset is before it.
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

    /// The alarm as the store below knows it.
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
        // RFC 9074 section 8.2 has a component for it.
        return alarm.structuredLocations.first.map { place in
            EKStructuredLocation.location(title: place.name ?? "", position: place.position, radius: nil)
        }
    }

    /// The time of the alarm, or nil if it is relative to the start: `EKAlarm(relativeOffset: 0).absoluteDate // nil`.
    ///
    /// Setting it clears ``relativeOffset``; nil makes the alarm relative again.
    open var absoluteDate: Date? {
        get {
            guard case .absolute(let instant)? = state.withLock({ $0.alarm.trigger }), proximity == .none
            else { return nil }
            return instant.date
        }
        set { state.withLock { $0.alarm.trigger = newValue.map { .absolute(Instant($0)) } ?? .atStart } }
    }

    /// The seconds after the start, or a negative number of seconds before it; 0 for an alarm at a fixed time.
    ///
    /// Setting it clears ``absoluteDate``: `EKAlarm(relativeOffset: -600).relativeOffset // -600`.
    open var relativeOffset: TimeInterval {
        get {
            state.withLock { state in
                guard case .relative(let duration, let edge)? = state.alarm.trigger else { return 0 }
                let offset = TimeInterval(duration.days) * 86_400 + TimeInterval(duration.seconds)
                return edge == .end ? offset + TimeInterval(state.length) : offset
            }
        }
        set {
            guard newValue != relativeOffset || absoluteDate != nil else { return }
            // No alarm is a century away.
            let seconds = newValue.isFinite ? Int(min(max(newValue.rounded(), -3e9), 3e9)) : 0
            state.withLock { $0.alarm.trigger = .relative(.seconds(seconds), to: .start) }
        }
    }

    /// Whether the alarm goes off on arrival at or departure from its place: `ekAlarm.proximity == .none // true`.
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
                switch newValue {
                case .enter: state.alarm.proximity = .arrive
                case .leave: state.alarm.proximity = .depart
                case .none: state.alarm.proximity = nil
                }
                state.alarm.trigger = newValue == .none ? .atStart : .ofPlaces
            }
        }
    }

    /// The place of an alarm that depends on one: `ekAlarm.structuredLocation?.title`.
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

    /// The action of the alarm: `ekAlarm.type // .display`.
    open var type: EKAlarmType {
        switch state.withLock({ $0.alarm }) {
        case let alarm where alarm.action == .audio: .audio
        case let alarm where alarm.action == .email: .email
        case let alarm where alarm.component.text("ACTION")?.uppercased() == "PROCEDURE": .procedure
        default: .display
        }
    }

    /// Returns a copy, which changes on its own.
    ///
    /// ```swift
    /// (ekAlarm.copy() as? EKAlarm)?.relativeOffset == ekAlarm.relativeOffset  // true
    /// ```
    open func copy(with zone: NSZone? = nil) -> Any {
        EKAlarm(alarm, length: state.withLock { $0.length })
    }
}
