import ICalendar
import TestTraits
import Testing

/// Laws of alarms, which hold for every calendar.
struct AlarmLawTests {
    private static let triggers = [
        "TRIGGER:-PT15M", "TRIGGER:-P1D", "TRIGGER:-P3DT2H", "TRIGGER;RELATED=END:PT30M", "TRIGGER:P1W",
        "TRIGGER;RELATED=END:-P50D", "TRIGGER:-PT30M\nREPEAT:3\nDURATION:PT10M",
        "TRIGGER:-P4D\nREPEAT:5\nDURATION:P1DT1H", "TRIGGER;RELATED=END:-P1D\nREPEAT:1\nDURATION:P2D",
    ]

    /// Returns a random calendar whose events have alarms.
    private func text(_ seed: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(seed))
        return RandomCalendar(seed: UInt64(seed)).text.split(separator: "\r\n").map { line in
            guard line == "END:VEVENT" else { return String(line) }
            let trigger = Self.triggers.randomElement(using: &generator) ?? ""
            return crlf("BEGIN:VALARM\nACTION:DISPLAY\n\(trigger)\nEND:VALARM\nEND:VEVENT")
        }.joined(separator: "\r\n") + "\r\n"
    }

    /// Calculates an occurrence's alarm times step by step.
    private func instants(_ alarm: Alarm, of occurrence: Occurrence, in display: Zone) -> [Instant] {
        guard case .relative(let duration, let edge)? = alarm.trigger else { return [] }
        let time = edge == .start ? occurrence.start : occurrence.end
        var zone = display
        if case .instant(_, let own) = time { zone = own }
        func moved(_ instant: Instant, _ days: Int, _ seconds: Int) -> Instant {
            guard days != 0 else { return instant.adding(seconds: seconds) }
            return zone.instant(of: zone.civil(at: instant).adding(seconds: days * 86_400)).adding(
                seconds: seconds
            )
        }
        let first = moved(time.instant(in: display), duration.days, duration.seconds)
        let pause = alarm.repetitionInterval ?? .zero
        return [first]
            + (1...10).prefix(alarm.repetitions).map { moved(first, $0 * pause.days, $0 * pause.seconds) }
    }

    @Test(.long, arguments: 0..<40)
    func `the alarms in a window match the alarms of all nearby occurrences`(seed: Int) throws {
        let example = try PlanningCase(text(seed), from: "2025-10-20", to: "2025-11-10", in: "Europe/Berlin")
        let wide = try PlanningCase(text(seed), from: "2025-07-01", to: "2026-04-01", in: "Europe/Berlin")
        let zone = example.window.zone
        let expected = wide.file.occurrences(in: wide.window).flatMap { occurrence in
            occurrence.event.alarms.flatMap { instants($0, of: occurrence, in: zone) }
                .filter { example.window.searchedRange.contains($0) }
                .map { "\($0) \(occurrence.line)" }
        }
        let found = example.file.alarms(in: example.window)
        #expect(found.map { "\($0.instant) \($0.occurrence.line)" }.sorted() == expected.sorted())
        #expect(found.map(\.instant) == found.map(\.instant).sorted())
        #expect(!found.isLimited)
    }

    @Test(.long, arguments: 0..<20)
    func `a split window has the same alarms as the whole window, and a limit keeps the first ones`(seed: Int)
        throws
    {
        let text = text(seed)
        let whole = try PlanningCase(text, from: "2025-10-01", to: "2025-12-01", in: "Europe/Berlin").alarms()
        let first = try PlanningCase(text, from: "2025-10-01", to: "2025-10-26T02:30:00", in: "Europe/Berlin")
        let second = try PlanningCase(
            text,
            from: "2025-10-26T02:30:00",
            to: "2025-12-01",
            in: "Europe/Berlin"
        )
        #expect(first.alarms() + second.alarms() == whole)
        let example = try PlanningCase(text, from: "2025-10-01", to: "2025-12-01", in: "Europe/Berlin")
        for limit in [1, 7, whole.count] {
            #expect(example.alarms(limit: limit) == Array(whole.prefix(limit)))
            #expect(example.file.alarms(in: example.window, limit: limit).isLimited == (whole.count > limit))
        }
    }
}
