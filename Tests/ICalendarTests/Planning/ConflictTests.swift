import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarReports

/// Tests the search for overlapping occurrences.
struct ConflictTests {
    @Test func `overlapping occurrences conflict, but adjacent ones do not`() throws {
        let text = calendar(
            "UID:a\nDTSTART:20260401T090000Z\nDTEND:20260401T110000Z",
            "UID:b\nDTSTART:20260401T100000Z\nDTEND:20260401T120000Z",
            "UID:c\nDTSTART:20260401T110000Z\nDTEND:20260401T113000Z",
            "UID:d\nDTSTART:20260401T100000Z",
            "UID:e\nDTSTART:20260401T090000Z\nDTEND:20260401T120000Z\nTRANSP:TRANSPARENT",
            "UID:f\nDTSTART:20260401T090000Z\nDTEND:20260401T120000Z\nSTATUS:CANCELLED"
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-02")
        #expect(
            example.conflicts() == [
                "a b 2026-04-01T10:00:00Z 2026-04-01T11:00:00Z",
                "b c 2026-04-01T11:00:00Z 2026-04-01T11:30:00Z",
            ]
        )
        #expect(example.file.calendars.first?.conflicts(in: example.window).count == 2)
    }

    @Test func `an occurrence does not conflict with its own override or duplicate`() throws {
        let master = "UID:a\nDTSTART:20260401T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"
        let override = "UID:a\nRECURRENCE-ID:20260402T090000Z\nDTSTART:20260402T093000Z\nDURATION:PT1H"
        var example = try PlanningCase(calendar(master, override), from: "2026-04-01", to: "2026-05-01")
        #expect(example.conflicts().isEmpty)
        let twice = calendar(master, override) + calendar(master) + calendar(override)
        example = try PlanningCase(twice, from: "2026-04-01", to: "2026-05-01")
        #expect(example.conflicts().isEmpty)
    }

    @Test func `overlapping instances of the same series conflict`() throws {
        let text = calendar("DTSTART:20260401T090000Z\nDURATION:PT25H\nRRULE:FREQ=DAILY;COUNT=2")
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-05-01")
        #expect(example.conflicts() == ["a a 2026-04-02T09:00:00Z 2026-04-02T10:00:00Z"])
    }

    @Test(.long) func `a limit truncates the list of pairs and is reported`() throws {
        let events = (0..<10_000).map { "UID:e\($0)\nDTSTART:20260401T090000Z\nDURATION:PT1H" }
        let example = try PlanningCase(calendar(events: events), from: "2026-04-01", to: "2026-04-02")
        let conflicts = example.file.conflicts(in: example.window, limit: 1000)
        #expect(conflicts.count == 1000)
        #expect(conflicts.isLimited)
        let occurrences = example.file.occurrences(in: example.window)
        #expect(occurrences.countConflicts(options: .init()).count == 10_000 * 9_999 / 2)
        #expect(example.file.conflicts(in: example.window, limit: 0).isEmpty)
    }

    @Test func `a search that exceeds its limit reports where it stopped`() throws {
        let flood = "UID:a\nDTSTART:20260401T000000Z\nDURATION:PT30S\nRRULE:FREQ=MINUTELY"
        let pair = (0..<2).map { "UID:p\($0)\nDTSTART:20260404T090000Z\nDURATION:PT1H" }
        let text = calendar(events: [flood] + pair)
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-06")
        #expect(example.file.conflicts(in: example.window).stoppedAt == nil)
        #expect(example.file.conflicts(in: example.window).count == 61 + 60)
        var options = ExpansionOptions()
        // The limit grows by 64 for each series and each event.
        options.limits.visits = 1000
        let cut = example.file.conflicts(in: example.window, expansion: options)
        #expect(cut.isEmpty)
        #expect(!cut.isLimited)
        #expect(cut.stoppedAt?.description == "2026-04-01T19:52:00Z")
    }

    @Test(.long) func `comparing many duplicates of one occurrence is cheap`() throws {
        let copies = String(repeating: calendar("DTSTART:20260401T090000Z\nDURATION:PT1H"), count: 5000)
        let example = try PlanningCase(copies, from: "2026-04-01", to: "2026-04-02")
        #expect(example.conflicts().isEmpty)
        #expect(example.file.occurrences(in: example.window).countConflicts(options: .init()).count == 0)
    }

    @Test(arguments: 0..<40)
    func `pairs with duplicates are counted the same for any cleanup interval`(seed: Int) throws {
        let random = RandomCalendar(seed: UInt64(seed))
        let text = random.text + random.text + calendar("DTSTART:20250701T090000Z\nDURATION:P90D")
        let example = try PlanningCase(text, from: "2025-08-01", to: "2025-10-01", in: "Europe/Berlin")
        let occurrences = example.file.occurrences(in: example.window)
        let expected = example.file.conflicts(in: example.window, limit: .max).count
        for often in [1, 2, 5, 40] {
            var count = ConflictCount(options: .init(), window: example.window, fewestKnown: often)
            for occurrence in occurrences { count.add(occurrence) }
            #expect(count.countPairs() == expected)
        }
        #expect(occurrences.countConflicts(options: .init()).count == expected)
    }

    @Test(arguments: 0..<40)
    func `the pairs found match a comparison of all occurrences`(seed: Int) throws {
        let random = RandomCalendar(seed: UInt64(seed))
        let example = try PlanningCase(random.text, from: "2025-08-01", to: "2025-10-01", in: "Europe/Berlin")
        let zone = example.window.zone
        let all = Array(example.file.occurrences(in: example.window))
        func seconds(_ time: OccurrenceTime) -> Int { time.instant(in: zone).secondsSince1970 }
        var expected: [String] = []
        for (place, second) in all.enumerated() {
            for first in all[..<place] {
                let isSame =
                    first.uid == second.uid
                    && first.recurrenceID?.instant(in: zone) == second.recurrenceID?.instant(in: zone)
                let start = seconds(second.start)
                let end = min(seconds(first.end), seconds(second.end))
                if isSame || end <= start || seconds(first.end) <= seconds(first.start) { continue }
                expected.append("\(first.line) | \(second.line)")
            }
        }
        let found = example.file.conflicts(in: example.window)
        #expect(!found.isLimited)
        #expect(
            example.file.occurrences(in: example.window).countConflicts(options: .init()).count
                == expected.count
        )
        #expect(found.map { "\($0.first.line) | \($0.second.line)" } == expected)
    }
}
