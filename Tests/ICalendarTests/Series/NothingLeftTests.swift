import ICalendar
import Testing

@testable import ICalendarCore

/// Tests series whose exclusions leave no instances.
@Suite struct NothingLeftTests {
    @Test(
        arguments: ["Europe/Berlin", "Asia/Tokyo", "UTC", "America/New_York", "Pacific/Apia"],
        [
            "RRULE:FREQ=DAILY\nEXRULE:FREQ=DAILY",
            "RRULE:FREQ=DAILY;COUNT=400\nEXRULE:FREQ=DAILY;UNTIL=20300101T000000Z",
            "RRULE:FREQ=WEEKLY\nEXRULE:FREQ=DAILY",
            "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\nEXRULE:FREQ=DAILY",
        ]
    )
    func `a series with all instances excluded has no occurrences and does not affect others`(
        zone: String,
        rules: String
    ) throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Studio//Calendar//EN
            BEGIN:VEVENT
            UID:nothing
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=\(zone):20260105T090000
            \(rules)
            END:VEVENT
            BEGIN:VEVENT
            UID:neighbour
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=\(zone):20260106T090000
            END:VEVENT
            END:VCALENDAR
            """
        let file = try CalendarFile(text: text)
        let from = Instant(secondsSince1970: 1_767_225_600)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 400 * 86_400), in: .utc)
        let occurrences = file.occurrences(in: window)
        #expect(occurrences.map(\.uid) == ["neighbour"])
        for threads in 1...2 { #expect(occurrences.count(upTo: 10, threads: threads) == 1) }
        #expect(OccurrenceIndex(of: [file], in: .utc).occurrences(in: window).map(\.uid) == ["neighbour"])
        var search = OccurrenceSearch(in: window, threads: 1)
        try search.read(bytes: Array(text.utf8))
        #expect(search.occurrences().map(\.uid) == ["neighbour"])
    }
}
