import ICalendar
import TestTraits
import Testing

/// Tests dense series near and across the bounds of a window: only instances inside it are visited, and none
/// are lost.
struct SegmentKeysTests {
    /// Variants of a series for every second minute from 27 March 2026, moved or not.
    private static let forms: [String: [String]] = {
        let zoned = "DTSTART;TZID=Europe/Berlin:20260327T000000\nRRULE:FREQ=MINUTELY;INTERVAL=2"
        let following = "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260327T000000\n"
        return [
            "floating": ["DTSTART:20260327T000000\nRRULE:FREQ=MINUTELY;INTERVAL=2\nDURATION:PT5M"],
            "zero duration": ["DTSTART:20260327T000000\nRRULE:FREQ=MINUTELY;INTERVAL=2"],
            "one day long": [zoned + "\nDURATION:P1D"],
            "a day and an hour long": [zoned + "\nDURATION:P1DT1H"],
            "moved by a second": [zoned, following + "DTSTART;TZID=Europe/Berlin:20260327T000001"],
            "moved by a day": [
                zoned + "\nDURATION:PT1H", following + "DTSTART;TZID=Europe/Berlin:20260328T000001",
            ],
            "moved to another zone": [zoned, following + "DTSTART;TZID=America/New_York:20260327T013000"],
            "changed to floating": [zoned, following + "DTSTART:20260327T000100\nDURATION:PT1H"],
            "changed to all-day": [zoned, following + "DTSTART;VALUE=DATE:20260327"],
        ]
    }()

    @Test(
        .long,
        arguments: forms.keys.sorted(),
        [
            "2026-03-28", "2026-03-29 01:59", "2026-03-29 03:00", "2026-03-29 12:00", "2026-04-05",
            "2026-10-25 02:30",
        ]
    )
    func `a narrow window has the same occurrences as a wide one`(form: String, from: String) throws {
        let text = calendar(events: try #require(Self.forms[form]).map { "UID:a\n" + $0 })
        let zone = try Zone(identifier: "Europe/Berlin")
        let file = try CalendarFile(text: text)
        let lower = try instant(from, in: zone)
        let upper = lower.adding(seconds: 3 * 3600)
        let narrow = Occurrences(of: [file], in: try OccurrenceWindow(from: lower, to: upper, in: zone))
        let wide = Occurrences(
            of: [file],
            in: try OccurrenceWindow(
                from: lower.adding(seconds: -4 * 86_400),
                to: upper.adding(seconds: 4 * 86_400),
                in: zone
            )
        )
        func rows(_ occurrences: Occurrences) -> [String] {
            occurrences.filter { occurrence in
                let (start, end) = (occurrence.start.instant(in: zone), occurrence.end.instant(in: zone))
                return start < upper && (end > lower || start == end && start == lower)
            }.map { "\($0.start) \($0.end) \($0.recurrenceID.map { "\($0)" } ?? "")" }
        }
        let found = rows(narrow)
        #expect(found == rows(wide))
        #expect(found.count >= (form == "changed to all-day" ? 1 : 60), "\(form)")
        #expect(narrow.count() == found.count)
    }

    @Test(.long) func `dense series that end before the window are skipped even in large numbers`() throws {
        let event = "DTSTART:20260101T000000\nRRULE:FREQ=SECONDLY;UNTIL=20260301T225000\nDURATION:PT1S"
        let file = try CalendarFile(text: calendar(events: (0..<5000).map { "UID:\($0)\n" + event }))
        let from = try instant("2026-03-02", in: .utc)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 86_400), in: .utc)
        // Iterating outside the window would take a billion steps.
        #expect(file.freeBusy(in: window).periods.isEmpty)
        #expect(Array(file.occurrences(in: window)).isEmpty)
    }

    @Test(.long)
    func `series with millions of moved occurrences to cache stop at a reported instant`()
        throws
    {
        let event = "DTSTART;TZID=Europe/Berlin:20260301T000000\nRRULE:FREQ=SECONDLY;INTERVAL=2"
        let moved =
            "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260301T000000\n"
            + "DTSTART;TZID=Europe/Berlin:20260301T000001"
        let honest = "UID:honest\n" + event.replacing("SECONDLY;INTERVAL=2", with: "HOURLY")
        let events =
            (0..<60).flatMap { ["UID:\($0)\n" + event, "UID:\($0)\n" + moved] } + [
                honest, "UID:honest\n" + moved,
            ]
        let file = try CalendarFile(text: calendar(events: events))
        let zone = try Zone(identifier: "Europe/Berlin")
        let from = try instant("2026-03-26 12:00", in: zone)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 4 * 86_400), in: zone)
        let occurrences = file.occurrences(in: window)
        #expect(occurrences.diagnostics.count { $0.code == .limit } == 60)
        let starts = occurrences.map { ($0.uid, $0.start.instant(in: zone)) }
        // The clocks change on 29 March. Instances more than two days earlier are in order.
        #expect(starts.count { $0.0 == "0" } > 3600)
        #expect(starts.count { $0.0 == "honest" } == 96)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0.1 <= $1.1 })
        #expect(occurrences.count() == starts.count)
    }

    @Test(arguments: ["FREQ=SECONDLY;COUNT=5", "FREQ=SECONDLY;UNTIL=20260701T080004Z"])
    func `dense rules with few instances need no cache and lose no instances`(rule: String) throws {
        let start = "DTSTART;TZID=Europe/Berlin:20260701T100000\nRRULE:\(rule)"
        let moved =
            "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260701T100001\n"
            + "DTSTART;TZID=Europe/Berlin:20260701T110001"
        let past = start.replacing("2026", with: "2010")
        let movedPast = moved.replacing("2026", with: "2010")
        let events = (0..<40).flatMap {
            [
                "UID:\($0)\n" + start, "UID:\($0)\n" + moved, "UID:past\($0)\n" + past,
                "UID:past\($0)\n" + movedPast,
            ]
        }
        let expanded = try expand(calendar(events: events), from: "2026-01-01", to: "2026-12-01")
        #expect(expanded.starts.count == 200)
        #expect(expanded.remarks.filter { $0.code == .limit } == [])
    }

    @Test func `a dense series can have many moved segments`() throws {
        func time(_ second: Int) -> String {
            "TZID=Europe/Berlin:20260701T1000" + (second < 10 ? "0" : "") + "\(second)"
        }
        let master = "UID:a\nDTSTART;\(time(0))\nRRULE:FREQ=SECONDLY;UNTIL=20260701T090000Z"
        let parts = (1...59).map {
            "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;\(time($0))\nDTSTART;\(time($0 - $0 % 2))"
        }
        let expanded = try expand(calendar(events: [master] + parts), from: "2026-01-01", to: "2026-12-01")
        #expect(expanded.starts.count == 3601)
    }
}
