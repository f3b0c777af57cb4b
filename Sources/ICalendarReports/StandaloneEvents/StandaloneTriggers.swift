package import ICalendarCore

/// A standalone event's trigger that counts days.
///
/// A standalone event is in UTC, where each day has 24 hours. A one-day trigger follows the local clock of the original
/// event, so it is written in hours if it spans a clock change.
package struct StandaloneTrigger: Sendable {
    /// The alarm's position among the event's components.
    package let place: Int
    private let clock: SeriesClock
    private let isFromEnd: Bool
    private let duration: NominalDuration
    /// The pause in days and the number of the repetition that the alarm replaces.
    private let pause: NominalDuration
    private let repetition: Int

    /// The maximum number of repetitions per event that become separate alarms.
    private static let mostRepetitions = 100

    /// Returns the trigger for an occurrence that starts and ends at the given seconds since 1970.
    ///
    /// The trigger is unchanged unless there is a clock change between the alarm and the start or end.
    package func duration(fromStart start: Int, end: Int) -> NominalDuration {
        let edge = isFromEnd ? end : start
        if isSteady(from: edge) { return nominal }
        let first = PlannedAlarm.moved(edge, by: duration, times: 1, on: clock)
        let exact = PlannedAlarm.moved(first, by: pause, times: repetition, on: clock) - edge
        let isNominal = exact == nominal.days * 86_400 + nominal.seconds
        let hasOneSign = nominal.days.signum() * nominal.seconds.signum() >= 0
        return isNominal && hasOneSign ? nominal : NominalDuration(seconds: exact)
    }

    /// The trigger as it is if there are no clock changes and each day has 24 hours.
    private var nominal: NominalDuration {
        NominalDuration(
            days: duration.days + repetition * pause.days,
            seconds: duration.seconds + repetition * pause.seconds
        )
    }

    /// Returns whether the alarm is not a repetition and no clock change lies between it and the start or end.
    ///
    /// This is a fast check that avoids computing the exact time.
    private func isSteady(from edge: Int) -> Bool {
        let steady = clock.steadyTimes(around: edge)
        return steady.contains(edge) && steady.contains(edge + duration.days * 86_400) && repetition == 0
    }

    /// Appends the trigger for the given start and end in the notation that RFC 5545 section 3.3.6 defines.
    package func append(fromStart start: Int, end: Int, to bytes: inout [UInt8]) {
        duration(fromStart: start, end: end).append(to: &bytes)
    }

    /// Returns, in order, an event's triggers that count days.
    ///
    /// Days are counted on `clock`.
    ///
    /// An alarm that repeats at intervals of days becomes several alarms, since a pause in UTC has a fixed length.
    static func triggers(of event: inout Component, on clock: SeriesClock) -> [StandaloneTrigger] {
        guard clock.kind == .zoned, clock.zone != .utc, event.components.contains(where: countsDays) else {
            return []
        }
        var triggers: [StandaloneTrigger] = []
        var components: [Component] = []
        var room = mostRepetitions
        for component in event.components {
            let alarm = Alarm(component)
            guard countsDays(component), case .relative(let duration, let edge)? = alarm.trigger else {
                components.append(component)
                continue
            }
            let pause = PlannedAlarm.pause(alarm.repetitionInterval)?.duration
            var repetitions = 0
            if let pause, pause.days != 0, alarm.repetitions > 0, alarm.repetitions <= room {
                repetitions = alarm.repetitions
                room -= repetitions
            }
            for repetition in 0...repetitions {
                triggers.append(
                    StandaloneTrigger(
                        place: components.count,
                        clock: clock,
                        isFromEnd: edge == .end,
                        duration: PlannedAlarm.held(duration),
                        pause: pause ?? .zero,
                        repetition: repetition
                    )
                )
                components.append(
                    repetitions > 0 ? component.withoutRepetitions(isAgain: repetition > 0) : component
                )
            }
        }
        event.components = components
        return triggers
    }

    /// Returns whether an alarm's trigger or pause contains days.
    private static func countsDays(_ component: Component) -> Bool {
        guard component.name == Alarm.componentName,
            case .duration(let duration)? = component.first("TRIGGER")?.value
        else { return false }
        if duration.days != 0 { return true }
        let alarm = Alarm(component)
        return alarm.repetitions > 0 && (alarm.repetitionInterval ?? .zero).days != 0
    }
}

extension Component {
    /// Returns a copy of the alarm that fires once.
    ///
    /// If `isAgain` is true, the copy replaces a repetition and has no UID.
    fileprivate func withoutRepetitions(isAgain: Bool) -> Component {
        var alarm = self
        alarm.properties.removeAll { $0.name == "REPEAT" || $0.name == "DURATION" }
        if isAgain { alarm.properties.removeAll { $0.name == "UID" } }
        return alarm
    }

    /// Reduces the first TRIGGER to its RELATED parameter.
    package mutating func shortenTrigger() {
        guard let place = properties.firstIndex(where: { $0.name == "TRIGGER" }) else { return }
        properties[place].parameters.removeAll { $0.name != "RELATED" }
    }

    package mutating func setTrigger(_ duration: NominalDuration) {
        guard let place = properties.firstIndex(where: { $0.name == "TRIGGER" }),
            properties[place].value != .duration(duration)
        else { return }
        properties[place].value = .duration(duration)
    }
}
