import ICalendarCore

/// A component's alarms, decoded once for all of its occurrences.
struct AlarmPlan: Sendable {
    /// The alarms with a readable time trigger, in file order.
    let alarms: [PlannedAlarm]

    /// Decodes a component's alarms.
    ///
    /// A text that is one of `titles` counts as missing.
    init(_ component: Component, titles: Set<String> = []) {
        let components = component.components.filter { $0.name == Alarm.componentName }
        var acknowledged: [String: Int] = [:]
        for alarm in components {
            if let uid = alarm.text("UID"), let second = Self.acknowledged(alarm) {
                acknowledged[uid] = max(acknowledged[uid] ?? .min, second)
            }
        }
        let endsAtStart = TodoEvents.endsAtStart(component)
        let isTimeless = TodoEvents.isTimeless(component)
        let own = Self.title(of: component)
        var numbers: [AlarmIdentity: Int] = [:]
        alarms = components.compactMap { component in
            let alarm = Alarm(component)
            guard alarm.goesOffAtTime, let trigger = alarm.trigger else { return nil }
            if isTimeless, case .relative = trigger { return nil }
            var identity = AlarmIdentity(alarm, trigger) { $0 == own || titles.contains($0) }
            let number = numbers[identity, default: 0]
            numbers[identity] = number + 1
            identity.number = number
            // Once a snooze alarm fires, the original alarm counts as acknowledged again.
            let snoozed = Self.snoozed(by: component)
            let original = snoozed.flatMap { acknowledged[$0] }
            let own = Self.acknowledged(component)
            return PlannedAlarm(
                alarm: alarm,
                trigger: trigger,
                repetitions: alarm.repetitions,
                interval: alarm.repetitionInterval,
                acknowledged: [own, original].compactMap(\.self).max(),
                endsAtStart: endsAtStart,
                identity: identity,
                snoozed: snoozed
            )
        }
    }

    /// Returns the text that a repair adds to a component's alarms.
    static func title(of component: Component) -> String { component.text("SUMMARY") ?? Alarm.defaultText }

    static func hasAbsolute(_ component: Component) -> Bool {
        component.components.contains { alarm in
            guard case .dateTime? = alarm.first("TRIGGER")?.value else { return false }
            return alarm.name == Alarm.componentName
        }
    }

    /// Returns an alarm's ACKNOWLEDGED time in seconds since 1970, or nil if it has none.
    static func acknowledged(_ alarm: Component) -> Int? {
        guard let value = alarm.first("ACKNOWLEDGED")?.value else { return nil }
        if case .dateTime(let time, _) = value { return time.secondNumber }
        guard let text = value.string?.trimmingBlanks else { return nil }
        var remarks: [ValueRemark] = []
        guard case .dateTime(let time, _)? = DateTimeText.moment(Array(text.utf8).span, &remarks) else {
            return nil
        }
        return time.secondNumber
    }

    /// Returns the UID of the alarm that a snooze alarm repeats, or nil for any other alarm.
    static func snoozed(by alarm: Component) -> String? {
        alarm.all("RELATED-TO").first { $0.parameters["RELTYPE"]?.trimmingBlanks.uppercased() == "SNOOZE" }?
            .value.string
    }
}

/// An alarm's identity.
///
/// An alarm's copies in all parts of a series have the same identity.
struct AlarmIdentity: Hashable, Sendable {
    private let content: Fingerprint
    /// The number of earlier alarms in the component that have the same content.
    var number = 0

    private static let names: Set = ["ATTACH", "ATTENDEE"]
    private static let texts: Set = ["DESCRIPTION", "SUMMARY"]

    /// Creates the identity of a component's first alarm with its content.
    ///
    /// A text that is missing and one that repeats a title of the series are equal, because a repair adds the title.
    init(_ alarm: Alarm, _ trigger: Alarm.Trigger, isTitle: (String) -> Bool) {
        let properties = alarm.component.properties.filter { property in
            Self.names.contains(property.name)
                || Self.texts.contains(property.name)
                    && !(property.value.string.map(isTitle) ?? false)
        }
        content = Fingerprint { hasher in
            hasher.combine(trigger)
            hasher.combine(alarm.component.text("ACTION")?.trimmingBlanks.uppercased())
            for property in properties.sorted(by: { $0.name < $1.name }) {
                hasher.combine(PropertyForm(property))
            }
        }
    }
}

extension Alarm {
    /// Whether the alarm fires at a certain time.
    ///
    /// Apple's programs write `ACTION:NONE` to mean "no alarm". An alarm with PROXIMITY fires at a location (RFC 9074
    /// section 8).
    package var goesOffAtTime: Bool { !isNone && !isOfPlace }

    /// Whether the alarm fires at a location, because PROXIMITY is a known keyword or an X- name; other values are
    /// ignored.
    var isOfPlace: Bool {
        guard let word = component.text("PROXIMITY")?.trimmingBlanks.uppercased() else { return false }
        return word.hasPrefix("X-") || Proximity(keyword: word) != nil
    }

