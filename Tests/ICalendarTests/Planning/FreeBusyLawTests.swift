import ICalendar
import Testing
import TestTraits

/// Laws of free/busy times, which hold for every calendar.
struct FreeBusyLawTests {
    /// Returns the busy seconds by kind, merged.
    private func seconds(_ periods: [BusyPeriod]) -> [String] {
        var merged: [BusyPeriod] = []
        for kind in [BusyPeriod.FreeBusyType.busy, .unavailable, .tentative] {
            for period in periods where period.kind == kind {
                if let last = merged.last, last.kind == kind, last.end == period.start {
                    merged[merged.count - 1].end = period.end
                } else {
                    merged.append(period)
                }
            }
        }
        return merged.map { "\($0.start) \($0.end) \($0.kind)" }
    }

    private func text(_ seed: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(seed))
        let marks = [
            "STATUS:TENTATIVE", "TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:OOF", "STATUS:CANCELLED",
            "COMMENT:x",
        ]
        return RandomCalendar(seed: UInt64(seed)).text.split(separator: "\r\n").map { line in
            line.hasPrefix("DTSTAMP")
                ? "\(line)\r\n\(marks.randomElement(using: &generator) ?? "")" : String(line)
        }.joined(separator: "\r\n") + "\r\n"
    }

    @Test(arguments: 0..<30)
    func `a split window has the same free/busy times as the whole window`(seed: Int) throws {
        let text = text(seed)
        let whole = try PlanningCase(text, from: "2025-07-01", to: "2026-02-01", in: "Europe/Berlin")
        let cut = "2025-10-\(10 + seed % 20)T0\(seed % 10):\(10 + seed):00"
        let first = try PlanningCase(text, from: "2025-07-01", to: cut, in: "Europe/Berlin")
        let second = try PlanningCase(text, from: cut, to: "2026-02-01", in: "Europe/Berlin")
        let halves =
            first.file.freeBusy(in: first.window).periods + second.file.freeBusy(in: second.window).periods
        #expect(seconds(whole.file.freeBusy(in: whole.window).periods) == seconds(halves))
    }

    @Test(arguments: 0..<30)
    func `an instant is as busy as its busiest occurrence`(seed: Int) throws {
        let example = try PlanningCase(text(seed), from: "2025-07-01", to: "2025-12-01", in: "Europe/Berlin")
        let periods = example.file.freeBusy(in: example.window).periods
        for (left, right) in zip(periods, periods.dropFirst()) {
            #expect(left.start < left.end)
            #expect(left.end <= right.start && (left.kind != right.kind || left.end < right.start))
        }
        let zone = example.window.zone
        let occurrences = example.file.occurrences(in: example.window).map { occurrence in
            (
                start: occurrence.start.instant(in: zone), end: occurrence.end.instant(in: zone),
                kind: BusyPeriod.FreeBusyType(of: occurrence.event)
            )
        }
        var generator = SeededGenerator(seed: UInt64(seed))
        let range = example.window.searchedRange
        for _ in 0..<300 {
            let moment = Instant(
                secondsSince1970: Int.random(
                    in: range.lowerBound.secondsSince1970..<range.upperBound.secondsSince1970,
                    using: &generator
                )
            )
            let kinds = Set(occurrences.filter { $0.start <= moment && moment < $0.end }.map(\.kind))
            let expected = [BusyPeriod.FreeBusyType.busy, .unavailable, .tentative].first {
                kinds.contains($0)
            }
            #expect(periods.first { $0.start <= moment && moment < $0.end }?.kind == expected)
        }
    }

    @Test(arguments: 0..<10)
    func `written free/busy times survive a round trip`(seed: Int) throws {
        let example = try PlanningCase(text(seed), from: "2025-07-01", to: "2025-12-01")
        let made = example.file.freeBusy(in: example.window)
        let again = CalendarFile(
            calendars: [CalendarObject(Component("VCALENDAR", components: [made.component]))]
        )
        #expect(again.freeBusy(in: example.window).periods == made.periods)
    }
}
