public import ICalendarCore

/// A time at which an alarm fires (RFC 5545 section 3.6.6, RFC 9074).
///
/// ```swift
/// for time in file.alarms(in: window) where !time.isAcknowledged {
///     print(time.instant, time.occurrence.summary ?? "")  // 2026-03-30T07:00:00Z Stand-up
/// }
/// ```
public struct AlarmTime: Sendable {
    /// The time at which the alarm fires: `alarmTime.instant.description // "2026-03-30T07:00:00Z"`.
    ///
    /// For `TRIGGER:-PT15M`, that is a quarter of an hour before the start.
    public let instant: Instant
    /// The alarm, with its text and action: `alarmTime.alarm.action // .display`.
    public let alarm: Alarm
    /// The repetition number: 0 for the first time, then 1 to 3 with `REPEAT:3`.
    public let repetition: Int
    /// Whether the alarm time was acknowledged, for example by `ACKNOWLEDGED:20260330T070130Z` (RFC 9074 section 6.1).
    public let isAcknowledged: Bool
    /// The occurrence that the alarm belongs to.
    ///
    /// For an absolute trigger of a series, this is the occurrence that starts nearest to the trigger.
    ///
    /// For example, `alarmTime.occurrence.summary // "Stand-up"`. A to-do's occurrence ends when the to-do is due; its
    /// component is ``item``. A to-do without DTSTART and DUE has an occurrence that starts and ends at its first
    /// absolute trigger.
    public let occurrence: Occurrence
    /// Whether the alarm belongs to a VTODO.
    ///
    /// If so, `Todo(alarmTime.item)` provides more details.
    package let isTodo: Bool

    /// Whether the alarm belongs to a to-do without DTSTART and DUE, whose ``occurrence`` has only derived times:
    /// `alarmTime.isOfTimelessTodo // false`.
    package var isOfTimelessTodo: Bool { isTodo && TodoEvents.isTimeless(occurrence.event.component) }

    /// The time when the occurrence ends.
    ///
    /// A to-do that is due at its start, or has no due time, ends when it starts, even if its start is a date.
    package var end: OccurrenceTime {
        isTodo && TodoEvents.endsAtStart(occurrence.event.component) ? occurrence.start : occurrence.end
    }

    /// The UID of the alarm that this alarm snoozes, or nil, as in `RELATED-TO;RELTYPE=SNOOZE:8297C37D` (RFC 9074
    /// section 7.1).
    package let snoozedAlarm: String?

    /// The VEVENT or VTODO that contains the alarm: `alarmTime.item.name // "VEVENT"`.
    public var item: Component {
        isTodo ? TodoEvents.todo(of: occurrence.event.component) : occurrence.event.component
    }
}

extension Occurrence {
    /// Returns, in order, up to `limit` times at which this occurrence's alarms fire.
    ///
    /// Relative triggers are measured from the start or end. Days follow the event's local clock, so `-P1D` differs from
    /// `-PT24H` across a clock change, while hours, minutes and seconds are exact. All-day and floating times are
    /// interpreted in the window's zone. An absolute trigger fires at the same time for all occurrences of a series, so
    /// ``Alarms`` includes it only once. A repeating alarm (REPEAT and DURATION) has a time for each repetition, but
    /// without a positive DURATION it fires only once. Alarms with ACTION:NONE or PROXIMITY are not included.
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
