import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarReports

/// Tests that standalone events have the same occurrences as their original calendar.
struct StandaloneLawTests {
    /// The maximum number of occurrences per window to write and read back.
    private static let most = 3000

    /// An occurrence's time, title, attendees, status and alarms, without characters that iCalendar forbids.
    private struct Happening: Hashable, CustomStringConvertible {
        let description: String

        init(_ occurrence: Occurrence) {
            let summary = (occurrence.summary ?? "").unicodeScalars.filter { scalar in
                scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            }
            let event = occurrence.event
            let people = event.attendees.map {
                "\($0.name ?? "-") \($0.email ?? "-") \($0.status) \($0.role) \($0.type)"
            }
            let organizer = event.organizer.map { "\($0.name ?? "-") \($0.email ?? "-")" } ?? "- -"
            let parts = [
                "\(occurrence.start.standalone) \(occurrence.end.standalone) \(String.UnicodeScalarView(summary))",
                event.status?.rawValue ?? "-", organizer, people.joined(separator: ", "),
            ]
            description = Self.withoutControls((parts + Self.alarms(of: occurrence)).joined(separator: "; "))
        }

        /// Returns the alarms that fire.
        private static func alarms(of occurrence: Occurrence) -> [String] {
            occurrence.event.alarms.compactMap { alarm -> String? in
                guard let trigger = alarm.trigger else { return nil }
                var when = "\(trigger)"
                // An event without a duration ends at its start.
                if case .relative(let duration, _) = trigger, !occurrence.endsLater { when = "\(duration)" }
                let isRepeated = alarm.repetitions > 0 && PlannedAlarm.pause(alarm.repetitionInterval) != nil
                let again = isRepeated ? "\(alarm.repetitions) \(alarm.repetitionInterval ?? .zero)" : ""
                return "\(when) \(alarm.component.text("ACTION") ?? "DISPLAY") \(again)"
            }
        }

        private static func withoutControls(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
                )
            )
        }
    }

    private func check(_ files: [CalendarFile], _ place: String) throws {
        let windows = [
            try window("2026-01-01", "2028-01-01"),
            try window("2004-01-01", "2008-01-01", in: "Europe/Berlin"),
        ]
        for window in windows {
            let occurrences = Occurrences(of: files, in: window)
            guard occurrences.count(upTo: Self.most) < Self.most else { continue }
            let events = occurrences.standaloneEvents.map(\.component)
            let head = [Property("VERSION", .text("2.0")), Property("PRODID", .text("-//tests//EN"))]
            let calendar = Component("VCALENDAR", properties: head, components: events)
            let made = CalendarFile(calendars: [CalendarObject(calendar)])
            let before = counts(occurrences)
            for read in [try CalendarFile(bytes: made.icsBytes()), try CalendarFile(jCal: made.jCalBytes())] {
                let after = counts(read.occurrences(in: window))
                #expect(before == after, "\(place): \(lost(before, after)) lost, \(lost(after, before)) new")
                let errors = read.validate().filter { $0.severity == .error }
                // The tool writes a UTC zone definition for an empty calendar.
                #expect(events.isEmpty || errors.map(\.description) == [], "\(place)")
            }
        }
    }

    private func counts(_ occurrences: Occurrences) -> [Happening: Int] {
        occurrences.reduce(into: [:]) { $0[Happening($1), default: 0] += 1 }
    }

    private func lost(_ before: [Happening: Int], _ after: [Happening: Int]) -> [String] {
        before.filter { after[$0.key] != $0.value }.map { "\($0.key)" }.sorted().prefix(3).map { $0 }
    }

    @Test(.long, arguments: CalendarFiles.sample)
    func `standalone events from a file, alone or duplicated, keep all occurrences`(path: String) throws {
        guard let file = try? CalendarFile(bytes: CalendarFiles.bytes(path), name: path) else { return }
        try check([file], path)
        try check([file, file], path)
    }

    @Test(.long, arguments: CalendarFiles.others)
    func `standalone events from the remaining files keep all occurrences`(path: String) throws {
        try `standalone events from a file, alone or duplicated, keep all occurrences`(path: path)
    }

    @Test(.long, arguments: 30..<200)
    func `standalone events from the extended random set keep all occurrences`(seed: Int) throws {
        try `standalone events from random calendars with shared UIDs keep all occurrences`(seed: seed)
    }

    @Test(.long, arguments: 0..<30)
    func `standalone events from random calendars with shared UIDs keep all occurrences`(seed: Int) throws {
        let texts = [RandomCalendar(seed: UInt64(seed)).text, RandomCalendar(seed: UInt64(seed + 1)).text]
        try check(texts.map { try CalendarFile(text: $0) }, texts.joined(separator: "\n"))
    }
}

extension OccurrenceTime {
    /// The time without its original zone.
    fileprivate var standalone: String {
        switch self {
        case .date(let date): "\(date)"
        case .floating(let time): "\(time)"
        case .instant(let instant, _): "\(instant.secondsSince1970)"
        }
    }
}
