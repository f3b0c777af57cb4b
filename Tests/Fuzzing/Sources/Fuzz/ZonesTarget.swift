import ICalendar

@testable import ICalendarCore

/// A target that reads time zone definitions: TZif and its footer if the first byte is below 128, otherwise
/// the text of a VTIMEZONE.
enum ZonesTarget {
    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        if first < 128 {
            guard let table = try? TZif.table(rest) else { return }
            check(table)
        } else {
            definition(rest)
        }
    }

    private static func definition(_ bytes: [UInt8]) {
        let head = "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\n"
        let tail =
            "\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Z:20260329T023000\r\nRRULE:FREQ=HOURLY\r\n"
            + "END:VEVENT\r\nEND:VCALENDAR\r\n"
        let text = Array(head.utf8) + bytes + Array(tail.utf8)
        guard let file = try? CalendarFile(bytes: text, threads: 1) else { return }
        ReadingTarget.search(text, file, Windows.march)
        for component in file.calendars.flatMap(\.component.components) where component.name == "VTIMEZONE" {
            let definition = ZoneDefinition(component, limit: ObservanceLayout.modestLimit)
            if let zone = definition.zone { check(zone.table) }
        }
    }

    /// Checks that offsets are limited, and that an instant's local time converts back to the instant or to
    /// its repeated hour.
    private static func check(_ table: TransitionTable) {
        let ends = [Int.min, -1 << 40, 0, 1_774_746_000, 4_102_444_800, 253_402_300_799, 1 << 40, Int.max]
        for instant in ends + table.instants.prefix(200).flatMap({ [$0 - 1, $0, $0 + 1] }) {
            let offset = table.span(atInstant: instant).offset
            holds(offset.magnitude <= TransitionTable.largestOffset, "an offset of \(offset)")
            holds(
                table.span(atCivil: instant).offset.magnitude <= TransitionTable.largestOffset,
                "a civil offset too large"
            )
            let span = table.span(atInstant: instant)
            guard instant.magnitude < 1 << 50 else { continue }
            holds(
                span.low <= instant && instant < span.high,
                "a stretch is not around its instant \(instant)"
            )
            let civil = table.span(atCivil: instant)
            holds(
                civil.low <= instant && instant < civil.high,
                "a span does not contain its instant \(instant)"
            )
        }
        let limits = table.instants
        holds(zip(limits, limits.dropFirst()).allSatisfy { $0 < $1 }, "transitions out of order")
        holds(
            limits.indices.dropFirst().allSatisfy { table.threshold($0 - 1) <= table.threshold($0) },
            "thresholds out of order"
        )
    }
}
