import ICSConsole
import ICSItems
import ICalendar

/// Warns about local times that are skipped or occur twice.
enum ClockWarnings {
    /// Prints a warning if a local time is skipped or occurs twice.
    ///
    /// - Parameters:
    ///   - name: The name for the time in the warning, such as `the start`.
    ///   - zone: The zone for floating times.
    static func print(about time: EventTime?, named name: String, in zone: Zone) {
        guard let text = text(about: time, named: name, in: zone) else { return }
        Program.say("warning: \(text)")
    }

    /// Returns the warning, or nil if the time occurs exactly once.
    static func text(about time: EventTime?, named name: String, in zone: Zone) -> String? {
        let civil: CivilDateTime
        let clock: Zone
        switch time {
        case .zoned(let time, let identifier):
            guard let own = try? Zone(identifier: identifier) else { return nil }
            (civil, clock) = (time, own)
        case .floating(let time): (civil, clock) = (time, zone)
        case .date, .utc, nil: return nil
        }
        let instant = clock.instant(of: civil)
        let written = EventFields.text(.floating(civil))
        let shown = clock.civil(at: instant)
        if shown != civil {
            let change = clock.stretch(around: instant).instants.lowerBound
            let before = clock.civil(at: Instant(secondsSince1970: change - 1)).adding(seconds: 1)
            let after = clock.civil(at: Instant(secondsSince1970: change))
            return "\(name) \(written) does not exist in \(clock.identifier), where the clocks go from "
                + "\(clockText(before)) to \(clockText(after)); using \(clockText(shown))"
        }
        guard clock.showsTwice(instant) else { return nil }
        return
            "\(name) \(written) occurs twice in \(clock.identifier), as the clocks go back; using the first, "
            + MomentText.time(instant, in: clock)
    }

    private static func clockText(_ civil: CivilDateTime) -> String {
        String(EventFields.text(.floating(civil)).dropFirst(11))
    }
}
