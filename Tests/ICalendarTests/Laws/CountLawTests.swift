import ICalendar
import Testing

/// Tests COUNT around clock changes: a split window has the same instances as the whole window.
struct CountLawTests {
    @Test(arguments: [
        ("America/New_York:20260308T003000", "FREQ=HOURLY;COUNT=60", 60),
        ("America/New_York:20260308T003000", "FREQ=DAILY;BYHOUR=0,2,3;COUNT=10", 10),
        ("America/Los_Angeles:20260307T190000", "FREQ=MINUTELY;INTERVAL=15;COUNT=100", 100),
        ("Pacific/Auckland:20260926T120000", "FREQ=HOURLY;COUNT=30", 30),
        ("Europe/Berlin:20260329T013000", "FREQ=MINUTELY;INTERVAL=45;COUNT=40", 40),
        ("Australia/Lord_Howe:20261004T010000", "FREQ=MINUTELY;INTERVAL=10;COUNT=90", 90),
    ])
    func `a rule near a time gap has as many instances in a split window as in the whole window`(
        start: String,
        rule: String,
        count: Int
    ) throws {
        let ics = calendar("DTSTART;TZID=\(start)\nRRULE:\(rule)")
        let file = try CalendarFile(text: ics)
        let (from, to) = (try instant("2026-03-01", in: .utc), try instant("2026-12-01", in: .utc))
        let whole = file.occurrences(in: try OccurrenceWindow(from: from, to: to, in: .utc)).map(\.startDate)
        #expect(whole.count == count)
        for first in whole {
            let cut = Instant(first).adding(seconds: 1)
            let head = file.occurrences(in: try OccurrenceWindow(from: from, to: cut, in: .utc))
            let tail = file.occurrences(in: try OccurrenceWindow(from: cut, to: to, in: .utc))
            #expect(head.map(\.startDate) + tail.map(\.startDate) == whole, "cut at \(cut)")
        }
    }
}
