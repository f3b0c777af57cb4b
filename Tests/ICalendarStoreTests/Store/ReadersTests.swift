import Foundation
import ICalendar
import SystemIO
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Tests eight threads that use one calendar, index and store, mainly for ThreadSanitizer.
@Suite struct ReadersTests {
    /// Runs a closure on eight threads, passing each its number, and returns the results.
    private func onEightThreads(_ body: @escaping @Sendable (Int) -> [String]) throws -> [[String]] {
        let said = Lock([[String]?](repeating: nil, count: 8))
        let threads = try (0..<8).map { number in
            try #require(
                WorkerThread {
                    let words = body(number)
                    said.withLock { $0[number] = words }
                }
            )
        }
        for thread in threads { thread.join() }
        return said.withLock { $0.compactMap { $0 } }
    }

    private static func events(_ count: Int) -> [String] {
        (0..<count).map { number in
            """
            UID:\(number)
            SUMMARY:Item \(number)
            DTSTART;TZID=Europe/Berlin:202603\(10 + number % 20)T090000
            RRULE:FREQ=WEEKLY;COUNT=\(2 + number % 5)
            """
        }
    }

    private static func window() throws -> OccurrenceWindow {
        try OccurrenceWindow(
            from: OpenedStore.monday,
            to: OpenedStore.monday.adding(seconds: 40 * 86_400),
            in: Zone(identifier: "Europe/Berlin")
        )
    }

    private static func row(_ occurrence: Occurrence) -> String {
        "\(occurrence.start) \(occurrence.summary ?? "") \(occurrence.event.component.properties.count)"
    }

    @Test func `eight threads that read one calendar get the same result as one thread`() throws {
        let file = try CalendarFile(text: OpenedStore.calendar(Self.events(60)))
        let window = try Self.window()
        let expected = file.occurrences(in: window).map(Self.row)
        #expect(expected.count > 60)
        let said = try onEightThreads { _ in
            for _ in 0..<5 { _ = file.icsBytes() }
            return file.occurrences(in: window).map(Self.row)
        }
        #expect(said == Array(repeating: expected, count: 8))
    }

    @Test func `eight threads that query one index get the same result as one thread`() throws {
        let file = try CalendarFile(text: OpenedStore.calendar(Self.events(60)))
        let window = try Self.window()
        let index = OccurrenceIndex(of: [file], in: window.zone)
        let expected = index.occurrences(in: window).map(Self.row)
        let said = try onEightThreads { _ in
            var last: [String] = []
            for _ in 0..<10 { last = index.occurrences(in: window).map(Self.row) }
            return last
        }
        #expect(said == Array(repeating: expected, count: 8))
    }

    @Test
    func `eight threads query a store while two write to it, and none see a partial edit`()
        throws
    {
        let opened = try OpenedStore(["home/all.ics": Self.events(40), "work/lunch.ics": [OpenedStore.lunch]])
        let store = opened.store
        let end = OpenedStore.monday.adding(seconds: 40 * 86_400).date
        let predicate = try store.predicateForEvents(withStart: OpenedStore.monday.date, end: end)
        let stays = Set(try store.events(matching: predicate).map(\.title)).subtracting(["Lunch", "Item 7"])
        #expect(stays.count > 10)
        let edits = 30
        let writers = try [0, 1].map { number in
            try #require(
                WorkerThread {
                    for round in 0..<edits {
                        guard
                            var event = try? store.event(
                                withIdentifier: number == 0 ? "work:lunch" : "home:7"
                            )
                        else { continue }
                        // Title and location always change together.
                        event.title = "Edit \(round)"
                        event.location = "Edit \(round)"
                        try? store.save(&event, span: .allEvents)
                    }
                }
            )
        }
        let said = try onEightThreads { _ in
            var wrong: [String] = []
            for round in 0..<40 {
                guard let events = try? store.events(matching: predicate) else { return ["no answer"] }
                for event in events where event.title.hasPrefix("Edit") && event.title != event.location {
                    wrong.append("\(event.title) \(event.location ?? "")")
                }
                let missing = stays.subtracting(events.map(\.title))
                if !missing.isEmpty { wrong.append("round \(round): \(missing) are missing") }
            }
            return wrong
        }
        for writer in writers { writer.join() }
        #expect(said == Array(repeating: [], count: 8))
        for identifier in ["work:lunch", "home:7"] {
            #expect(try store.event(withIdentifier: identifier)?.title == "Edit \(edits - 1)")
        }
    }
}