    /// Whether the component means "no alarm".
    package var isNone: Bool { component.text("ACTION")?.trimmingBlanks.uppercased() == "NONE" }
}

/// An alarm with its properties decoded.
struct PlannedAlarm: Sendable {
    let alarm: Alarm
    let trigger: Alarm.Trigger
    let repetitions: Int
    let interval: NominalDuration?
    /// The time of acknowledgment, in seconds since 1970.
    ///
    /// Alarm times up to this time count as acknowledged.
    let acknowledged: Int?
    /// Whether a trigger relative to the end is measured from the start instead, as in a to-do with a single time.
    let endsAtStart: Bool
    let identity: AlarmIdentity
    /// The UID of the alarm that this alarm snoozes, or nil if there is none.
    let snoozed: String?

    /// Returns up to `limit` times at which the alarm fires in a range, in seconds since 1970.
    func times(of occurrence: Occurrence, in range: Range<Int>, limit: Int) -> [(
        repetition: Int, second: Int
    )] {
        let (first, clock) = first(of: occurrence)
        guard repetitions > 0, let (pause, step) = Self.pause(interval) else {
            return range.contains(first) && limit > 0 ? [(0, first)] : []
        }
        // The length of a day varies, so the computed repetition may be off by one or two steps.
        let from = max(0, Self.steps(from: first, to: range.lowerBound, step) - 2)
        let through = min(repetitions, Self.steps(from: first, to: range.upperBound, step) + 2)
        var times: [(repetition: Int, second: Int)] = []
        var number = from
        while number <= through, times.count < limit {
            let second = Self.moved(first, by: pause, times: number, on: clock)
            if range.contains(second) { times.append((number, second)) }
            number += 1
        }
        return times
    }

    /// Returns the public value for an alarm time in seconds since 1970.
    func time(_ repetition: Int, at second: Int, of occurrence: Occurrence, isTodo: Bool) -> AlarmTime {
        AlarmTime(
            instant: Instant(secondsSince1970: second),
            alarm: alarm,
            repetition: repetition,
            isAcknowledged: acknowledged.map { second <= $0 } ?? false,
            occurrence: occurrence,
            isTodo: isTodo,
            snoozedAlarm: snoozed
        )
    }

    /// Returns the first alarm time and the clock for offsets in days.
    private func first(of occurrence: Occurrence) -> (second: Int, clock: SeriesClock) {
        switch trigger {
        case .absolute(let instant):
            return (instant.secondsSince1970, SeriesClock(kind: .zoned, zone: .utc))
        case .relative(let duration, let edge):
            let time = edge == .start || endsAtStart ? occurrence.start : occurrence.end
            let zone =
                if case .instant(_, let zone) = time { zone } else { occurrence.displayZone }
            let clock = SeriesClock(kind: .zoned, zone: zone)
            let start = time.instant(in: zone).secondsSince1970
            return (Self.moved(start, by: Self.held(duration), times: 1, on: clock), clock)
        }
    }

    /// Adds a duration to a time repeatedly, first the days on a clock and then the seconds.
    ///
    /// A duration without days bypasses the clock, so a repeated local time remains unambiguous.
    static func moved(_ second: Int, by duration: NominalDuration, times: Int, on clock: SeriesClock) -> Int {
        var second = second
        if duration.days != 0, times != 0 {
            second = clock.key(ofCivil: clock.civil(ofKey: second) + bounded(duration.days * 86_400, times))
        }
        return second + bounded(duration.seconds, times)
    }

    /// Returns a product clamped to about 30 million years.
    ///
    /// Sums of products within this range cannot overflow.
    private static func bounded(_ number: Int, _ times: Int) -> Int {
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: times)
        return isTooLarge ? 1 << 50 : min(max(product, -1 << 50), 1 << 50)
    }

    /// Returns the number of whole steps between two instants, or -1 if the second instant precedes the first.
    private static func steps(from first: Int, to second: Int, _ step: Int) -> Int {
        guard second > first else { return -1 }
        let (distance, isTooFar) = second.subtractingReportingOverflow(first)
        return (isTooFar ? .max : distance) / step
    }

    /// Returns the pause between repetitions, as a duration and in seconds, or nil if the alarm does not repeat.
    static func pause(_ interval: NominalDuration?) -> (duration: NominalDuration, seconds: Int)? {
        guard let pause = interval.map(held), !pause.isNegative else { return nil }
        let seconds = pause.days * 86_400 + pause.seconds
        return seconds > 0 ? (pause, seconds) : nil
    }

    /// Returns a duration clamped to 30,000 years, which is the limit for event durations.
    static func held(_ duration: NominalDuration) -> NominalDuration {
        NominalDuration(
            days: min(max(duration.days, -11_000_000), 11_000_000),
            seconds: min(max(duration.seconds, -950_000_000_000), 950_000_000_000)
        )
    }
}
