#if canImport(Hostile)
    import Hostile
#endif

@testable import ICalendarCore
import ICalendar

/// The law of broken calendars: unambiguous deviations keep all occurrences, and any losses are reported.
enum WildLaw {
    /// Returns a description of a violation, or nil if the law holds.
    static func violation(_ choices: Choices, ways: [WildBreak]) throws -> String? {
        let valid = WildCalendar(choices)
        var broken = valid
        let applied = ways.filter { broken.apply($0) }
        guard !applied.isEmpty else { return nil }
        let names = applied.map(\.rawValue).joined(separator: ", ")
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_772_323_200),
            to: Instant(secondsSince1970: 1_772_323_200 + 90 * 86_400),
            in: Zone(identifier: "Europe/Berlin")
        )
        let before = try outcome(valid.bytes, window)
        let after = try outcome(broken.bytes, window)
        if !before.remarks.isEmpty {
            return "the valid calendar has diagnostics: \(before.remarks)\n\(text(valid))"
        }
        let isSame = before.rows == after.rows
        if applied.allSatisfy(\.keepsOccurrences), !isSame {
            let missing = before.rows.filter { !after.rows.contains($0) }
            let extra = after.rows.filter { !before.rows.contains($0) }
            return "\(names): missing \(missing), extra \(extra), \(after.remarks)\n\(text(broken))"
        }
        let isSilent = !broken.needsRemark || applied.contains(where: \.isSilent)
        if after.remarks.isEmpty, !isSame || !isSilent {
            return "\(names): no diagnostic\n\(text(broken))"
        }
        let searched = try search(broken.bytes, window)
        if searched != after.rows {
            return "\(names): a search finds \(searched), a file \(after.rows)\n\(text(broken))"
        }
        return nil
    }

    private static func text(_ calendar: WildCalendar) -> String {
        String(decoding: calendar.bytes, as: UTF8.self)
    }

    private static func outcome(
        _ bytes: [UInt8],
        _ window: OccurrenceWindow
    ) throws -> (rows: [String], remarks: [Diagnostic]) {
        let file = try CalendarFile(bytes: bytes, threads: 1)
        let found = file.occurrences(in: window)
        return (found.map { row($0, window.zone) }, file.diagnostics + found.diagnostics)
    }

    private static func search(_ bytes: [UInt8], _ window: OccurrenceWindow) throws -> [String] {
        var search = OccurrenceSearch(in: window, threads: 1)
        try search.read(bytes: bytes)
        return search.occurrences().map { row($0, window.zone) }
    }

    /// Returns the visible parts of an occurrence, without its original zone.
    private static func row(_ occurrence: Occurrence, _ zone: Zone) -> String {
        let people = occurrence.attendees.map { "\($0.name ?? "-") \($0.email ?? "-") \($0.status)" }
        let alarms = occurrence.event.alarms.map { String(describing: $0.trigger) }
        let event = occurrence.event
        let parts: [String] = [
            "\(occurrence.start.instant(in: zone))", "\(occurrence.end.instant(in: zone))",
            "\(occurrence.isAllDay)", occurrence.uid, "\(occurrence.isDetached)",
            String(describing: occurrence.status), occurrence.summary ?? "-", occurrence.location ?? "-",
            event.descriptionText ?? "-", event.organizer?.email ?? "-",
        ]
        return (parts + people + alarms).joined(separator: " | ")
    }
}
