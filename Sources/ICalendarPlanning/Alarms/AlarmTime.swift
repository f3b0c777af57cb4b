public import ICalendarCore

/// One time that an alarm goes off (RFC 5545 section 3.6.6, RFC 9074).
///
/// ```swift
/// for time in file.alarms(in: window) where !time.isAcknowledged {
///     print(time.instant, time.occurrence.summary ?? "")  // 2026-03-30T07:00:00Z Stand-up
/// }
/// ```
public struct AlarmTime: Sendable {
    /// When it goes off, such as a quarter of an hour before the start by `TRIGGER:-PT15M`:
    /// `alarmTime.instant.description // "2026-03-30T07:00:00Z"`.
    public let instant: Instant
    /// The alarm, with what it says and does: `alarmTime.alarm.action // .display`.
    public let alarm: Alarm
    /// Which repetition it is: 0 the first time, then 1 to 3 after `REPEAT:3`.
    public let repetition: Int
    /// Whether somebody has acknowledged it: `ACKNOWLEDGED:20260330T070130Z` (RFC 9074 section 6.1) is not before it.
    public let isAcknowledged: Bool
    /// The occurrence that it reminds of; of an absolute trigger of a series the one that starts nearest to it.
    ///
    /// `alarmTime.occurrence.summary // "Stand-up"`. The occurrence of a to-do ends when it is due; see ``item`` for
    /// its component. A to-do without DTSTART and DUE has an occurrence that starts and ends at its first
    /// absolute trigger; see ``isOfTimelessTodo``.
    public let occurrence: Occurrence
    /// Whether it belongs to a VTODO, so that `Todo(alarmTime.item)` knows more.
    public let isTodo: Bool

    /// Whether the alarm belongs to a to-do without DTSTART and DUE, whose ``occurrence`` has no times of its own:
    /// `alarmTime.isOfTimelessTodo // false`.
    public var isOfTimelessTodo: Bool { isTodo && TodoEvents.isTimeless(occurrence.event.component) }

    /// The UID of the alarm that this one repeats after a pause: `RELATED-TO;RELTYPE=SNOOZE:8297C37D` (RFC 9074 section
    /// 7.1); nil for an alarm of its own.
    public let snoozedAlarm: String?

    /// The VEVENT or VTODO that the alarm stands in: `alarmTime.item.name // "VEVENT"`.
    public var item: Component {
        isTodo ? TodoEvents.todo(of: occurrence.event.component) : occurrence.event.component
    }
}

extension Occurrence {
    /// When the alarms of this occurrence go off, in order, at most `limit` times.
    ///
    /// Relative triggers count from its start or end: days by the clocks of its zone, so that `-P1D` is not `-PT24H`
    /// across a change of the clocks; hours, minutes and seconds exactly. All-day and floating times are read in the
    /// window's zone. An absolute trigger is the same for all occurrences of a series; ``Alarms`` has it once. A repeating
    /// alarm (REPEAT and DURATION) counts each time; without a DURATION above zero it goes off once. Alarms with ACTION:NONE
    /// or PROXIMITY are not included.
    ///
    /// ```swift
    /// for time in occurrence.alarmTimes() where !time.isAcknowledged { print(time.instant) }
    /// ```
    public func alarmTimes(limit: Int = 1000) -> [AlarmTime] {
        let plan = AlarmPlan(event.component)
        var times: [AlarmTime] = []
        for alarm in plan.alarms {
            let found = alarm.times(of: self, in: Int.min..<Int.max, limit: limit)
            times += found.map { alarm.time($0.repetition, at: $0.second, of: self, isTodo: false) }
        }
        times.sort { ($0.instant, $0.repetition) < ($1.instant, $1.repetition) }
        return Array(times.prefix(max(0, limit)))
    }
}
