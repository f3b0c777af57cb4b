import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests that unambiguous deviations from RFC 5545 do not change a calendar's occurrences.
struct ForeignFormLawTests {
    /// Functions that deform a line but keep its meaning, or return nil if they do not apply to it.
    private static let ways: [@Sendable (String) -> String?] = [
        // Removes the required quotes around a zone name.
        { line in line.contains("TZID=\"") ? line.replacing("\"", with: "") : nil },
        // Moves parameters after the colon.
        { line in
            line.hasPrefix("DTSTART;") || line.hasPrefix("EXDATE;") || line.hasPrefix("ATTENDEE;")
                ? line.replacing(";", with: ":", maxReplacements: 1) : nil
        },
        // Adds fractional seconds to times, as ISO 8601 allows.
        { line in line.hasPrefix("DTSTART:") || line.hasPrefix("DTEND:") ? extended(line, "") : nil },
        { line in
            line.hasPrefix("DTSTART:") || line.hasPrefix("RECURRENCE-ID:") ? extended(line, ".000") : nil
        },
        // Writes all-day dates as times at midnight.
        { line in line.contains("VALUE=DATE:") && !line.contains(",") ? line + "T000000" : nil },
        // Writes times with a UTC offset.
        { line in
            line.hasSuffix("00Z") && !line.hasPrefix("RRULE") && !line.hasPrefix("UID")
                ? String(line.dropLast()) + "+0000" : nil
        },
        // Folds lines and converts names to lower case.
        { line in
            guard line.contains("TZID=\""), let colon = line.firstIndex(of: ":") else { return nil }
            let plain = line[..<colon].lowercased() + "\r\n " + line[colon...]
            return plain.replacing("\"", with: "")
        },
    ]

    private static func extended(_ line: String, _ fraction: String) -> String? {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].count >= 15 else { return nil }
        let digits = Array(parts[1])
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
        return "\(parts[0]):\(date)T\(time)\(fraction)\(part(15..<digits.count))"
    }

    /// A calendar with many kinds of lines.
    ///
    /// The zone name requires quotes.
    private static let text = calendar(
        """
        UID:zoned
        DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna":20260302T090000
        DTEND;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna":20260302T100000
        RRULE:FREQ=WEEKLY;COUNT=8
        EXDATE;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna":20260309T090000,20260316T090000
        ATTENDEE;CN="Doe, Jane";PARTSTAT=ACCEPTED:mailto:jane@example.org
        """,
        """
        UID:zoned
        RECURRENCE-ID;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna":20260330T090000
        DTSTART;TZID="tzone://Microsoft/Utc":20260401T090000
        DURATION:PT2H
        """,
        "UID:utc\nDTSTART:20260303T080000Z\nDTEND:20260303T090000Z\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260304T080000Z",
        "UID:utc\nRECURRENCE-ID:20260305T080000Z\nDTSTART:20260306T080000Z\nDTEND:20260306T080500Z",
        "UID:days\nDTSTART;VALUE=DATE:20260310\nDTEND;VALUE=DATE:20260312\nRRULE:FREQ=WEEKLY;UNTIL=20260401",
        "UID:days\nRECURRENCE-ID;VALUE=DATE:20260317\nDTSTART;VALUE=DATE:20260318\nDTEND;VALUE=DATE:20260319",
        "UID:local\nDTSTART:20260311T080000\nDTEND:20260311T090000",
    )

    private func rows(_ text: String) throws -> [String] {
        let range = try window("2026-03-01", "2026-05-01", in: "Europe/Paris")
        let file = try CalendarFile(text: text)
        let rows = Occurrences(of: [file], in: range).map { occurrence in
            let attendees = occurrence.event.attendees.map {
                "\($0.name ?? "-") \($0.email ?? "-") \($0.status)"
            }
            return "\(occurrence.line) \(attendees)"
        }
        // A search that skips events, and a repair, have the same result.
        var search = OccurrenceSearch(in: range)
        try search.read(bytes: Array(text.utf8))
        #expect(search.occurrences().map(\.line) == Occurrences(of: [file], in: range).map(\.line))
        let repaired = Occurrences(of: [file.repaired().file], in: range).map(\.line)
        #expect(repaired == Occurrences(of: [file], in: range).map(\.line))
        return rows
    }

    @Test(.long, arguments: 0..<ways.count) func `an unusual spelling does not change the occurrences`(
        way: Int
    ) throws {
        let lines = Self.text.split(separator: "\r\n").map(String.init)
        let whole = try rows(Self.text)
        #expect(whole.count == 13)
        for place in lines.indices {
            guard let broken = Self.ways[way](lines[place]) else { continue }
            var changed = lines
            changed[place] = broken
            let text = changed.joined(separator: "\r\n") + "\r\n"
            #expect(try rows(text) == whole, "\(broken)")
            let said = try CalendarFile(text: text).diagnostics
            #expect(!said.isEmpty && said.allSatisfy { $0.severity == .warning }, "\(broken)")
        }
    }

    @Test func `an unusual spelling of all lines keeps the occurrences`() throws {
        for way in Self.ways {
            let lines = Self.text.split(separator: "\r\n").map { way(String($0)) ?? String($0) }
            #expect(try rows(lines.joined(separator: "\r\n") + "\r\n") == rows(Self.text))
        }
    }
}
