/// How far from an occurrence its alarms go off, in days.
struct AlarmReach {
    /// So long before it starts or ends.
    private(set) var before = 0
    /// So long after it starts or ends.
    private(set) var after = 0
    /// Whether there is an alarm at all.
    private(set) var hasAlarms = false

    /// Four years: what goes off further away is not looked for.
    static let longest = 1461
    /// A reach that costs little: everything is looked for so far away without a second thought.
    static let short = 40

    /// Widens the reach by the alarms of a component; `window` is in seconds since 1970.
    mutating func include(_ component: Component, window: Range<Int>) {
        for inner in component.components where inner.name == Alarm.componentName {
            let alarm = Alarm(inner)
            guard let trigger = alarm.trigger else { continue }
            let pause = PlannedAlarm.held(alarm.repetitionInterval ?? .zero)
            let (repeated, isTooLong) = (pause.days + pause.seconds / 86_400 + 1).multipliedReportingOverflow(
                by: alarm.repetitions
            )
            let tail = alarm.repetitions <= 0 ? 0 : isTooLong ? Self.longest : min(repeated, Self.longest)
            switch trigger {
            case .relative(let duration, _):
                let held = PlannedAlarm.held(duration)
                let days = held.days + floorDivide(held.seconds, 86_400)
                hasAlarms = true
                before = max(before, min(-days, Self.longest))
                after = max(after, min(days + tail, Self.longest))
            case .absolute(let instant):
                let last = instant.adding(seconds: (tail + 1) * 86_400).secondsSince1970
                guard instant.secondsSince1970 < window.upperBound, last >= window.lowerBound else {
                    continue
                }
                // It goes off whenever its event may be.
                hasAlarms = true
                (before, after) = (Self.longest, Self.longest)
            }
        }
    }

    /// Widens the reach by another one.
    mutating func include(_ other: AlarmReach) {
        before = max(before, other.before)
        after = max(after, other.after)
        hasAlarms = hasAlarms || other.hasAlarms
    }

    /// Whether occurrences near to the window are enough.
    var isShort: Bool { before <= Self.short && after <= Self.short }
}
