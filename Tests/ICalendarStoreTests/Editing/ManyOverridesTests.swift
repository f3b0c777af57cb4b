import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests that edits to a series with thousands of overrides take time proportional to the file size.
@Suite struct ManyOverridesTests {
    private static let count = 1400

    /// Returns a daily series with the given number of overrides, optionally each for all following
    /// occurrences.
    private func opened(_ count: Int = count, range: Bool = false) throws -> OpenedStore {
        let first = CivilDate(year: 2026, month: 3, day: 30)?.dayNumber ?? 0
        func day(_ number: Int) -> String {
            CivilDate(dayNumber: first + number).description.replacing("-", with: "")
        }
        let overrides = (0..<count).map { number in
            """
            UID:a
            SUMMARY:changed \(number)
            RECURRENCE-ID\(range ? ";RANGE=THISANDFUTURE" : ""):\(day(number))T100000Z
            DTSTART:\(day(number))T110000Z
            DTEND:\(day(number))T120000Z
            """
        }
        let master = "UID:a\nSUMMARY:s\nDTSTART:20260330T100000Z\nDTEND:20260330T103000Z\nRRULE:FREQ=DAILY"
        return try OpenedStore(["home/a.ics": [master] + overrides])
    }

    /// Measures a closure several times and returns the shortest time.
    private func time(of body: () throws -> Void) rethrows -> Double {
        var shortest = Double.infinity
        for _ in 0..<3 {
            let time = try processorTime(of: body).components
            shortest = min(shortest, Double(time.seconds) + Double(time.attoseconds) / 1e18)
        }
        return shortest
    }

    @Test func `the details of thousands of occurrences are read with a single read of the file`()
        throws
    {
        let opened = try opened()
        let events = try opened.events(days: Self.count)
        #expect(events.count == Self.count)
        let one = try time { _ = try opened.events(days: Self.count)[0].event.summary }
        let all = try time {
            let events = try opened.events(days: Self.count)
            #expect(events.map(\.event.summary) == (0..<Self.count).map { "changed \($0)" })
        }
        // Reading the file once per occurrence would take hundreds of times longer.
        #expect(all < 30 * one, "\(one) and \(all) seconds")
    }

    @Test(.long)
    func `moving one occurrence is fast among thousands of overrides for all following occurrences`()
        throws
    {
        func moving(_ count: Int) throws -> Double {
            let opened = try opened(count, range: true)
            var event = try opened.events(days: 20)[5]
            var hours = 0
            return try time {
                hours += 1
                event.startDate = event.startDate?.addingTimeInterval(3600)
                event.endDate = event.endDate?.addingTimeInterval(3600)
                try opened.store.save(&event, span: .thisEvent)
                #expect(event.event.start?.civil.hour == 11 + hours)
            }
        }
        let (few, many) = (try moving(250), try moving(2000))
        #expect(many < 20 * few, "\(few) and \(many) seconds")
    }

    @Test func `a batch of edits to one file has the same result as individual edits`() throws {
        let (batch, single) = (try opened(100), try opened(100))
        for (opened, commits) in [(batch, false), (single, true)] {
            let events = try opened.events(days: 100)
            for number in stride(from: 0, to: 60, by: 3) {
                var event = events[number]
                event.title = "edited \(number)"
                if number % 4 == 0 { event.startDate = event.startDate?.addingTimeInterval(60) }
                if number % 5 == 0 {
                    try opened.store.remove(event, span: .thisEvent, commit: commits)
                } else {
                    let span = number == 57 ? EventSpan.futureEvents : .thisEvent
                    try opened.store.save(&event, span: span, commit: commits)
                }
            }
        }
        #expect(try batch.lines(days: 100).count == 100)
        try batch.store.commit()
        #expect(try batch.lines(days: 100) == single.lines(days: 100))
        #expect(try batch.lines(days: 100).count == 96)
    }
}
